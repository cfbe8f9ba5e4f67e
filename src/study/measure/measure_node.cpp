#include "study/measure/measure_node.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::study {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr MeasureFunction kFunctions[] = {{"abs", MeasureOp::kAbs, 1, 1},
                                          {"sqrt", MeasureOp::kSqrt, 1, 1},
                                          {"exp", MeasureOp::kExp, 1, 1},
                                          {"log", MeasureOp::kLog, 1, 1},
                                          {"log10", MeasureOp::kLog10, 1, 1},
                                          {"sin", MeasureOp::kSin, 1, 1},
                                          {"cos", MeasureOp::kCos, 1, 1},
                                          {"tan", MeasureOp::kTan, 1, 1},
                                          {"atan", MeasureOp::kAtan, 1, 1},
                                          {"sign", MeasureOp::kSign, 1, 1},
                                          {"min", MeasureOp::kMin, 1, 1},
                                          {"min", MeasureOp::kLesser, 2, 2},
                                          {"max", MeasureOp::kMax, 1, 1},
                                          {"max", MeasureOp::kLarger, 2, 2},
                                          {"if", MeasureOp::kIf, 3, 3},
                                          {"final", MeasureOp::kFinal, 1, 1},
                                          {"initial", MeasureOp::kInitial, 1, 1},
                                          {"mean", MeasureOp::kMean, 1, 1},
                                          {"integral", MeasureOp::kIntegral, 1, 1},
                                          {"rms", MeasureOp::kRms, 1, 1},
                                          {"std", MeasureOp::kStd, 1, 1},
                                          {"peak", MeasureOp::kPeak, 1, 1},
                                          {"range", MeasureOp::kRange, 1, 1},
                                          {"argmax", MeasureOp::kArgmax, 1, 1},
                                          {"argmin", MeasureOp::kArgmin, 1, 1},
                                          {"at", MeasureOp::kAt, 2, 2},
                                          {"settle", MeasureOp::kSettle, 2, 3},
                                          {"overshoot", MeasureOp::kOvershoot, 1, 2},
                                          {"rise", MeasureOp::kRise, 1, 1},
                                          {"crossing", MeasureOp::kCrossing, 2, 2},
                                          {"duration", MeasureOp::kDuration, 1, 1}};

using Values = std::vector<double>;

template <class Function>
Values Map(Values a, Function&& function) {
  for (double& value : a) value = function(value);
  return a;
}

template <class Function>
Values Zip(Values a, Values b, Function&& function) {
  if (a.empty() || b.empty()) return {};
  if (a.size() < b.size()) a.resize(b.size(), a[0]);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = function(a[i], b.size() == 1 ? b[0] : b[i]);
  return a;
}

double Truth(bool holds) { return holds ? 1 : 0; }

Values Binary(MeasureOp op, Values a, Values b) {
  auto zip = [&](auto function) { return Zip(std::move(a), std::move(b), function); };
  switch (op) {
    case MeasureOp::kAdd:
      return zip([](double x, double y) { return x + y; });
    case MeasureOp::kSubtract:
      return zip([](double x, double y) { return x - y; });
    case MeasureOp::kMultiply:
      return zip([](double x, double y) { return x * y; });
    case MeasureOp::kDivide:
      return zip([](double x, double y) { return x / y; });
    case MeasureOp::kPower:
      return zip([](double x, double y) { return y == 2 ? x * x : std::pow(x, y); });
    case MeasureOp::kLess:
      return zip([](double x, double y) { return Truth(x < y); });
    case MeasureOp::kLessEqual:
      return zip([](double x, double y) { return Truth(x <= y); });
    case MeasureOp::kGreater:
      return zip([](double x, double y) { return Truth(x > y); });
    case MeasureOp::kGreaterEqual:
      return zip([](double x, double y) { return Truth(x >= y); });
    case MeasureOp::kEqual:
      return zip([](double x, double y) { return Truth(x == y); });
    case MeasureOp::kNotEqual:
      return zip([](double x, double y) { return Truth(x != y); });
    case MeasureOp::kLesser:
      return zip([](double x, double y) { return std::min(x, y); });
    default:
      return zip([](double x, double y) { return std::max(x, y); });
  }
}

Values Unary(MeasureOp op, Values a) {
  auto map = [&](auto function) { return Map(std::move(a), function); };
  switch (op) {
    case MeasureOp::kNegate:
      return map([](double x) { return -x; });
    case MeasureOp::kAbs:
      return map([](double x) { return std::abs(x); });
    case MeasureOp::kSqrt:
      return map([](double x) { return std::sqrt(x); });
    case MeasureOp::kExp:
      return map([](double x) { return std::exp(x); });
    case MeasureOp::kLog:
      return map([](double x) { return std::log(x); });
    case MeasureOp::kLog10:
      return map([](double x) { return std::log10(x); });
    case MeasureOp::kSin:
      return map([](double x) { return std::sin(x); });
    case MeasureOp::kCos:
      return map([](double x) { return std::cos(x); });
    case MeasureOp::kTan:
      return map([](double x) { return std::tan(x); });
    case MeasureOp::kAtan:
      return map([](double x) { return std::atan(x); });
    default:
      return map([](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; });
  }
}

