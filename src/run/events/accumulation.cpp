#include "run/events/accumulation.h"

#include <fmt/format.h>

#include <algorithm>

#include "run/codes.h"

namespace mica::run {

AccumulationWatch::AccumulationWatch(Instance& instance, std::span<const std::uint32_t> held_of_crossing, double step)
    : instance_(instance),
      histories_(2 * held_of_crossing.size()),
      deadlines_(held_of_crossing.size(), kNever),
      step_(step) {
  const MicaModelTable& t = instance.table();
  for (std::uint32_t held : held_of_crossing) conditions_.push_back(List(t, t.relations[held].conditions));
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
    if (!is_reinitialized)
      continue;  // as when the ball leaves the floor: it does not count, nor does it end what went before
    double interval = noted_ - history.last;
    // Intervals of a fixed step are whole numbers of steps: what shrinks slowly may stay the same. Where little is left
    // of them, so may others.
    constexpr double kAsLong = 1.5;
    bool is_deep = step_ == 0 && history.interval < kShrunk * history.first_interval;
    bool shrinks =
        history.has_last && history.interval > 0 && interval < (is_deep ? kAsLong : 1) * history.interval + 0.5 * step_;
    if (!shrinks || history.shrinking == 0) history.first_interval = shrinks ? history.interval : interval;
    history.ratio = shrinks ? std::min(1.0, interval / history.interval) : 1;
    history.shrinking = shrinks ? history.shrinking + 1 : 0;
    if (history.has_last) history.interval = interval;
    history.has_last = true;
    history.last = noted_;
    history.last_rise = history.rise;
    history.rise = 0;
    double expected = history.interval * history.ratio;
    bool accumulates =
        step_ > 0 ? (history.shrinking >= 2 || (history.shrinking == 1 && history.ratio < 0.5)) &&
                        expected <= kFewSteps * step_
                  : history.shrinking >= kShrinkingEvents && history.interval < kShrunk * history.first_interval;
    if (accumulates) deadlines_[i / 2] = noted_ + kSilence * expected + 2 * step_;
  }
  earliest_ = deadlines_.empty() ? kNever : *std::min_element(deadlines_.begin(), deadlines_.end());
}

bool AccumulationWatch::IsLost(std::size_t crossing, const CrossingWatch& watch) const {
  if (step_ > 0) return true;
  double depth = watch.excursion(crossing) * watch.band(crossing);
  if (depth <= LastRise(crossing)) return false;
  std::span<const std::uint32_t> slots = conditions_[crossing];
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
  const MicaModelTable& t = instance_.table();
  std::uint32_t relation = held_of_crossing[first_];
  Diagnostic& warning = sink.Report(kAccumulatingEvents, SpanOf(t, t.relations[relation].origin),
                                    fmt::format("events of {} came in ever shorter intervals, and after time = {} the "
                                                "step of {} s is too long to see the next: the run went on without it",
                                                RelationText(t, relation), NumberText(first_time_), NumberText(step_)));
  warning.hint =
      "say what happens at rest, for example by a state machine that leaves the motion when it has become small";
}

}  // namespace mica::run
