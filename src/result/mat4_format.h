// MATLAB's MAT-4 container, as results use it: matrices one after the other, each a header of five 32-bit integers
// (type MOPT, rows, columns, imaginary, length of the name), the name with its zero, and the elements by columns.
// 'MAT-File Format', MathWorks, chapter 2.
//
// The result layout in it is Dymola's 'Atrajectory' 1.1 ('Dymola User Manual', Result file format):
//   Aclass       the texts "Atrajectory", "1.1", "", and "binTrans" (or "binNormal": the matrices below transposed)
//   name         one text a signal, padded; the first is time
//   description  one text a signal, ending in [unit|displayUnit] or [:#(type=Boolean)]
//   dataInfo     for each signal: block (0: the abscissa, else k of data_k), row in it (negative: negated),
//                interpolation (0: linear), extrapolation (-1: undefined, 0: keep the last value)
//   data_1       parameters and constants: the first row is time, two columns (start and stop)
//   data_2       everything else: the first row is time, one column a time point
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mica {

enum class Mat4Number : std::uint8_t { kDouble = 0, kSingle = 1, kInt32 = 2, kInt16 = 3, kUint16 = 4, kUint8 = 5 };

// Bytes of one element.
constexpr std::size_t Mat4Width(Mat4Number number) {
  constexpr std::size_t kWidths[] = {8, 4, 4, 2, 2, 1};
  return kWidths[static_cast<std::size_t>(number)];
}

struct Mat4Header {
  std::string name;
  Mat4Number number = Mat4Number::kDouble;
  bool text = false;
  bool big_endian = false;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

inline constexpr std::size_t kMat4HeaderBytes = 20;
inline constexpr std::size_t kMat4ColumnsOffset = 8;  // of the number of columns, in the header

// Header and name as bytes, in the byte order of this machine.
std::string EncodeMat4Header(const Mat4Header& header);

// The description text of a signal with its unit, and back.
struct Mat4Description {
  std::string text;
  std::string unit;
  std::string display_unit;
  std::string type;  // "Boolean", "Integer", the name of an enumeration; "" is Real
};
std::string EncodeMat4Description(const Mat4Description& description);
Mat4Description DecodeMat4Description(std::string_view text);

}  // namespace mica
