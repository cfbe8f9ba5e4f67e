// Run stage: what keeps a run from getting on: relations that switch without end (chattering.h), events that accumulate
// (accumulation.h), steps that are too short to reach the end. Decides whether the run goes on, and reports.
//
// Creeping: kStepsInView steps, events among them, in which time advanced by less than kCreepShare of the run. It would
// take more steps than any computer makes; what they are short for is named: the relation with most events, or the
// states with the largest errors.
#pragma once

#include <optional>
#include <string>

#include "run/events/accumulation.h"
#include "run/events/chattering.h"
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
  // After the event: whether a state was reinitialized. The reason for which the run must end, if it must; reported.
  [[nodiscard]] std::optional<std::string> Settle(bool is_reinitialized, DiagnosticSink& sink);
  // After a step without an event, likewise.
  [[nodiscard]] std::optional<std::string> Look(double time, DiagnosticSink& sink);
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
  std::string ReportCreeping(double time, Integrator& integrator, DiagnosticSink& sink) const;

  Instance& instance_;
  CrossingWatch& watch_;
  bool is_bounded_;                  // a method of bounded work: no more than accumulations are looked for
  double length_;                    // of the run
  std::vector<std::uint32_t> held_;  // the relation of each crossing
  ChatterDetector chatter_;
  AccumulationWatch accumulation_;
  std::vector<Followed> followed_;  // by crossing
  bool stands_still_ = false;
  std::size_t steps_ = 0, events_ = 0;  // in view
  double view_start_;
};

}  // namespace mica::run
