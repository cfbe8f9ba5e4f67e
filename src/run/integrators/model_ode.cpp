#include "run/integrators/model_ode.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace mica::run {

CrossingWatch::TrueSide TrueSideOf(const MicaRelation& relation) {
  return relation.true_side > 0   ? CrossingWatch::TrueSide::kAbove
         : relation.true_side < 0 ? CrossingWatch::TrueSide::kBelow
                                  : CrossingWatch::TrueSide::kUnknown;
}

ModelOde::ModelOde(Instance& instance, CrossingWatch& watch, const InputSignals* inputs, bool may_fail)
    : instance_(instance), watch_(watch), inputs_(inputs), ranges_(instance), may_fail_(may_fail) {
  for (std::size_t i = 0; i < watch.size(); ++i) has_unknown_range_ = has_unknown_range_ || !ranges_.is_formula(i);
  for (std::uint32_t slot : instance.state_slots()) {
    double nominal = std::abs(instance.nominal()[slot]);
    nominal_.push_back(nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  }
  const MicaModelTable& t = instance.table();
  point_.reserve(instance.reals().size());
  std::span<const std::uint32_t> bases = List(t, t.base_slots), states = List(t, t.state_slots);
  for (std::size_t i = 0; i < bases.size() && t.slope_slots.count == 0; ++i)
    is_explicit_.push_back(bases[i] == states[i] ? 1 : 0);
  if (t.linearisation != MICA_NONE) FindLinearisation();
}

void ModelOde::FindLinearisation() {
  const MicaModelTable& t = instance_.table();
  const MicaSystem& steps = t.systems[t.linearisation];
  OdeLinearisation& linear = linearisation_.emplace();
  std::span<const std::uint32_t> states = List(t, t.states), unknowns = List(t, steps.unknown_scalars);
  auto state_count = static_cast<std::uint32_t>(states.size()), variables = static_cast<std::uint32_t>(unknowns.size());
  std::unordered_map<std::uint32_t, std::uint32_t> column_of;
  for (std::uint32_t i = 0; i < state_count; ++i) column_of.emplace(states[i], i);
  linear.magnitudes = nominal_;
  for (std::uint32_t k = 0; k < variables; ++k) {
    column_of.emplace(unknowns[k], state_count + k);
    double nominal = std::abs(instance_.nominal()[t.scalars[unknowns[k]].slot]);
    linear.magnitudes.push_back(nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  }
  for (std::uint32_t state : states) {
    const MicaScalar& derivative = t.scalars[t.scalars[state].derivative];
    auto column = column_of.find(derivative.owner);
    if (column == column_of.end())
      linear.slopes.push_back({});
    else
      linear.slopes.push_back({column->second, derivative.sign});
  }
  // In the table the states come after the variables.
  std::span<const std::uint32_t> rows = List(t, steps.rows), columns = List(t, steps.columns);
  for (std::size_t k = 0; k < rows.size(); ++k)
    linear.entries.push_back({rows[k], columns[k] < variables ? columns[k] + state_count : columns[k] - variables});
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
  Instance::TrialPoint trial(instance_, may_fail_);
  Status status = instance_.Derivatives();
  if (status != Status::kOk) return status;
  instance_.GetDerivatives(derivatives);
  if (std::all_of(derivatives.begin(), derivatives.end(), [](double value) { return std::isfinite(value); }))
    return Status::kOk;
  non_finite_ = true;
  return Status::kFailed;
}

Status ModelOde::EvaluateAndWatch(double time, std::span<const double> states, std::span<double> derivatives,
                                  std::span<double> values) {
  Status status = Evaluate(time, states, derivatives);
  return status == Status::kOk ? WatchStage(values) : status;
}

Status ModelOde::Stage(double time, std::span<const double> base, double gain, std::span<double> states,
                       std::span<double> derivatives) {
  SetPoint(time, states);
  instance_.raw().event = 0;
  non_finite_ = false;
  Instance::TrialPoint trial(instance_, may_fail_);
  Status status = instance_.Stage(gain, base);
  if (status != Status::kOk) return status;
  instance_.GetStates(states);
  instance_.GetDerivatives(derivatives);
  if (std::all_of(states.begin(), states.end(), [](double value) { return std::isfinite(value); })) return Status::kOk;
  non_finite_ = true;
  return Status::kFailed;
}

Status ModelOde::Linearise(double time, std::span<const double> states, std::span<double> entries) {
  Instance::GeneralCode general(instance_);  // that of a mode leaves out variables that the derivatives refer to
  SetPoint(time, states);
  instance_.raw().event = 0;
  Status status = instance_.Derivatives();
  if (status != Status::kOk) return status;
  Instance::ScratchMark mark = instance_.MarkScratch();
  bool good =
      instance_.code().systems[instance_.table().linearisation].jacobian(&instance_.raw(), entries.data()) == MICA_OK;
  instance_.ReleaseScratch(mark);
  return good ? Status::kOk : Status::kFailed;
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
  if (status == Status::kOk) watch_.Transform(values, true, instance_.time());
  return status;
}

bool ModelOde::MayCross(std::size_t i, double from, double to, std::span<const double> low,
                        std::span<const double> high) {
  Interval range = ranges_.RangeOf(i, {from, to}, low, high);
  return !watch_.Stays(i, range.low, range.high);
}

Status ModelOde::Watch(double time, std::span<const double> states, std::span<double> values) {
  if (values.empty()) return Status::kOk;
  SetPoint(time, states);
  instance_.raw().event = 0;
  Status status = instance_.Derivatives();
  if (status == Status::kOk) status = instance_.Crossings(values);
  if (status == Status::kOk) watch_.Transform(values, true, instance_.time());
  return status;
}

}  // namespace mica::run
