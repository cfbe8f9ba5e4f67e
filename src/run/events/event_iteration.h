// Run stage: event iteration (the specification, appendix B), which the runtime makes
// (runtime/events/event_iteration.h), with the systems, the bounds of work and the reports of a run.
#pragma once

#include "base/diagnostic.h"
#include "run/report/failure_report.h"
#include "runtime/events/event_iteration.h"

namespace mica::run {

class EventIteration {
 public:
  EventIteration(Instance& instance, SystemSolvers& solvers, WorkBudget& budget, DiagnosticSink& sink);
  EventIteration(const EventIteration&) = delete;
  EventIteration& operator=(const EventIteration&) = delete;

  MicaIteration& raw() { return iteration_; }
  // At the present time, from the values just before it. False: failed, and reported (E6301… of the model, E6303 no end
  // in sight). `pre_is_set`: pre holds what it should already, as at initialization.
  bool Run(bool pre_is_set = false) {
    return mica_iterate_event(&iteration_, pre_is_set ? 1 : 0, nullptr, nullptr) != 0;
  }
  int passes() const { return passes_; }  // in all
  // The last iteration stopped where its bound was (work_budget.h): discrete variables may still change.
  bool unfinished() const { return iteration_.is_unfinished != 0; }
  // Whether states were reinitialized in the last iteration.
  bool reinitialized() const { return iteration_.was_reinitialized != 0; }

 private:
  static EventIteration& Of(void* self) { return *static_cast<EventIteration*>(self); }
  static int OnEvent(void* self);
  static void OnBegin(void* self);
  static void OnEnd(void* self);
  static void OnFail(void* self, int status);
  void ReportEndless();

  Instance& instance_;
  SystemSolvers& solvers_;
  WorkBudget& budget_;
  DiagnosticSink& sink_;
  std::vector<double> held_;  // before a pass
  MicaIteration iteration_{};
  int passes_ = 0;
};

}  // namespace mica::run
