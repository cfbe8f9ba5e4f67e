// `mica split` and `mica simulate --distributed`.
#include <fmt/format.h>
#include <unistd.h>
#include <fstream>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/opened_model.h"
#include "cli/progress_bar.h"
#include "distribute/codes.h"
#include "distribute/distributed_model.h"
#include "distribute/split_report.h"
#include "plot/save_plot.h"
#include "session/statistics.h"

namespace mica::cli {

namespace {

bool MakePartsRequest(const Arguments& arguments, Session& session, distribute::DistributedRequest& request) {
  request.methods = arguments.part_methods;
  request.threads = arguments.threads;
  return MakeRequest(arguments, session, request.simulation) && !session.sink().has_errors();
}

std::string PartsLines(const distribute::DistributedReport& report) {
  constexpr std::size_t kMostParts = 20;
  std::string text;
  double all = 0;
  for (const distribute::PartReport& part : report.parts) all += part.seconds;
  for (std::size_t i = 0; i < report.parts.size() && i < kMostParts; ++i) {
    const distribute::PartReport& part = report.parts[i];
    text += fmt::format("  {}: {}, {} states, {} steps, {} events, {:.3g} s ({:.0f} %)\n", part.name, part.method,
                        part.states, part.steps, part.events, part.seconds, all > 0 ? 100 * part.seconds / all : 0.0);
  }
  if (report.parts.size() > kMostParts) text += fmt::format("  and {} more\n", report.parts.size() - kMostParts);
  return text;
}

}  // namespace

int Split(const Arguments& arguments) {
  OpenedModel opened(arguments);
  distribute::DistributedRequest request;
  if (!MakePartsRequest(arguments, opened.session, request)) return opened.Close(Outcome::kCallWrong);
  if (!opened.Find()) return opened.Close();
  Translation& translation = opened.session.Translate(opened.model);
  distribute::DistributedModel parts(opened.session, translation);
  Outcome outcome = parts.Split(request);
  if (outcome == Outcome::kDone) outcome = parts.Translate(request);
  opened.messages.Show();
  if (outcome != Outcome::kDone) return opened.Close(outcome);
  distribute::SplitReport report = distribute::MakeSplitReport(parts, request, translation.name());
  opened.messages.Show();
  fmt::print("{}", arguments.as_json ? distribute::SplitJson(report) : distribute::SplitText(report));
  if (!arguments.save.empty()) {
    std::ofstream file(arguments.save, std::ios::binary);
    file << distribute::SplitPicture(report);
    file.close();
    if (!file) {
      opened.sink().Report(distribute::kCannotWritePicture, {},
                           fmt::format("the picture {} cannot be written", arguments.save));
      return opened.Close(Outcome::kCallWrong);
    }
  }
  return opened.Close(opened.sink().has_errors() ? OutcomeOf(opened.sink().all(), Outcome::kFailed) : outcome);
}

int SimulateParts(const Arguments& arguments) {
  OpenedModel opened(arguments);
  distribute::DistributedRequest request;
  if (!CanSavePlot(arguments.save, opened.sink()) || !MakePartsRequest(arguments, opened.session, request))
    return opened.Close(Outcome::kCallWrong);
  if (!opened.Find()) return opened.Close();
  Translation& translation = opened.session.Translate(opened.model);
  std::string name = translation.name();
  request.simulation.output = arguments.output.value_or(name.substr(name.rfind('.') + 1) + ".mat");
  ProgressBar bar(!arguments.quiet && isatty(STDERR_FILENO));
  request.simulation.progress = [&](double time, double start, double stop) { bar.Update(time, start, stop); };
  distribute::DistributedModel parts(opened.session, translation);
  distribute::DistributedReport report;
  report.simulation.outcome = parts.Split(request);
  if (report.simulation.outcome == Outcome::kDone) report.simulation.outcome = parts.Translate(request);
  opened.messages.Show();
  double translated = opened.session.age_seconds();
  if (report.simulation.outcome == Outcome::kDone) {
    Interrupt interrupt;
    request.simulation.stop = interrupt.token();
    report = parts.Run(request);
  }
  bar.Clear();
  opened.messages.Show();
  SimulationReport& simulation = report.simulation;
  translation.seconds().initialize += report.initialize_seconds;
  translation.seconds().integrate += report.run_seconds;
  if (!WriteStatistics(arguments.stats, opened.session, translation, simulation) &&
      simulation.outcome == Outcome::kDone)
    simulation.outcome = Outcome::kCallWrong;
  bool has_rows =
      simulation.run.initialized && simulation.outcome != Outcome::kCallWrong && simulation.outcome != Outcome::kFault;
  if (simulation.figure && !ShowFigure(*simulation.figure, arguments, opened.session))
    simulation.outcome = std::max(simulation.outcome, Outcome::kCallWrong);
  if (has_rows && !arguments.quiet && !IsStandardOutput(request.simulation.output)) {
    const run::SimulationStatistics& s = simulation.run.statistics;
    const char* end = simulation.run.outcome == run::Outcome::kTerminated ? ", where the model ended it" : "";
    if (simulation.outcome == Outcome::kCancelled) end = ", where you ended it";
    if (simulation.outcome == Outcome::kFailed) end = ", where it failed";
    fmt::print(
        "{}: {} part{}, {} translation{}; {} steps, {} events to t = {}{}, in {:.3g} s ({:.3g} s of it running); {}\n",
        name, report.parts.size(), report.parts.size() == 1 ? "" : "s", report.classes, report.classes == 1 ? "" : "s",
        s.steps, s.state_events + s.time_events, run::NumberText(simulation.run.time), end,
        opened.session.age_seconds(), opened.session.age_seconds() - translated, request.simulation.output);
    fmt::print("{}", PartsLines(report));
  }
  return opened.Close(simulation.outcome);
}

}  // namespace mica::cli
