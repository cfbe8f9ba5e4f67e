#include "result/mat4_matrices.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

#include "base/check.h"

namespace mica {

namespace {

constexpr std::size_t kLongestName = 256;

template <class T>
T Load(const char* bytes, bool big_endian) {
  char ordered[sizeof(T)];
  std::memcpy(ordered, bytes, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(ordered, ordered + sizeof(T));
  T value;
  std::memcpy(&value, ordered, sizeof(T));
  return value;
}

template <class T>
void LoadAll(const char* bytes, bool big_endian, std::size_t count, double* into) {
  for (std::size_t i = 0; i < count; ++i) into[i] = static_cast<double>(Load<T>(bytes + i * sizeof(T), big_endian));
}

bool SeemsName(std::string_view name) {
  if (name.empty() || !(std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_')) return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

bool IsUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    auto c = static_cast<unsigned char>(text[i]);
    std::size_t more = c < 0x80                ? 0
                       : c >= 0xC2 && c < 0xE0 ? 1
                       : c >= 0xE0 && c < 0xF0 ? 2
                       : c >= 0xF0 && c < 0xF5 ? 3
                                               : 9;
    if (more == 9 || i + more >= text.size()) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    i += more + 1;
  }
  return true;
}

void AppendCodePoint(std::string& out, std::uint32_t c) {
  if (c < 0x80)
    out += static_cast<char>(c);
  else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | ((c >> 12) & 0x0F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Tools store UTF-8 bytes, Latin-1 or code points, one an element.
std::string TextOf(const std::vector<std::uint32_t>& elements) {
  std::string bytes;
  bool wide = false;
  for (std::uint32_t c : elements) {
    wide = wide || c > 0xFF;
    bytes += static_cast<char>(c);
  }
  if (wide || !IsUtf8(bytes)) {
    bytes.clear();
    for (std::uint32_t c : elements) AppendCodePoint(bytes, c);
  }
  while (!bytes.empty() && (bytes.back() == ' ' || bytes.back() == '\0')) bytes.pop_back();
  std::replace_if(bytes.begin(), bytes.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return bytes;
}

}  // namespace

std::optional<Mat4Header> DecodeMat4Header(std::string_view bytes) {
  if (bytes.size() < kMat4HeaderBytes) return std::nullopt;
  // The type is below 5000 in its own byte order, and far above in the other.
  for (bool big_endian : {false, true}) {
    std::int32_t fields[5];
    for (int i = 0; i < 5; ++i) fields[i] = Load<std::int32_t>(bytes.data() + 4 * i, big_endian);
    auto [type, rows, columns, imaginary, name_length] = fields;
    if (type < 0 || type >= 2000 || type / 1000 != (big_endian ? 1 : 0)) continue;
    int reserved = type / 100 % 10, number = type / 10 % 10, kind = type % 10;
    if (reserved != 0 || number > 5 || kind > 1) continue;
    if (rows < 0 || columns < 0 || imaginary != 0 || name_length < 2 || name_length > static_cast<int>(kLongestName))
      continue;
    if (bytes.size() < kMat4HeaderBytes + static_cast<std::size_t>(name_length)) continue;
    std::string_view name = bytes.substr(kMat4HeaderBytes, static_cast<std::size_t>(name_length) - 1);
    if (bytes[kMat4HeaderBytes + name.size()] != '\0' || !SeemsName(name)) continue;
    return Mat4Header{.name = std::string(name),
                      .number = static_cast<Mat4Number>(number),
                      .text = kind == 1,
                      .big_endian = big_endian,
                      .rows = static_cast<std::uint32_t>(rows),
                      .columns = static_cast<std::uint32_t>(columns)};
  }
  return std::nullopt;
}

const Mat4Matrix* Mat4Directory::Find(std::string_view name) const {
  for (const Mat4Matrix& matrix : matrices)
    if (matrix.header.name == name) return &matrix;
  return nullptr;
}

Mat4Directory ListMat4Matrices(const InputFile& file) {
  Mat4Directory directory;
  std::uint64_t at = 0;
  while (at < file.size()) {
    char head[kMat4HeaderBytes + kLongestName];
    std::size_t got = file.ReadAt(at, head, sizeof head);
    std::optional<Mat4Header> header = DecodeMat4Header({head, got});
    if (!header) break;
    Mat4Matrix matrix;
    matrix.offset = at + kMat4HeaderBytes + header->name.size() + 1;
    // Below 2^62 elements of at most 8 bytes: what is larger than any file is cut to the most a file can have.
    std::uint64_t elements = std::uint64_t{header->rows} * header->columns;
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    matrix.bytes = elements > kMost / 8 ? kMost : elements * Mat4Width(header->number);
    matrix.header = std::move(*header);
    at = matrix.end();
    directory.matrices.push_back(std::move(matrix));
    directory.end = at;
  }
  return directory;
}

void DecodeMat4Numbers(const Mat4Header& header, const char* bytes, std::size_t count, double* into) {
  bool big = header.big_endian;
  switch (header.number) {
    case Mat4Number::kDouble:
      if (big == (std::endian::native == std::endian::big)) {
        if (count > 0) std::memcpy(into, bytes, count * sizeof(double));
        return;
      }
      return LoadAll<double>(bytes, big, count, into);
    case Mat4Number::kSingle:
      return LoadAll<float>(bytes, big, count, into);
    case Mat4Number::kInt32:
      return LoadAll<std::int32_t>(bytes, big, count, into);
    case Mat4Number::kInt16:
      return LoadAll<std::int16_t>(bytes, big, count, into);
    case Mat4Number::kUint16:
      return LoadAll<std::uint16_t>(bytes, big, count, into);
    case Mat4Number::kUint8:
      return LoadAll<std::uint8_t>(bytes, big, count, into);
  }
  FailCheck("a MAT-4 number of no type");
}

std::optional<std::vector<double>> ReadMat4Numbers(const InputFile& file, const Mat4Matrix& matrix) {
  if (matrix.end() > file.size()) return std::nullopt;
  std::string bytes(matrix.bytes, '\0');
  if (file.ReadAt(matrix.offset, bytes.data(), bytes.size()) != bytes.size()) return std::nullopt;
  std::vector<double> values(matrix.bytes / Mat4Width(matrix.header.number));
  DecodeMat4Numbers(matrix.header, bytes.data(), values.size(), values.data());
  return values;
}

std::optional<std::vector<std::string>> ReadMat4Texts(const InputFile& file, const Mat4Matrix& matrix,
                                                      bool transposed) {
  std::optional<std::vector<double>> elements = ReadMat4Numbers(file, matrix);
  if (!elements) return std::nullopt;
  std::size_t rows = matrix.header.rows, columns = matrix.header.columns;
  std::size_t count = transposed ? columns : rows, length = transposed ? rows : columns;
  // A matrix of no elements can still claim two thousand million texts.
  if (length == 0 && count > 0) return std::nullopt;
  std::vector<std::string> texts(count);
  std::vector<std::uint32_t> characters(length);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < length; ++k) {
      double c = (*elements)[transposed ? i * rows + k : k * rows + i];
      characters[k] = c >= 0 && c <= 0xFFFF ? static_cast<std::uint32_t>(c) : '?';
    }
    texts[i] = TextOf(characters);
  }
  return texts;
}

}  // namespace mica
