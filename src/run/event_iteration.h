// Run stage: event iteration (the specification, appendix B): all equations are evaluated with relations free to change, pre() takes
// the values just found, and again, until no discrete variable changes and no state is reinitialized.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/failure_report.h"

namespace mica::run {

class EventIteration {
 public:
  static constexpr int kMostPasses = 2000;

  EventIteration(Instance& instance, SystemSolvers& solvers, WorkBudget& budget, DiagnosticSink& sink)
      : instance_(instance), solvers_(solvers), budget_(budget), sink_(sink) {}

  // At the present time, from the values just before it. False: failed, and reported (E6301… of the model, E6303 no end in sight).
  // `pre_is_set`: pre holds what it should already, as at initialization.
  // `after_pass` is called after every pass; true: it has changed something, and another pass must follow.
  bool Run(bool pre_is_set = false, const std::function<bool()>& after_pass = {});
  int passes() const { return passes_; }  // in all
  // The last iteration stopped where its bound was (work_budget.h): discrete variables may still change.
  bool unfinished() const { return unfinished_; }
  // In the last pass a system had equations that left something open in its mode.
  bool open_mode() const { return open_mode_; }
  // Whether states were reinitialized in the last iteration.
  bool reinitialized() const { return reinitialized_; }

 private:
  void ReportEndless();
  // Whether a relation changed in the last pass, of a model whose switches fix states: these start from another base then.
  bool RelationsChanged();

  Instance& instance_;
  SystemSolvers& solvers_;
  WorkBudget& budget_;
  DiagnosticSink& sink_;
  int passes_ = 0;
  bool unfinished_ = false, reinitialized_ = false, open_mode_ = false;
  std::vector<double> held_;  // before a pass
};

}  // namespace mica::run
