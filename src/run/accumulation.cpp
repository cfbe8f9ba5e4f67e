#include "run/accumulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace mica::run {

namespace {

using structure::Step;

// Of each relation, the conditions of clauses that reinitialize a state and depend on it, through Booleans.
class ReinitConditions {
 public:
  explicit ReinitConditions(const Instance& instance) : model_(instance.model()), pool_(instance.runnable().store->exprs) {
    for (const Step& step : model_.dynamics)
      if (step.kind == Step::Kind::kAssign && step.targets.size() == 1 && step.targets[0].valid()) values_[step.targets[0].index()] = step.value;
    for (const Step& step : model_.dynamics)
      for (const Step::Branch& branch : step.branches) {
        bool reinitializes = std::ranges::any_of(branch.steps, [](const Step& inner) { return inner.kind == Step::Kind::kReinit; });
        if (reinitializes) AddTrigger(branch.trigger);
      }
  }
  std::vector<std::uint32_t> Of(std::uint32_t held) const {
    auto found = slots_.find(held);
    return found == slots_.end() ? std::vector<std::uint32_t>() : std::vector<std::uint32_t>(found->second.begin(), found->second.end());
  }

 private:
  // A trigger is made of conditions, c and not pre(c).
  void AddTrigger(Expr e) {
    if (!e.valid() || pool_.op(e) == Op::kPre) return;
    if (pool_.op(e) == Op::kScalar) {
      std::set<std::size_t> seen;
      AddHeld(e, model_.scalars[Owner(pool_.scalar(e))].slot, seen);
      return;
    }
    for (Expr arg : pool_.args(e)) AddTrigger(arg);
  }
  void AddHeld(Expr e, std::uint32_t slot, std::set<std::size_t>& seen) {
    if (!e.valid() || pool_.op(e) == Op::kPre || !seen.insert(e.index()).second) return;
    if (pool_.op(e) == Op::kHeld) slots_[static_cast<std::uint32_t>(pool_.payload(e))].insert(slot);
    if (pool_.op(e) == Op::kScalar) {
      auto value = values_.find(Owner(pool_.scalar(e)).index());
      if (value != values_.end()) AddHeld(value->second, slot, seen);
    }
    for (Expr arg : pool_.args(e)) AddHeld(arg, slot, seen);
  }
  ScalarId Owner(ScalarId id) const { return model_.scalars[id].alias_of.valid() ? model_.scalars[id].alias_of : id; }

  const structure::BlockModel& model_;
  const ExprPool& pool_;
  std::map<std::size_t, Expr> values_;
  std::map<std::uint32_t, std::set<std::uint32_t>> slots_;
};

}  // namespace

AccumulationWatch::AccumulationWatch(Instance& instance, std::span<const std::uint32_t> held_of_crossing, double step)
    : instance_(instance), histories_(2 * held_of_crossing.size()), deadlines_(held_of_crossing.size(), kNever), step_(step) {
  ReinitConditions conditions(instance);
  for (std::uint32_t held : held_of_crossing) conditions_.push_back(conditions.Of(held));
}

void AccumulationWatch::Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch) {
  noted_ = time;
  for (std::size_t crossing : crossed) {
    deadlines_[crossing] = kNever;
    for (std::size_t direction : {0, 1}) {
      double& rise = histories_[2 * crossing + direction].rise;
      rise = std::max(rise, watch.excursion(crossing) * watch.band(crossing));
    }
    histories_[2 * crossing + (watch.is_above(crossing) ? 1 : 0)].is_noted = true;
  }
}

void AccumulationWatch::Settle(bool is_reinitialized) {
  for (std::size_t i = 0; i < histories_.size(); ++i) {
    History& history = histories_[i];
    if (!history.is_noted) continue;
    history.is_noted = false;
    if (!is_reinitialized) continue;  // as when the ball leaves the floor: it does not count, nor does it end what went before
    double interval = noted_ - history.last;
    // Intervals of a fixed step are whole numbers of steps: what shrinks slowly may stay the same. Where little is left of them, so may others.
    constexpr double kAsLong = 1.5;
    bool is_deep = step_ == 0 && history.interval < kShrunk * history.first_interval;
    bool shrinks = history.has_last && history.interval > 0 && interval < (is_deep ? kAsLong : 1) * history.interval + 0.5 * step_;
    if (!shrinks || history.shrinking == 0) history.first_interval = shrinks ? history.interval : interval;
    history.ratio = shrinks ? std::min(1.0, interval / history.interval) : 1;
    history.shrinking = shrinks ? history.shrinking + 1 : 0;
    if (history.has_last) history.interval = interval;
    history.has_last = true;
    history.last = noted_;
    history.last_rise = history.rise;
    history.rise = 0;
    double expected = history.interval * history.ratio;
    bool accumulates = step_ > 0 ? (history.shrinking >= 2 || (history.shrinking == 1 && history.ratio < 0.5)) && expected <= kFewSteps * step_
                                 : history.shrinking >= kShrinkingEvents && history.interval < kShrunk * history.first_interval;
    if (accumulates) deadlines_[i / 2] = noted_ + kSilence * expected + 2 * step_;
  }
  earliest_ = deadlines_.empty() ? kNever : *std::min_element(deadlines_.begin(), deadlines_.end());
}

bool AccumulationWatch::IsLost(std::size_t crossing, const CrossingWatch& watch) const {
  if (step_ > 0) return true;
  double depth = watch.excursion(crossing) * watch.band(crossing);
  if (depth <= std::max(histories_[2 * crossing].last_rise, histories_[2 * crossing + 1].last_rise)) return false;
  const std::vector<std::uint32_t>& slots = conditions_[crossing];
  return slots.empty() || std::ranges::any_of(slots, [&](std::uint32_t slot) { return instance_.reals()[slot] != 0; });
}

std::optional<std::size_t> AccumulationWatch::Find(double time, const CrossingWatch& watch) {
  std::optional<std::size_t> lost;
  for (std::size_t crossing = 0; crossing < deadlines_.size(); ++crossing) {
    if (!(time > deadlines_[crossing])) continue;
    deadlines_[crossing] = kNever;
    if (!IsLost(crossing, watch)) continue;
    lost = crossing;
    if (count_++ > 0) continue;
    first_ = crossing;
    first_time_ = std::max(histories_[2 * crossing].last, histories_[2 * crossing + 1].last);
  }
  earliest_ = *std::min_element(deadlines_.begin(), deadlines_.end());
  return lost;
}

void AccumulationWatch::Report(std::span<const std::uint32_t> held_of_crossing, DiagnosticSink& sink) const {
  if (count_ == 0 || step_ == 0) return;
  const Runnable& runnable = instance_.runnable();
  const structure::Held& relation = runnable.model->held[structure::HeldId(held_of_crossing[first_])];
  std::string text = ComponentText(relation.origin, *runnable.store) + ModelText(relation.value, runnable);
  Diagnostic& told = sink.Warning("W6313", relation.origin.span,
                                  fmt::format("events of {} came in ever shorter intervals, and after time = {} the step of {} s is too long to see the next: the run went on without it",
                                              text, NumberText(first_time_), NumberText(step_)));
  told.hint = "say what happens at rest, for example by a state machine that leaves the motion when it has become small";
}

}  // namespace mica::run
