#include "structure/values/gain_values.h"

#include <cmath>

namespace mica::structure {

namespace {
// In seconds, the first of the decades at which factors are looked at (gain_values.h): a sample of step sizes, from
// those of power electronics to those of buildings, not a limit of them.
constexpr double kShortestGain = 1e-8;
}  // namespace

std::optional<GainValues::Samples> GainValues::Of(Expr e) {
  auto [at, is_new] = known_.try_emplace(e);
  if (is_new) at->second = Evaluate(e);
  return at->second;
}

std::optional<GainValues::Samples> GainValues::Evaluate(Expr e) {
  Samples samples;
  if (auto number = store_.exprs.number(e)) {
    samples.fill(*number);
    return samples;
  }
  occurrences_.Clear();
  occurrences_.Add(e);
  if (occurrences_.reads_time() || occurrences_.reads_time_in_held() || occurrences_.reads_history() ||
      occurrences_.reads_iterator())
    return std::nullopt;
  bool holds_gain = false;
  for (const Occurrence& o : occurrences_.found()) {
    ScalarKind kind = model_.scalars[o.scalar].kind;
    if (o.scalar == gain_)
      holds_gain = true;
    else if (kind != ScalarKind::kConstant && kind != ScalarKind::kParameter)
      return std::nullopt;
  }
  double gain = kShortestGain;
  for (std::size_t i = 0; i < kCount; ++i, gain *= 10) {
    if (i > 0 && !holds_gain) {
      samples[i] = samples[0];
      continue;
    }
    gain_value_ = Value::Real(gain, store_.types);
    auto value = Evaluator(store_, *this).Evaluate(e);
    if (!value || !value->is_scalar() || !(value->is_real() || value->is_integral()) || !std::isfinite(value->real()))
      return std::nullopt;
    samples[i] = value->real();
  }
  return samples;
}

}  // namespace mica::structure
