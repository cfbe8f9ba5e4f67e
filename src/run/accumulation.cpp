#include "run/accumulation.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::run {

void AccumulationWatch::Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch) {
  noted_ = time;
  for (std::size_t crossing : crossed) {
    deadlines_[crossing] = kNever;
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
    // Intervals are whole numbers of steps: what shrinks slowly may stay the same.
    bool shrinks = history.has_last && history.interval > 0 && interval < history.interval + 0.5 * step_;
    history.ratio = shrinks ? interval / history.interval : 1;
    history.shrinking = shrinks ? history.shrinking + 1 : 0;
    if (history.has_last) history.interval = interval;
    history.has_last = true;
    history.last = noted_;
    double expected = history.interval * history.ratio;
    bool accumulates = (history.shrinking >= 2 || (history.shrinking == 1 && history.ratio < 0.5)) && expected <= kFewSteps * step_;
    if (accumulates) deadlines_[i / 2] = noted_ + kSilence * expected + 2 * step_;
  }
  earliest_ = deadlines_.empty() ? kNever : *std::min_element(deadlines_.begin(), deadlines_.end());
}

void AccumulationWatch::Find(double time) {
  for (std::size_t crossing = 0; crossing < deadlines_.size(); ++crossing) {
    if (!(time > deadlines_[crossing])) continue;
    deadlines_[crossing] = kNever;
    if (count_++ > 0) continue;
    first_ = crossing;
    first_time_ = std::max(histories_[2 * crossing].last, histories_[2 * crossing + 1].last);
  }
  earliest_ = *std::min_element(deadlines_.begin(), deadlines_.end());
}

void AccumulationWatch::Report(const Runnable& runnable, std::span<const std::uint32_t> held_of_crossing, DiagnosticSink& sink) const {
  if (count_ == 0) return;
  const structure::Held& relation = runnable.model->held[structure::HeldId(held_of_crossing[first_])];
  std::string text = ComponentText(relation.origin, *runnable.store) + ModelText(relation.value, runnable);
  Diagnostic& told = sink.Warning("W6313", relation.origin.span,
                                  fmt::format("events of {} came in ever shorter intervals, and after time = {} the step of {} s is too long to see the next: the run went on without it",
                                              text, NumberText(first_time_), NumberText(step_)));
  told.hint = "say what happens at rest, for example by a state machine that leaves the motion when it has become small";
}

}  // namespace mica::run
