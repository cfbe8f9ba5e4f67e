// Session: a second attempt at an initialization that failed, with a model that is sorted otherwise for it.
//
// A simultaneous system is torn: of its variables a few are iterated on, from their start values; the others follow
// from these, and their own start values count for nothing. That is why one tearing of the same equations finds a
// solution where another does not: where two pressures that are equal at the start give a flow, the energy balances do
// not determine the enthalpies; iterated on from its start value, the flow does. So, after a failure, all variables
// with start values of the model are iterated on, then all with any start value at all (structure::InitialIteration).
// With an increasing number of unknowns Newton's method sees more of the equations as they are written (Albersmeyer and
// Diehl, The Lifted Newton Method, SIAM J. Optim. 20, 2010). Only models that would end here pay for it, by being
// sorted and compiled once more.
#include <algorithm>

#include "session/session.h"
#include "session/translation.h"

namespace mica {

namespace {

// By name, what the systems of the initial instant are iterated on.
std::vector<std::string> IteratedOn(const structure::BlockModel& model) {
  std::vector<std::string> names;
  for (const structure::Step& step : model.initial)
    if (step.kind == structure::Step::Kind::kSolve)
      for (ScalarId unknown : model.systems[step.system].unknowns) names.push_back(model.scalars[unknown].name);
  std::ranges::sort(names);
  return names;
}

}  // namespace

bool Translation::IterateOn(structure::InitialIteration iteration) {
  std::vector<std::string> before;
  if (blocks_) before = IteratedOn(*blocks_);
  std::string_view whose = iteration == structure::InitialIteration::kModelStarts
                               ? "variables with a start value of the model"
                               : "all variables with a start value";
  Begin({Round::Reason::kInitialization,
         is_restored_ ? Round::Start::kInstances : Round::Start::kBlocks,
         {std::string(whose)}});
  plan_->rounds.push_back(rounds_.back());
  initial_iteration_ = iteration;
  return Analyze() && IteratedOn(*blocks_) != before && Compile();
}

void Translation::RetryInitialization(const SimulationRequest& request, SimulationReport& report,
                                      DiagnosticSink::Mark since) {
  using structure::InitialIteration;
  auto has_failed = [&] { return report.outcome == Outcome::kFailed && !report.run.initialized; };
  if (!has_failed() || blocks_->counts.initial_nonlinear.empty()) return;
  DiagnosticSink::Transaction attempt(session_.sink(), since);
  std::vector<Diagnostic> first(attempt.reported().begin(), attempt.reported().end());
  bool was_tried = false;
  for (InitialIteration iteration : {InitialIteration::kModelStarts, InitialIteration::kAllStarts}) {
    if (!has_failed() || request.stop.stop_requested()) break;
    attempt.RollBack();  // a stage asks whether there are errors
    bool is_other = IterateOn(iteration);
    attempt.RollBack();  // what sorting reports was reported before
    if (!is_other) continue;
    was_tried = true;
    Run(request, report);
  }
  if (!has_failed()) return;
  attempt.RollBack();
  for (Diagnostic& diagnostic : first) {
    if (was_tried && diagnostic.is_error())
      diagnostic.notes.push_back(
          {Span(),
           "the whole initialization was tried with more variables iterated on, each from its own start value"});
    was_tried = was_tried && !diagnostic.is_error();  // said once
    session_.sink().Report(std::move(diagnostic));
  }
}

}  // namespace mica
