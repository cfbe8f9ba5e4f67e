// `mica realtime`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "session/show/step_histogram.h"
#include "session/statistics.h"

namespace mica::cli {

namespace {

void PrintSignals(const realtime::RealtimeReport& run) {
  if (!run.inputs.empty()) fmt::print("inputs: {}\n", fmt::join(run.inputs, ", "));
  if (!run.outputs.empty()) fmt::print("outputs: {}\n", fmt::join(run.outputs, ", "));
  std::fflush(stdout);
}

void PrintSummary(const Translation& translation, const SimulationReport& report) {
  const run::StepCost& cost = report.run.statistics.step_cost;
  const realtime::RealtimeReport& run = *report.realtime;
  fmt::print("{}: {} step{} to t = {}, {} mode{}{}\n", translation.name(), cost.count(), cost.count() == 1 ? "" : "s",
             run::NumberText(report.run.time), report.run.statistics.modes, report.run.statistics.modes == 1 ? "" : "s",
             run.is_fifo ? ", with real-time priority" : "");
  fmt::print("{}", HistogramText(cost));
  fmt::print("a step takes {:.3g} µs, 99 % of them at most {:.3g} µs, the worst {:.3g} µs\n", cost.mean_us(),
             cost.QuantileUs(0.99), cost.largest_us());
  if (!run.is_paced) return;
  if (run.wake.count() > 0)
    fmt::print("steps begin {:.3g} µs late, 99 % of them at most {:.3g} µs, the worst {:.3g} µs\n", run.wake.mean_us(),
               run.wake.QuantileUs(0.99), run.wake.largest_us());
  if (run.overruns == 0)
    fmt::print("no overrun\n");
  else
    fmt::print("{} overrun{}, the worst {:.3g} µs late\n", run.overruns, run.overruns == 1 ? "" : "s",
               run.worst_late_us);
}

}  // namespace

int Realtime(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  RealtimeRequest request;
  request.simulation.method = arguments.method;
  request.simulation.options = arguments.simulation;
  request.simulation.options.has_rows = false;
  request.realtime = arguments.realtime;
  constexpr double kNoEnd = 1e9;  // seconds
  request.simulation.options.is_endless = arguments.endless;
  if (arguments.endless) request.simulation.options.stop = arguments.simulation.start.value_or(0) + kNoEnd;
  bool ok = ReadOverrides(arguments, request.simulation.options.overrides, session.sink());
  if (!ok || session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  if (!CheckRealtimeRequest(request.simulation, request.realtime, session.sink()))
    return messages.Close(Outcome::kCallWrong);
  Result<library::Class*> model = session.FindModel(arguments.model);
  if (!model) return messages.Close(Outcome::kModelWrong);
  Translation& translation = session.Translate(*model);
  SimulationReport report;
  report.outcome = translation.Prepare(request.simulation);
  messages.Show();
  if (report.outcome == Outcome::kDone) {
    Interrupt interrupt;
    request.simulation.stop = interrupt.token();
    if (!arguments.quiet) request.on_signals = PrintSignals;
    report = translation.RunInRealtime(request);
  }
  messages.Show();
  if (!WriteStatistics(arguments.stats, session, translation, report) && report.outcome == Outcome::kDone)
    report.outcome = Outcome::kCallWrong;
  bool has_run = report.realtime && report.run.statistics.step_cost.count() > 0;
  if (has_run && !arguments.quiet) PrintSummary(translation, report);
  return messages.Close(report.outcome);
}

}  // namespace mica::cli
