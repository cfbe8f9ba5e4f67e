#include "run/event_handler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace mica::run {

namespace {

constexpr double kNear = 1e-6;  // to its edge: of the size of what a crossing function is computed from

// Between -1 and -1/2 or 1/2 and 1, the same in every run: no two states are moved alike, lest what depends on their difference stays what it was.
double DisturbanceOf(std::size_t state) {
  std::uint64_t hash = (state + 1) * std::uint64_t{0x9E3779B97F4A7C15};
  double size = 0.5 + 0.5 * static_cast<double>((hash >> 32) & 0xFFFF) / 0xFFFF;
  return (hash >> 63) != 0 ? size : -size;
}

}  // namespace

bool EventHandler::RecordDelays(bool at_event) {
  if (instance_.RecordDistributions() != Status::kOk) return false;
  if (delay_values_.empty()) return true;
  if (instance_.Delays(delay_values_) != Status::kOk) return false;
  instance_.delays().Record(instance_.time(), delay_values_.data(), at_event);
  return true;
}

void EventHandler::ReadContinuous(std::vector<double>& values) {
  std::size_t n = instance_.state_slots().size();
  values.resize(2 * n);
  instance_.GetStates(std::span(values).first(n));
  instance_.GetDerivatives(std::span(values).last(n));
}

bool EventHandler::Refresh(bool may_continue) {
  continues_ = may_continue;
  sides_changed_ = false;
  if (!calendar_.Refresh()) return false;
  if (g_.empty()) return true;
  if (instance_.Derivatives() != Status::kOk || instance_.Crossings(g_) != Status::kOk) return false;
  // A relation that the event changed is watched from its new side, also where nothing of the states has changed.
  if (may_continue && std::ranges::equal(held_before_, instance_.held()) && watch_.Keeps(g_)) return true;
  sides_changed_ = true;
  MeasureNoise();
  std::size_t crossing = 0;
  for (std::size_t held = 0; held < instance_.held().size(); ++held) {
    const MicaRelation& relation = instance_.table().relations[held];
    for (std::size_t k = 0; k < relation.crossings.count; ++k) relations_[crossing++] = instance_.held()[held];
    if (relation.crossings.count == 1) MeasureSides(relation, crossing - 1);
    for (std::size_t k = crossing - relation.crossings.count; k < crossing && !noise_.empty(); ++k)
      watch_.SetSideSize(k, std::max(std::isfinite(side_sizes_[k]) ? side_sizes_[k] : 0.0, noise_[k] / CrossingWatch::kSideShare));
  }
  watch_.Restart(g_, relations_, instance_.time());
  return true;
}

// What the crossing functions make of errors that their sides do not show (u > eps, where u is a difference of large terms that ought to be zero), found by
// trying: the states are moved by as much as the systems behind them are solved to.
// With integrators in the dynamics (MicaModelTable.inlined) slopes are differences of states over the moment that these look ahead, and rounding of a state is
// divided by it. There they are moved by rounding and no more: what a crossing leaves of a current or a velocity must be so small that a switch stops it
// within the moment.
void EventHandler::MeasureNoise() {
  if (!WantsNoise()) return;
  constexpr double kOfRounding = 8;  // one disturbance may leave a function nearly as it was
  // With inlined integrators each evaluation takes states a moment further: everything is put back.
  reals_here_.assign(instance_.reals().begin(), instance_.reals().end());
  noise_.assign(g_.size(), 0);
  for (std::size_t i = 0; i < instance_.state_slots().size(); ++i) {
    double& state = instance_.reals()[instance_.state_slots()[i]];
    if (instance_.table().inlined.count > 0) state = std::nextafter(state, i % 2 == 0 ? 2 * state : 0.0);
    else state *= 1 + CrossingWatch::kSideShare * DisturbanceOf(i);
  }
  if (instance_.Derivatives() == Status::kOk && instance_.Crossings(noise_) == Status::kOk) {
    for (std::size_t i = 0; i < g_.size(); ++i) noise_[i] = std::isfinite(noise_[i] - g_[i]) ? kOfRounding * std::abs(noise_[i] - g_[i]) : 0;
  } else {
    std::ranges::fill(noise_, 0.0);
    instance_.reports().ClearFailure();
  }
  std::ranges::copy(reals_here_, instance_.reals().begin());
}

