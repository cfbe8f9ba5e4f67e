// The matrices of a MAT-4 file: where each is, and its elements as texts or numbers. Knows nothing of results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/input_file.h"
#include "result/mat4_format.h"

namespace mica {

struct Mat4Matrix {
  Mat4Header header;
  std::uint64_t offset = 0;  // of the first element
  std::uint64_t bytes = 0;   // of all elements, as the header says; the file may end before

  std::uint64_t end() const { return offset + bytes; }
};

// The header at the start of `bytes`, with its name; empty if there is none that makes sense.
std::optional<Mat4Header> DecodeMat4Header(std::string_view bytes);

struct Mat4Directory {
  std::vector<Mat4Matrix> matrices;
  std::uint64_t end = 0;  // of the last whole or cut matrix; what follows up to the end of the file is no matrix

  const Mat4Matrix* Find(std::string_view name) const;
};

// Every matrix up to the end of the file or the first place where none begins.
Mat4Directory ListMat4Matrices(const InputFile& file);

// Converts `count` elements at `bytes` to doubles.
void DecodeMat4Numbers(const Mat4Header& header, const char* bytes, std::size_t count, double* into);

// All elements by columns, or nothing if the file ends before.
std::optional<std::vector<double>> ReadMat4Numbers(const InputFile& file, const Mat4Matrix& matrix);

// One text for each column (`transposed`) or each row, in UTF-8, without padding.
std::optional<std::vector<std::string>> ReadMat4Texts(const InputFile& file, const Mat4Matrix& matrix, bool transposed);

}  // namespace mica
