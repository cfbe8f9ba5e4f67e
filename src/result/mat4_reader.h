// Reads results in Dymola's MAT-4 layouts (mat4_format.h). The head is read on opening; values come in blocks of time
// points, and only those of the wanted signals are kept, so that two signals of a file larger than memory can be read.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "result/mat4_matrices.h"
#include "result/result_reader.h"

namespace mica {

bool LooksLikeMat4(std::string_view head);

class Mat4Reader final : public ResultReader {
 public:
  static Result<std::unique_ptr<ResultReader>> Open(std::unique_ptr<InputFile> file, DiagnosticSink& sink);
  Result<Trajectory> Read(const std::function<bool(const Signal&)>& wanted, DiagnosticSink& sink) override;

 private:
  // A matrix of values, seen as time points × entries; the first entry of a point is its time.
  struct Block {
    Mat4Matrix matrix;
    bool transposed = true;  // a time point is a column of the matrix, else a row
    std::uint64_t points = 0;
    std::uint64_t entries = 0;
  };
  // The values of a slot in its block: an entry, from 1, or minus it.
  struct Place {
    std::uint32_t entry = 0;
    bool negated = false;
  };

  explicit Mat4Reader(std::unique_ptr<InputFile> file) : file_(std::move(file)) {}
  bool OpenTrajectory(const Mat4Directory& directory, bool transposed, DiagnosticSink& sink);
  bool OpenPlain(const Mat4Directory& directory, DiagnosticSink& sink);
  bool FindBlock(const Mat4Directory& directory, const Mat4Matrix& matrix, bool transposed, Block& block,
                 DiagnosticSink& sink) const;
  bool ReadEntries(const Block& block, std::span<const Place> places, std::vector<std::vector<double>>& columns,
                   DiagnosticSink& sink) const;
  bool Broken(std::string_view why, DiagnosticSink& sink) const;

  std::unique_ptr<InputFile> file_;
  Block rows_;
  Block constants_;
  std::vector<Place> row_places_;       // for each row slot
  std::vector<Place> constant_places_;  // for each constant slot
};

}  // namespace mica
