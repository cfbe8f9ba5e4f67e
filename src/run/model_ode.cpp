#include "run/model_ode.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "structure/linearise_dynamics.h"

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

ModelOde::ModelOde(Instance& instance, CrossingWatch& watch, const InputSignals* inputs, bool may_fail)
    : instance_(instance), watch_(watch), inputs_(inputs), formulas_(instance), may_fail_(may_fail) {
  for (std::size_t i = 0; i < watch.size(); ++i) has_unknown_range_ = has_unknown_range_ || !formulas_.is_formula(i);
  for (std::uint32_t slot : instance.state_slots()) {
    double nominal = std::abs(instance.nominal()[slot]);
    nominal_.push_back(nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  }
  const structure::BlockModel& model = instance.model();
  point_.reserve(instance.reals().size());
  for (std::size_t i = 0; i < model.stage_bases.size() && model.stage_slopes.empty(); ++i) is_explicit_.push_back(model.stage_bases[i] == model.states[i] ? 1 : 0);
  if (structure::FindLinearisation(model)) FindLinearisation();
}

void ModelOde::FindLinearisation() {
  const structure::BlockModel& model = instance_.model();
  const structure::System& steps = *structure::FindLinearisation(model);
  OdeLinearisation& linear = linearisation_.emplace();
  auto states = static_cast<std::uint32_t>(model.states.size()), variables = static_cast<std::uint32_t>(steps.unknowns.size());
  std::unordered_map<ScalarId, std::uint32_t> column_of;
  for (std::uint32_t i = 0; i < states; ++i) column_of.emplace(model.states[i], i);
  linear.magnitudes = nominal_;
  for (std::uint32_t k = 0; k < variables; ++k) {
    column_of.emplace(steps.unknowns[k], states + k);
    double nominal = std::abs(instance_.nominal()[model.scalars[steps.unknowns[k]].slot]);
    linear.magnitudes.push_back(nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  }
  for (ScalarId state : model.states) {
    ScalarId derivative = model.scalars[state].derivative;
    const structure::Scalar& scalar = model.scalars[derivative];
    auto column = column_of.find(scalar.alias_of.valid() ? scalar.alias_of : derivative);
    if (column == column_of.end()) linear.slopes.push_back({});
    else linear.slopes.push_back({column->second, scalar.alias_of.valid() ? scalar.alias_sign : 1});
  }
  // In the block model the states come after the variables.
  for (const structure::JacobianEntry& entry : steps.jacobian)
    linear.entries.push_back({entry.row, entry.column < variables ? entry.column + states : entry.column - variables});
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
  bool good = instance_.code().systems[instance_.code().system_count - 1].jacobian(&instance_.raw(), entries.data()) == MICA_OK;
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
  if (status == Status::kOk) watch_.Transform(values, true, instance_.time());
  return status;
}

}  // namespace mica::run