// At the start, and where a function is near its edge that was never so large that its band is far above what noise there may be.
bool EventHandler::WantsNoise() const {
  if (instance_.table().inlined.count > 0 || noise_.empty()) return true;
  for (std::size_t i = 0; i < g_.size(); ++i) {
    double size = watch_.side_size(i), magnitude = watch_.magnitude(i);
    if (magnitude <= size && std::abs(g_[i]) <= kNear * size) return true;
  }
  return false;
}

// Only where it matters: at the start, and near the edge.
void EventHandler::MeasureSides(const MicaRelation& relation, std::size_t crossing) {
  double& size = side_sizes_[crossing];
  if (std::isfinite(size) && std::abs(g_[crossing]) > kNear * size) return;
  size = 0;
  if ((relation.flags & MICA_RELATION_COMPARES) != 0)
    for (std::uint32_t side : {relation.left, relation.right}) {
      double value = side == MICA_NONE ? 0 : mica_formula_value(&instance_.table(), side, &instance_.raw());
      if (std::isfinite(value)) size = std::max(size, std::abs(value));
    }
  watch_.SetSideSize(crossing, size);
}

bool EventHandler::Iterate(bool pre_is_set) {
  return iteration_.Run(pre_is_set, [&] {
    std::erase_if(due_, [&](std::size_t held) { return instance_.held()[held] != held_before_[held]; });
    return false;
  });
}

// With the flags of samplers up in the first pass, whose row is kept.
bool EventHandler::IterateTick() {
  return iteration_.Run(true, [&] {
    std::erase_if(due_, [&](std::size_t held) { return instance_.held()[held] != held_before_[held]; });
    if (!calendar_.has_flags()) return false;
    std::span<const double> row = rows_.Row(instance_);
    flag_row_.assign(row.begin(), row.end());
    return calendar_.ClearFlags();
  });
}

// Relations that were due and have not changed may be strict: once more, just after. Time moves only if one of them changes then.
bool EventHandler::LookAgain() {
  if (!calendar_.Refresh()) return false;
  std::erase_if(due_, [&](std::size_t held) { return std::isfinite(calendar_.relation_time(held)) && calendar_.relation_time(held) > instance_.time(); });
  if (due_.empty()) return true;
  double time = instance_.time();
  std::size_t before = due_.size();
  instance_.SetTime(std::nextafter(time, std::numeric_limits<double>::infinity()));
  if (!Iterate(false)) return false;
  if (due_.size() == before) instance_.SetTime(time);
  return true;
}

bool EventHandler::KeepsContinuous() const {
  std::size_t n = continuous_before_.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    double jump = std::abs(continuous_after_[n + i] - continuous_before_[n + i]);
    if (continuous_before_[i] != continuous_after_[i] || !(jump <= (i < negligible_slopes_.size() ? negligible_slopes_[i] : 0))) return false;
  }
  return true;
}

// Discrete variables exactly, others up to rounding: what a system gives when it is solved again.
bool EventHandler::KeepsAll() {
  std::span<const double> now = instance_.reals();
  for (std::uint32_t slot : instance_.discrete_slots())
    if (now[slot] != reals_before_[slot]) return false;
  constexpr double kRounding = 1e-9, kNothing = 1e-12;  // of the value, of its nominal value
  for (std::size_t i = 0; i < now.size(); ++i) {
    double jump = std::abs(now[i] - reals_before_[i]);
    if (!(jump <= kRounding * std::abs(now[i]) + kNothing * std::abs(instance_.nominal()[i])) && !(std::isnan(now[i]) && std::isnan(reals_before_[i]))) return false;
  }
  return true;
}

