// Run stage: what keeps a run from getting on: relations that switch without end (chattering.h), events that accumulate
// (accumulation.h), steps that are too short to reach the end. Decides whether the run goes on, and reports. Where the
// motion that events accumulate in has a limit, the run goes on with it (resting.h).
//
// Creeping: kStepsInView steps, events among them, in which time advanced by less than kCreepShare of the run. It would
// take more steps than any computer makes; what they are short for is named: the relation with most events, or the
// states with the largest errors.
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/events/accumulation.h"
#include "run/events/chattering.h"
#include "run/events/event_calendar.h"
#include "run/events/resting.h"
#include "run/experiment.h"

namespace mica::run {

class EndlessEvents {
 public:
  static constexpr std::size_t kStepsInView = 20'000;
  static constexpr double kCreepShare = 1e-9;  // of the run: the rest would take more than 10^13 steps

  // The watch must have its crossings; `plan`, instance and watch live longer.
  EndlessEvents(Instance& instance, CrossingWatch& watch, const RunPlan& plan);

  // The latest end of a step from `now` where events are expected in ever shorter intervals.
  double NextLook(double now) const {
    return is_bounded_ ? std::numeric_limits<double>::infinity() : chatter_.NextLook(now);
  }
  // A state event at `time`. Call before the watch restarts. It may get wider bands.
  void Note(double time, std::span<const std::size_t> crossed);
  // An event of the calendar, before it is handled.
  void NoteTimeEvent(double time, const EventCalendar& calendar);
  // After the event: whether a state was reinitialized, and the states that the event found. The reason for which the
  // run must end, if it must; reported.
  [[nodiscard]] std::optional<std::string> Settle(bool is_reinitialized, std::span<const double> before,
                                                  DiagnosticSink& sink);
  // After a step without an event, which ended at these states, likewise.
  [[nodiscard]] std::optional<std::string> Look(double time, std::span<const double> states, DiagnosticSink& sink);
  // From Look: a body has come to rest, and the run must go on from these states.
  std::optional<std::vector<double>> TakeRest() { return std::exchange(rest_, std::nullopt); }
  Resting& resting() { return resting_; }
  // The event in hand is one of many along the edge of a relation: rows of each say nothing.
  bool is_along_edge() const { return is_along_edge_; }
  // After each step, with or without: likewise.
  [[nodiscard]] std::optional<std::string> CountStep(double time, Integrator& integrator, DiagnosticSink& sink);
  // At the end of a run.
  void Report(DiagnosticSink& sink) const;

 private:
  struct Followed {          // a relation that switches without end
    std::size_t events = 0;  // since its band is wider
    double since = 0, width = 0;
  };
  Span SpanOfRelation(std::size_t crossing) const {
    return SpanOf(instance_.table(), instance_.table().relations[held_[crossing]].origin);
  }
  std::string TextOf(std::size_t crossing) const;
  std::string ReportAccumulation(double time, std::uint32_t held, DiagnosticSink& sink) const;
  std::string ReportCreeping(double time, Integrator& integrator, DiagnosticSink& sink) const;

  Instance& instance_;
  CrossingWatch& watch_;
  bool is_bounded_;                  // a method of bounded work: no more than accumulations are looked for
  double length_;                    // of the run
  std::vector<std::uint32_t> held_;  // the relation of each crossing
  ChatterDetector chatter_;
  AccumulationWatch accumulation_;
  Resting resting_;
  bool may_rest_;                             // the method integrates derivatives as it is given them
  std::vector<ShrinkingIntervals> calendar_;  // by relation: its events of the calendar
  std::vector<Followed> followed_;            // by crossing
  std::vector<std::size_t> crossed_;          // in the event in hand
  std::optional<std::vector<double>> rest_;
  std::optional<std::size_t> tries_rest_;  // a crossing that chatters on states that its clause reinitializes
  double rise_ = 0;                        // of it, before the event in hand
  std::set<std::size_t> cannot_rest_;
  std::optional<std::uint32_t> accumulated_;    // a relation
  std::optional<std::uint32_t> due_, ticking_;  // the last relation, and the last sampler, of the calendar
  double reinitialized_ = -std::numeric_limits<double>::infinity();  // when a state was, last
  bool stands_still_ = false, is_along_edge_ = false;
  std::size_t steps_ = 0, events_ = 0, time_events_ = 0;  // in view
  double view_start_;
};

}  // namespace mica::run
