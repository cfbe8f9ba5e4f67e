// Session: runs of a translated model, by its plan.
#include "session/find_method.h"
#include "session/session.h"
#include "session/show/mode_listing.h"
#include "session/show/mode_program.h"
#include "session/translation.h"
#include "session/values/evaluated_parameters.h"
#include "session/values/result_recorder.h"
#include "session/values/values_without_effect.h"

namespace mica {

bool CheckRealtimeRequest(const SimulationRequest& simulation, const realtime::RealtimeOptions& options,
                          DiagnosticSink& sink) {
  const run::Method* method = FindMethod(simulation.method, sink);
  return method && realtime::CheckRealtime(*method, simulation.options.step, options, sink);
}

SimulationReport Translation::Simulate(const SimulationRequest& request) {
  SimulationReport report;
  report.outcome = Prepare(request);
  if (report.outcome != Outcome::kDone) return report;
  DiagnosticSink::Mark before = session_.sink().mark();
  Run(request, report);
  RetryInitialization(request, report, before);
  if (report.run.initialized)
    ReportWithoutEffect(request.options.overrides, *blocks_, *store_, built_in_, session_.sink());
  if (report.outcome != Outcome::kFault) session_.Guard("keeping the translated model", [&] { Keep(); });
  return report;
}

void Translation::Run(const SimulationRequest& request, SimulationReport& report) {
  ResultRecorder recorder(request, session_.sink());
  report.outcome = Outcome::kFailed;
  DiagnosticSink::Mark before = session_.sink().mark();
  run::Runnable runnable = MakeRunnable();
  runnable.compile_mode = MakeModeCompiler(*blocks_, *store_);
  runnable.mode_directory = ModeDirectory();
  bool ran = session_.Guard("simulating the model", [&] {
    report.run = run::Simulate(runnable, plan_->run, recorder.writer(), session_.sink(), request.progress, request.stop,
                               request.observer);
    if (report.run.initialized && plan_->run.has_rows) recorder.Hand(report);
  });
  seconds_.initialize += report.run.statistics.initialize_seconds - recorder.seconds_before_rows();
  seconds_.integrate += report.run.statistics.integrate_seconds - recorder.seconds_of_rows();
  seconds_.write += recorder.seconds_before_rows() + recorder.seconds_of_rows();
  Outcome blamed = OutcomeOf(session_.sink().Since(before), Outcome::kFailed);
  if (!ran || blamed == Outcome::kFault || blamed == Outcome::kCallWrong) {
    report.outcome = blamed;
  } else if (recorder.refused() || report.run.outcome == run::Outcome::kRefused) {
    report.outcome = Outcome::kCallWrong;
  } else if (report.run.outcome == run::Outcome::kCancelled) {
    report.outcome = Outcome::kCancelled;
  } else if (report.run.outcome != run::Outcome::kFailed) {
    report.outcome = Outcome::kDone;
  }
}

SimulationReport Translation::RunInRealtime(const RealtimeRequest& asked) {
  SimulationReport report;
  if (!CheckRealtimeRequest(asked.simulation, asked.realtime, session_.sink())) {
    report.outcome = Outcome::kCallWrong;
    return report;
  }
  realtime::RealtimeRun run(asked.realtime, *asked.simulation.options.step, asked.simulation.stop, session_.sink(),
                            asked.on_signals);
  SimulationRequest request = asked.simulation;
  request.options.has_rows = false;
  request.observer = &run;
  report = Simulate(request);
  run.End();
  report.realtime = run.report();
  if (report.outcome == Outcome::kCancelled) report.outcome = Outcome::kDone;
  return report;
}

}  // namespace mica
