#include "result/mat4_writer.h"

#include <fmt/format.h>
#include <algorithm>
#include <climits>
#include <cstring>

#include "base/check.h"
#include "result/codes.h"

namespace mica {

namespace {

std::string_view Bytes(const auto& value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

// One padded text a column.
std::string TextMatrix(std::string_view name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string bytes = EncodeMat4Header({.name = std::string(name),
                                        .number = Mat4Number::kUint8,
                                        .text = true,
                                        .rows = static_cast<std::uint32_t>(longest),
                                        .columns = static_cast<std::uint32_t>(texts.size())});
  bytes.reserve(bytes.size() + longest * texts.size());
  for (const std::string& text : texts) {
    bytes += text;
    bytes.append(longest - text.size(), ' ');
  }
  return bytes;
}

// Four texts of eleven characters, one a row: this matrix is not transposed.
std::string ClassMatrix() {
  const std::string_view texts[] = {"Atrajectory", "1.1", " ", "binTrans"};
  constexpr std::size_t kLongest = 11;
  std::string bytes =
      EncodeMat4Header({.name = "Aclass", .number = Mat4Number::kUint8, .text = true, .rows = 4, .columns = kLongest});
  for (std::size_t i = 0; i < kLongest; ++i)
    for (std::string_view text : texts) bytes += i < text.size() ? text[i] : i == text.size() ? '\0' : ' ';
  return bytes;
}

std::string TypeName(SignalType type) {
  switch (type) {
    case SignalType::kReal:
      return "";
    case SignalType::kInteger:
      return "Integer";
    case SignalType::kBoolean:
      return "Boolean";
    case SignalType::kEnumeration:
      return "enumeration";
  }
  FailCheck("a signal of no type");
}

std::string NameMatrix(const SignalTable& signals) {
  std::vector<std::string> names{"Time"};
  for (const Signal& signal : signals.signals()) names.push_back(signal.name);
  return TextMatrix("name", names);
}

std::string DescriptionMatrix(const SignalTable& signals) {
  std::vector<std::string> descriptions{"Time in [s]"};
  for (const Signal& signal : signals.signals())
    descriptions.push_back(
        EncodeMat4Description({signal.description, signal.unit, signal.display_unit, TypeName(signal.type)}));
  return TextMatrix("description", descriptions);
}

std::string InfoMatrix(const SignalTable& signals) {
  std::string bytes = EncodeMat4Header({.name = "dataInfo",
                                        .number = Mat4Number::kInt32,
                                        .rows = 4,
                                        .columns = static_cast<std::uint32_t>(signals.size() + 1)});
  auto add = [&](std::int32_t block, std::int32_t row, std::int32_t extrapolation) {
    const std::int32_t fields[] = {block, row, 0, extrapolation};
    bytes += Bytes(fields);
  };
  add(0, 1, -1);
  for (const Signal& signal : signals.signals()) {
    std::int32_t row = static_cast<std::int32_t>(signal.slot) + 2;  // from 1, and time is the first
    add(signal.constant() ? 1 : 2, signal.negated ? -row : row, signal.constant() ? 0 : -1);
  }
  return bytes;
}

}  // namespace

Mat4Writer::Mat4Writer(std::string path, ResultPrecision precision, DiagnosticSink& sink)
    : file_(std::move(path), sink),
      number_(precision == ResultPrecision::kSingle ? Mat4Number::kSingle : Mat4Number::kDouble) {}

Mat4Writer::~Mat4Writer() {
  if (file_.open() && !file_.failed()) static_cast<void>(Finish());
}

void Mat4Writer::AddNumbers(std::span<const double> values) {
  std::size_t at = buffer_.size();
  buffer_.resize(at + values.size() * Mat4Width(number_));
  char* out = buffer_.data() + at;
  if (number_ == Mat4Number::kDouble) {
    if (!values.empty()) std::memcpy(out, values.data(), values.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    float value = static_cast<float>(values[i]);
    std::memcpy(out + i * sizeof value, &value, sizeof value);
  }
}

bool Mat4Writer::Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                       double stop_time) {
  Check(constants.size() == signals.constant_slots(), "constants do not fit the signals");
  Check(signals.size() < INT32_MAX, "more signals than a MAT-4 file can name");
  if (!file_.Create()) return false;
  row_slots_ = signals.row_slots();
  last_time_ = stop_time;

  // data_1 is held back to one block with the rest of the head, so that a killed run leaves either a whole head or
  // none.
  buffer_ = ClassMatrix() + NameMatrix(signals) + DescriptionMatrix(signals) + InfoMatrix(signals);
  buffer_ += EncodeMat4Header(
      {.name = "data_1", .number = number_, .rows = static_cast<std::uint32_t>(constants.size() + 1), .columns = 2});
  AddNumbers(std::span(&start_time, 1));
  AddNumbers(constants);
  stop_time_offset_ = buffer_.size();
  AddNumbers(std::span(&stop_time, 1));
  AddNumbers(constants);
  columns_offset_ = buffer_.size() + kMat4ColumnsOffset;
  buffer_ += EncodeMat4Header(
      {.name = "data_2", .number = number_, .rows = static_cast<std::uint32_t>(row_slots_ + 1), .columns = 0});
  bool written = file_.Append(buffer_);
  buffer_.clear();
  clock_.Flushed();
  return written;
}

bool Mat4Writer::Append(double time, std::span<const double> values) {
  if (file_.failed() || !file_.open()) return false;
  Check(values.size() == row_slots_, "a row does not fit the signals");
  if (rows_ == INT32_MAX) {
    file_.Fail(kResultFull, fmt::format("'{}' is full: a MAT-4 file holds {} time points", file_.path(), INT32_MAX));
    return false;
  }
  AddNumbers(std::span(&time, 1));
  AddNumbers(values);
  ++rows_;
  last_time_ = time;
  return clock_.Due(buffer_.size()) ? Flush() : true;
}

bool Mat4Writer::Flush() {
  bool written = file_.Append(buffer_);
  if (written) {
    auto columns = static_cast<std::int32_t>(rows_);
    written = file_.WriteAt(columns_offset_, Bytes(columns));
  }
  buffer_.clear();
  clock_.Flushed();
  if (!large_ && file_.size() > INT32_MAX) {
    large_ = true;
    file_.sink()
        .Report(kLargeResult, {},
                fmt::format("'{}' passes 2 GiB, which MATLAB and older tools do not read", file_.path()))
        .hint = "choose fewer output intervals, fewer variables, or single precision";
  }
  return written;
}

bool Mat4Writer::Finish() {
  if (!file_.open()) return !file_.failed();
  bool written = Flush();
  AddNumbers(std::span(&last_time_, 1));
  written = written && file_.WriteAt(stop_time_offset_, buffer_);
  buffer_.clear();
  return file_.Close() && written;
}

}  // namespace mica
