#include "run/integrators/model_ode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace mica::run {

namespace {
bool AllFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}
}  // namespace

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
  // A step takes no memory.
  stage_states_.resize(nominal_.size());
  watch_slopes_.resize(nominal_.size());
  held_.reserve(instance.held().size());
  sides_.reserve(watch.size());
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

Status ModelOde::EvaluateHere(std::span<double> derivatives) {
  non_finite_ = is_beyond_edge_ = false;
  Status status = instance_.Derivatives();
  if (status != Status::kOk) return status;
  GetDerivatives(derivatives);
  non_finite_ = !AllFinite(derivatives);
  return non_finite_ ? Status::kFailed : Status::kOk;
}

// Relations are held while a step is tried, and a trial point may be beyond the edge of one: sqrt(h) in a branch for
// h > 0, at h < 0. There the branch that the relation itself takes is what the model says. The step that goes on with
// it finds the crossing, or that the error is too large.
template <class Work>
Status ModelOde::BeyondEdge(Work&& work) {
  std::span<double> held = instance_.held();
  held_.assign(held.begin(), held.end());
  instance_.raw().event = 1;
  // What depends on time alone was computed in the mode of the step, and is in that of the relations then.
  auto forget = [&] {
    if (std::uint32_t slot = instance_.table().steps_time_slot; slot != MICA_NONE)
      instance_.reals()[slot] = std::numeric_limits<double>::quiet_NaN();
  };
  forget();
  Status status = work();
  forget();
  instance_.raw().event = 0;
  is_beyond_edge_ = status == Status::kOk && !std::ranges::equal(held_, held);
  std::ranges::copy(held_, held.begin());
  return is_beyond_edge_ || status == Status::kFatal ? status : Status::kFailed;
}

Status ModelOde::Evaluate(double time, std::span<const double> states, std::span<double> derivatives) {
  SetPoint(time, states);
  instance_.raw().event = 0;
  Instance::TrialPoint trial(instance_, may_fail_);
  Status status = EvaluateHere(derivatives);
  if (!non_finite_ || !may_fail_ || instance_.held().empty()) return status;
  status = BeyondEdge([&] { return EvaluateHere(derivatives); });
  non_finite_ = status != Status::kOk;
  return status;
}

Status ModelOde::EvaluateAndWatch(double time, std::span<const double> states, std::span<double> derivatives,
                                  std::span<double> values) {
  Status status = Evaluate(time, states, derivatives);
  return status == Status::kOk ? WatchStage(values) : status;
}

Status ModelOde::StageHere(std::span<const double> base, double gain, std::span<double> states,
                           std::span<double> derivatives) {
  instance_.SetStates(states);
  non_finite_ = is_beyond_edge_ = false;
  Status status = instance_.Stage(gain, base);
  if (status != Status::kOk) return status;
  instance_.GetStates(stage_states_);
  if (!AllFinite(stage_states_)) {
    non_finite_ = true;
    return Status::kFailed;
  }
  std::ranges::copy(stage_states_, states.begin());
  GetDerivatives(derivatives);
  return Status::kOk;
}

Status ModelOde::Stage(double time, std::span<const double> base, double gain, std::span<double> states,
                       std::span<double> derivatives) {
  SetPoint(time, states);
  instance_.raw().event = 0;
  Instance::TrialPoint trial(instance_, may_fail_);
  Status status = StageHere(base, gain, states, derivatives);
  if (status != Status::kFailed || !may_fail_ || instance_.held().empty()) return status;
  return BeyondEdge([&] { return StageHere(base, gain, states, derivatives); });
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
  if (status != Status::kOk) return status;
  if (is_beyond_edge_) sides_.assign(values.begin(), values.end());
  watch_.Transform(values, true, instance_.time());
  if (is_beyond_edge_) LeaveBands(values);
  return Status::kOk;
}

// Where the mode of the step has no values, a relation that is beyond its edge by less than its band has crossed.
void ModelOde::LeaveBands(std::span<double> values) const {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (watch_.is_above(i) ? sides_[i] <= 0 && values[i] > 0 : sides_[i] >= 0 && values[i] < 0) values[i] = sides_[i];
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
  is_beyond_edge_ = false;
  Status status = instance_.Derivatives();
  if (status != Status::kOk) return status;
  GetDerivatives(watch_slopes_);
  if (may_fail_ && !AllFinite(watch_slopes_)) (void)BeyondEdge([&] { return EvaluateHere(watch_slopes_); });
  return WatchStage(values);
}

}  // namespace mica::run
