#include "run/events/crossing_ranges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace mica::run {

namespace {

// [0, 1], or what is certain.
Interval Truth(bool surely, bool surely_not) { return {surely ? 1.0 : 0.0, surely_not ? 0.0 : 1.0}; }

}  // namespace

CrossingRanges::CrossingRanges(Instance& instance)
    : instance_(instance), values_(instance.table().nodes_count), magnitudes_(instance.table().input_nodes.count) {}

double CrossingRanges::Movement(Interval time, std::span<const double> low, std::span<const double> high) {
  const MicaModelTable& t = instance_.table();
  if ((t.flags & MICA_MODEL_FREE_INPUTS) != 0) return std::numeric_limits<double>::infinity();
  for (std::uint32_t at : List(t, t.input_formula)) values_[at] = Value(t.nodes[at], time, low, high);
  double movement = 0;
  std::span<const std::uint32_t> inputs = List(t, t.input_nodes);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Interval range = values_[inputs[i]];
    double width = range.high - range.low;
    if (width == 0) continue;
    if (!std::isfinite(width)) return std::numeric_limits<double>::infinity();
    magnitudes_[i] = std::max({magnitudes_[i], std::abs(range.low), std::abs(range.high)});
    movement = std::max(movement, width / magnitudes_[i]);
  }
  return movement;
}

Interval CrossingRanges::RangeOf(std::size_t crossing, Interval time, std::span<const double> low,
                                 std::span<const double> high) {
  const MicaModelTable& t = instance_.table();
  std::span<const std::uint32_t> formula = List(t, t.crossing_formulas[crossing]);
  for (std::uint32_t at : formula) values_[at] = Value(t.nodes[at], time, low, high);
  return values_[formula.back()];
}

Interval CrossingRanges::Value(const MicaNode& node, Interval time, std::span<const double> low,
                               std::span<const double> high) const {
  switch (node.op) {
    case MICA_NODE_NUMBER:
      return Interval::At(node.number);
    case MICA_NODE_TIME:
      return time;
    case MICA_NODE_STATE:
      return {low[node.place], high[node.place]};
    case MICA_NODE_SLOT:
      return Interval::At(instance_.reals()[node.place]);
    case MICA_NODE_HELD:
      return Interval::At(instance_.held()[node.place]);
    default:
      break;
  }
  Interval x = values_[node.args[0]], y = values_[node.args[1]];
  switch (node.op) {
    case MICA_NODE_NEG:
      return -x;
    case MICA_NODE_NOT:
      return Interval{1, 1} - x;
    case MICA_NODE_ADD:
      return x + y;
    case MICA_NODE_SUB:
      return x - y;
    case MICA_NODE_MUL:
      return node.args[0] == node.args[1] ? Pow(x, {2, 2}) : x * y;
    case MICA_NODE_DIV:
      return x / y;
    case MICA_NODE_POW:
      return Pow(x, y);
    case MICA_NODE_MIN:
      return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case MICA_NODE_MAX:
      return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case MICA_NODE_AND:
      return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case MICA_NODE_OR:
      return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case MICA_NODE_LESS:
    case MICA_NODE_LESS_EQUAL:
      return Truth(x.high<y.low, x.low> y.high);
    case MICA_NODE_GREATER:
    case MICA_NODE_GREATER_EQUAL:
      return Truth(x.low > y.high, x.high < y.low);
    case MICA_NODE_EQUAL:
      return Truth(x.is_point() && y.is_point() && x.low == y.low, x.high < y.low || x.low > y.high);
    case MICA_NODE_NOT_EQUAL:
      return Truth(x.high < y.low || x.low > y.high, x.is_point() && y.is_point() && x.low == y.low);
    case MICA_NODE_IF:
      return x.low > 0.5 ? y : x.high < 0.5 ? values_[node.args[2]] : Hull(y, values_[node.args[2]]);
    case MICA_NODE_SIN:
      return Sin(x);
    case MICA_NODE_COS:
      return Cos(x);
    case MICA_NODE_TAN:
      return Tan(x);
    case MICA_NODE_ASIN:
      return Rising(x, [](double v) { return std::asin(v); });
    case MICA_NODE_ACOS:
      return -Rising(x, [](double v) { return -std::acos(v); });  // it falls
    case MICA_NODE_ATAN:
      return Rising(x, [](double v) { return std::atan(v); });
    case MICA_NODE_ATAN2:
      return {-std::numbers::pi, std::numbers::pi};
    case MICA_NODE_SINH:
      return Rising(x, [](double v) { return std::sinh(v); });
    case MICA_NODE_COSH:
      return Rising(Abs(x), [](double v) { return std::cosh(v); });
    case MICA_NODE_TANH:
      return Rising(x, [](double v) { return std::tanh(v); });
    case MICA_NODE_EXP:
      return Exp(x);
    case MICA_NODE_LOG:
      return Log(x);
    case MICA_NODE_LOG10:
      return x.low > 0 ? Interval{std::log10(x.low), std::log10(x.high)} : Interval{};
    case MICA_NODE_SQRT:
      return Sqrt(x);
    case MICA_NODE_ABS:
      return Abs(x);
    case MICA_NODE_SIGN:
      return {x.low > 0 ? 1.0 : x.low < 0 ? -1.0 : 0.0, x.high > 0 ? 1.0 : x.high < 0 ? -1.0 : 0.0};
    default:
      return {};
  }
}

}  // namespace mica::run
