// Reads results from CSV: names in the head, time in the first column, a number in every other cell (csv_records.h says
// which). Of a last line that is not complete nothing is taken.
#pragma once

#include <memory>
#include <vector>

#include "result/csv_records.h"
#include "result/result_reader.h"

namespace mica {

class CsvReader final : public ResultReader {
 public:
  static Result<std::unique_ptr<ResultReader>> Open(std::unique_ptr<InputFile> file, DiagnosticSink& sink);
  Result<Trajectory> Read(const std::function<bool(const Signal&)>& wanted, DiagnosticSink& sink) override;

 private:
  explicit CsvReader(std::unique_ptr<InputFile> file) : file_(std::move(file)) {}

  std::unique_ptr<InputFile> file_;
};

// The rows of a CSV file after its head, checked: every row has as many cells as the head, or it is the last and cut
// (W7005).
class CsvRows {
 public:
  CsvRows(const InputFile& file, DiagnosticSink& sink);

  // The head; false, with E7004, if there is none.
  bool ReadHead(std::vector<std::string>& names);
  // The next row; false at the end, or after a mistake (E7004): ask ok().
  bool Next(std::vector<std::string_view>& cells);
  // A cell of the current row that is no number.
  void RefuseCell(std::size_t column, std::string_view cell);

  bool ok() const { return mistakes_ == 0; }
  char separator() const { return records_.separator(); }

 private:
  void Refuse(std::string message, std::string hint = {});

  const InputFile& file_;
  DiagnosticSink& sink_;
  CsvRecords records_;
  std::vector<std::string> names_;
  int mistakes_ = 0;
};

}  // namespace mica
