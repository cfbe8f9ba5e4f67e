#include "run/model_ode.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

CrossingWatch::TrueSide TrueSideOf(const structure::Held& held, const Store& store) {
  if (held.crossings.size() != 1 || !held.value.valid()) return CrossingWatch::TrueSide::kUnknown;
  switch (store.exprs.op(held.value)) {
    case Op::kGreater:
    case Op::kGreaterEqual: return CrossingWatch::TrueSide::kAbove;
    case Op::kLess:
    case Op::kLessEqual: return CrossingWatch::TrueSide::kBelow;
    default: return CrossingWatch::TrueSide::kUnknown;
  }
}

ModelOde::ModelOde(Instance& instance, CrossingWatch& watch, const InputSignals* inputs)
    : instance_(instance), watch_(watch), inputs_(inputs), formulas_(instance) {
  for (std::size_t i = 0; i < watch.size(); ++i) has_unknown_range_ = has_unknown_range_ || !formulas_.is_formula(i);
  for (std::uint32_t slot : instance.state_slots()) {
    double nominal = std::abs(instance.nominal()[slot]);
    nominal_.push_back(nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  }
  const structure::BlockModel& model = instance.model();
  point_.reserve(instance.reals().size());
  for (std::size_t i = 0; i < model.stage_bases.size() && model.stage_slopes.empty(); ++i) is_explicit_.push_back(model.stage_bases[i] == model.states[i] ? 1 : 0);
}

void ModelOde::SetPoint(double time, std::span<const double> states) {
  instance_.SetTime(time);
  if (inputs_) inputs_->Apply(time, instance_.reals());
  instance_.SetStates(states);
}

Status ModelOde::Evaluate(double time, std::span<const double> states, std::span<double> derivatives) {
  SetPoint(time, states);
  instance_.raw().event = 0;
  non_finite_ = false;
  Status status = instance_.Derivatives();
  if (status != Status::kOk) return status;
  instance_.GetDerivatives(derivatives);
  if (std::all_of(derivatives.begin(), derivatives.end(), [](double value) { return std::isfinite(value); })) return Status::kOk;
  non_finite_ = true;
  return Status::kFailed;
}

Status ModelOde::EvaluateAndWatch(double time, std::span<const double> states, std::span<double> derivatives, std::span<double> values) {
  Status status = Evaluate(time, states, derivatives);
  return status == Status::kOk ? WatchStage(values) : status;
}

Status ModelOde::Stage(double time, std::span<const double> base, double gain, std::span<double> states, std::span<double> derivatives) {
  SetPoint(time, states);
  instance_.raw().event = 0;
  non_finite_ = false;
  Status status = instance_.Stage(gain, base);
  if (status != Status::kOk) return status;
  instance_.GetStates(states);
  instance_.GetDerivatives(derivatives);
  if (std::all_of(states.begin(), states.end(), [](double value) { return std::isfinite(value); })) return Status::kOk;
  non_finite_ = true;
  return Status::kFailed;
}

void ModelOde::KeepPoint() {
  point_.assign(instance_.reals().begin(), instance_.reals().end());
  point_time_ = instance_.time();
}

Status ModelOde::Tangent(double gain, std::span<const double> direction, std::span<double> slopes) {
  std::ranges::copy(point_, instance_.reals().begin());
  instance_.SetTime(point_time_);
  instance_.raw().event = 0;
  return instance_.Tangent(gain, direction, slopes);
}

Status ModelOde::WatchStage(std::span<double> values) {
  if (values.empty()) return Status::kOk;
  Status status = instance_.Crossings(values);
  if (status == Status::kOk) watch_.Transform(values, true);
  return status;
}

bool ModelOde::MayCross(std::size_t i, double from, double to, std::span<const double> low, std::span<const double> high) {
  Interval range = formulas_.RangeOf(i, {from, to}, low, high);
  return !watch_.Stays(i, range.low, range.high);
}

Status ModelOde::Watch(double time, std::span<const double> states, std::span<double> values) {
  if (values.empty()) return Status::kOk;
  SetPoint(time, states);
  instance_.raw().event = 0;
  Status status = instance_.Derivatives();
  if (status == Status::kOk) status = instance_.Crossings(values);
  if (status == Status::kOk) watch_.Transform(values, true);
  return status;
}

}  // namespace mica::run
