#include "run/simulate.h"

#include "run/simulation.h"

namespace mica::run {

SimulationResult Simulate(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
                          const Progress& progress, std::stop_token stop, StepObserver* observer) {
  Check(runnable.code && runnable.table, "a simulation without code or table");
  Check(plan.method != nullptr, "a simulation without a method");
  Check(runnable.table->inlined.count == 0 || plan.method->has_formulas(),
        "a method that has no formula for a state that a switch fixes");
  Simulation simulation(runnable, plan, writer, sink, progress, std::move(stop), observer);
  bool going = simulation.Begin();
  while (going) going = simulation.Advance();
  return simulation.End();
}

std::unique_ptr<DrivenRun> MakeDrivenRun(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer,
                                         DiagnosticSink& sink, std::stop_token stop) {
  static const Progress kNone;
  Check(runnable.code && runnable.table && plan.method, "a run without code, table or method");
  return std::make_unique<Simulation>(runnable, plan, writer, sink, kNone, std::move(stop), nullptr);
}

}  // namespace mica::run