double Mean(std::span<const double> time, const Values& x) {
  if (x.size() == 1) return x[0];
  double length = time.back() - time.front();
  return length > 0 ? IntegralOf(time, x) / length : x.back();
}

// 10 % to 90 % of the way from the first to the last value.
double RiseTime(std::span<const double> time, const Values& x) {
  if (x.size() < 2 || x.front() == x.back()) return kNone;
  double height = x.back() - x.front();
  return CrossingTime(time, x, x.front() + 0.9 * height) - CrossingTime(time, x, x.front() + 0.1 * height);
}

double Overshoot(const Values& x, double target) {
  double height = target - x.front();
  if (height == 0) return kNone;
  double most = height > 0 ? *std::ranges::max_element(x) - target : target - *std::ranges::min_element(x);
  return std::max(0.0, most) / std::abs(height);
}

// Of one column, with further arguments that are numbers.
double Reduce(MeasureOp op, std::span<const double> time, const Values& x, std::span<const double> further) {
  if (x.empty() || time.empty()) return kNone;
  auto time_of = [&](auto place) {
    return x.size() == 1 ? time.front() : time[static_cast<std::size_t>(place - x.begin())];
  };
  switch (op) {
    case MeasureOp::kFinal:
      return x.back();
    case MeasureOp::kInitial:
      return x.front();
    case MeasureOp::kMax:
      return *std::ranges::max_element(x);
    case MeasureOp::kMin:
      return *std::ranges::min_element(x);
    case MeasureOp::kRange:
      return *std::ranges::max_element(x) - *std::ranges::min_element(x);
    case MeasureOp::kPeak:
      return std::max(std::abs(*std::ranges::max_element(x)), std::abs(*std::ranges::min_element(x)));
    case MeasureOp::kArgmax:
      return time_of(std::ranges::max_element(x));
    case MeasureOp::kArgmin:
      return time_of(std::ranges::min_element(x));
    case MeasureOp::kMean:
      return Mean(time, x);
    case MeasureOp::kIntegral:
    case MeasureOp::kDuration:
      return IntegralOf(time, x);
    case MeasureOp::kRms:
      return std::sqrt(std::max(0.0, Mean(time, Map(x, [](double v) { return v * v; }))));
    case MeasureOp::kStd: {
      double mean = Mean(time, x);
      return std::sqrt(std::max(0.0, Mean(time, Map(x, [&](double v) { return (v - mean) * (v - mean); }))));
    }
    case MeasureOp::kAt:
      return ValueAt(time, x, further[0]);
    case MeasureOp::kSettle: {
      double target = further.size() > 1 ? further[1] : x.back();
      return SettlingTime(time, x, target, further[0] * std::abs(target - x.front()));
    }
    case MeasureOp::kOvershoot:
      return Overshoot(x, further.empty() ? x.back() : further[0]);
    case MeasureOp::kRise:
      return RiseTime(time, x);
    case MeasureOp::kCrossing:
      return CrossingTime(time, x, further[0]);
    default:
      return kNone;
  }
}

// Of a condition: piecewise constant, each row holds until the next.
double DurationOf(std::span<const double> time, const Values& x) {
  if (x.size() == 1) return x[0] != 0 ? time.back() - time.front() : 0;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    if (x[i] != 0) sum += time[i + 1] - time[i];
  return sum;
}

}  // namespace

const MeasureFunction* FindMeasureFunction(std::string_view name, std::size_t arguments) {
  for (const MeasureFunction& function : kFunctions)
    if (function.name == name && arguments >= function.least && arguments <= function.most) return &function;
  return nullptr;
}

std::vector<std::string_view> MeasureFunctionNames() {
  std::vector<std::string_view> names;
  for (const MeasureFunction& function : kFunctions)
    if (names.empty() || names.back() != function.name) names.push_back(function.name);
  return names;
}

std::vector<double> EvaluateNode(const Measure::Node& node, const Samples& samples) {
  auto part = [&](std::size_t i) { return EvaluateNode(*node.parts[i], samples); };
  switch (node.op) {
    case MeasureOp::kNumber:
      return {node.number};
    case MeasureOp::kTime:
      return samples.time;
    case MeasureOp::kSignal:
      return samples.columns[node.signal];
    case MeasureOp::kIf: {
      Values condition = part(0), a = part(1), b = part(2);
      std::size_t rows = std::max({condition.size(), a.size(), b.size()});
      Values out(rows);
      auto of = [](const Values& v, std::size_t i) { return v.size() == 1 ? v[0] : v[i]; };
      for (std::size_t i = 0; i < rows; ++i) out[i] = of(condition, i) != 0 ? of(a, i) : of(b, i);
      return out;
    }
    case MeasureOp::kDuration:
      return {samples.time.empty() ? kNone : DurationOf(samples.time, part(0))};
    default:
      break;
  }
  if (node.op >= MeasureOp::kFinal) {
    std::vector<double> further;
    for (std::size_t i = 1; i < node.parts.size(); ++i) {
      Values value = part(i);
      further.push_back(value.empty() ? kNone : value.back());
    }
    return {Reduce(node.op, samples.time, part(0), further)};
  }
  return node.parts.size() == 1 ? Unary(node.op, part(0)) : Binary(node.op, part(0), part(1));
}

}  // namespace mica::study