// Looks at the modes a moment ahead, where the states are by a step of Euler's method (those that a switch fixes by the implicit one, in the equations). If
// they are others there, the event ends there: the moment is short beside every step.
bool EventHandler::SettleModes() {
  if (!iteration_.open_mode()) return true;
  double time = instance_.time(), ahead = time + look_ahead_;
  if (!(ahead > time)) return true;
  std::size_t n = instance_.state_slots().size();
  ReadContinuous(continuous_after_);
  states_here_.assign(continuous_after_.begin(), continuous_after_.begin() + static_cast<std::ptrdiff_t>(n));
  states_ahead_ = states_here_;
  const MicaModelTable& t = instance_.table();
  std::span<const std::uint32_t> states = List(t, t.states), inlined = List(t, t.inlined);
  for (std::size_t i = 0; i < n; ++i)
    if (std::isfinite(continuous_after_[n + i]) && std::ranges::find(inlined, states[i]) == inlined.end())
      states_ahead_[i] += look_ahead_ * continuous_after_[n + i];
  held_here_.assign(instance_.held().begin(), instance_.held().end());
  instance_.SetTime(ahead);
  instance_.SetStates(states_ahead_);
  if (!Iterate(false)) return false;
  if (!std::ranges::equal(held_here_, instance_.held())) return true;
  instance_.SetTime(time);
  instance_.SetStates(states_here_);
  // What depends on time alone was computed for the moment ahead, and counts as computed.
  if (t.steps_time_slot != MICA_NONE) instance_.reals()[t.steps_time_slot] = std::numeric_limits<double>::quiet_NaN();
  return true;
}

EventEnd EventHandler::Handle(bool is_state_event, const std::function<void()>& change) {
  if (!RecordDelays()) return EventEnd::kFailed;
  std::span<const double> left = rows_.Row(instance_);
  left_row_.assign(left.begin(), left.end());
  if (is_state_event) reals_before_.assign(instance_.reals().begin(), instance_.reals().end());
  double time = instance_.time();
  instance_.delays().SetRestartTime(time);
  ReadContinuous(continuous_before_);
  held_before_.assign(instance_.held().begin(), instance_.held().end());
  calendar_.DueRelations(time, due_);
  instance_.UpdatePre();
  if (change) change();
  bool ticks = calendar_.SetFlags(time), is_left_written = false;
  // The row of before is written once it is known that there is an event, and before time moves on.
  auto write_left = [&] { return std::exchange(is_left_written, true) || append_(left_row_); };
  bool may_be_nothing = is_state_event && !ticks && !change && due_.empty();
  if (!may_be_nothing && !write_left()) return EventEnd::kNotWritten;
  if (!(ticks ? IterateTick() : Iterate(true))) return write_left() ? EventEnd::kFailed : EventEnd::kNotWritten;
  if (ticks && rows_.HasPulse(left_row_, flag_row_, rows_.Row(instance_)) && !append_(flag_row_)) return EventEnd::kNotWritten;
  if (!due_.empty() && !LookAgain()) return EventEnd::kFailed;
  if (iteration_.open_mode() && !write_left()) return EventEnd::kNotWritten;
  if (!SettleModes()) return EventEnd::kFailed;
  changed_nothing_ = may_be_nothing && !iteration_.reinitialized() && KeepsAll();
  if (!changed_nothing_ && (!write_left() || !append_(rows_.Row(instance_)))) return EventEnd::kNotWritten;
  ReadContinuous(continuous_after_);
  // After a state event the step in hand goes beyond it: unless nothing has changed, it is of another mode.
  bool same = instance_.time() == time && !change && !iteration_.reinitialized() && KeepsContinuous() && (!is_state_event || changed_nothing_);
  // A step found a crossing that the event does not see: with integrators in the dynamics, by what MeasureNoise finds here, beyond the band of before.
  same = same && (!is_state_event || instance_.table().inlined.count == 0);
  if (!RecordDelays(!same) || !Refresh(same)) return EventEnd::kFailed;
  return EventEnd::kDone;
}

}  // namespace mica::run
