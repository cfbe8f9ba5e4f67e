#include "run/simulate.h"

#include "run/simulation.h"

namespace mica::run {

namespace {

const Progress kNoProgress;

// Rows are not asked for.
class NoRows final : public ResultWriter {
 public:
  bool Begin(const SignalTable&, std::span<const double>, double, double) override { return true; }
  bool Append(double, std::span<const double>) override { return true; }
  bool Finish() override { return true; }
};

RunPlan WithoutRows(RunPlan plan) {
  plan.has_rows = false;
  plan.modes = ModeUse::kOff;
  return plan;
}

// What a run without rows keeps for itself.
struct SilentParts {
  RunPlan plan;
  NoRows rows;
};

class SilentRun final : private SilentParts, public Simulation {
 public:
  SilentRun(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink)
      : SilentParts{WithoutRows(std::move(plan)), {}},
        Simulation(runnable, SilentParts::plan, SilentParts::rows, sink, kNoProgress, {}, nullptr) {}
};

void CheckRun(const Runnable& runnable, const RunPlan& plan) {
  Check(runnable.code && runnable.table, "a simulation without code or table");
  Check(plan.method != nullptr, "a simulation without a method");
  Check(runnable.table->inlined.count == 0 || plan.method->has_formulas(),
        "a method that has no formula for a state that a switch fixes");
}

}  // namespace

SimulationResult Simulate(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
                          const Progress& progress, std::stop_token stop, StepObserver* observer) {
  CheckRun(runnable, plan);
  Simulation simulation(runnable, plan, writer, sink, progress, std::move(stop), observer);
  bool going = simulation.Begin();
  while (going) going = simulation.Advance();
  return simulation.End();
}

std::unique_ptr<DrivenRun> MakeDrivenRun(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer,
                                         DiagnosticSink& sink, std::stop_token stop) {
  CheckRun(runnable, plan);
  return std::make_unique<Simulation>(runnable, plan, writer, sink, kNoProgress, std::move(stop), nullptr);
}

std::unique_ptr<DrivenRun> MakeSilentRun(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink) {
  CheckRun(runnable, plan);
  return std::make_unique<SilentRun>(runnable, std::move(plan), sink);
}

}  // namespace mica::run
