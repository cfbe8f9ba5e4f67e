// Study stage: the tree of a measure (measure.h). A node gives a column of values, one for each row, or one alone.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "study/measure/measure.h"

namespace mica::study {

enum class MeasureOp : std::uint8_t {
  kNumber,
  kTime,
  kSignal,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  // row by row
  kAbs,
  kSqrt,
  kExp,
  kLog,
  kLog10,
  kSin,
  kCos,
  kTan,
  kAtan,
  kSign,
  kLesser,
  kLarger,
  kIf,
  // over the run
  kFinal,
  kInitial,
  kMax,
  kMin,
  kMean,
  kIntegral,
  kRms,
  kStd,
  kPeak,
  kRange,
  kArgmax,
  kArgmin,
  kAt,
  kSettle,
  kOvershoot,
  kRise,
  kCrossing,
  kDuration
};

struct Measure::Node {
  MeasureOp op = MeasureOp::kNumber;
  double number = 0;
  std::size_t signal = 0;
  std::vector<std::unique_ptr<Node>> parts;
};

struct MeasureFunction {
  std::string_view name;
  MeasureOp op;
  std::size_t least, most;  // arguments
};
// The function of that name with so many arguments: max(x) is another one than max(a, b). Null: there is none.
const MeasureFunction* FindMeasureFunction(std::string_view name, std::size_t arguments);
// All names, for a hint.
std::vector<std::string_view> MeasureFunctionNames();

std::vector<double> EvaluateNode(const Measure::Node& node, const Samples& samples);

}  // namespace mica::study
