// `mica simulate`.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "cli/progress_bar.h"
#include "plot/save_plot.h"
#include "session/keep/run_data.h"
#include "session/statistics.h"
#include "structure/codes.h"

namespace mica::cli {

bool ReadOverrides(const Arguments& arguments, std::vector<run::Override>& overrides, DiagnosticSink& sink) {
  bool ok = true;
  for (const std::string& file : arguments.set_files) ok = ReadOverrideFile(file, overrides, sink) && ok;
  // What stands in the call itself comes later, and counts.
  for (const std::string& text : arguments.set) {
    std::vector<run::Override> one;
    ok = run::ParseOverride(text, one, sink) && ok;
    for (run::Override& each : one) {
      std::erase_if(overrides, [&](const run::Override& earlier) { return earlier.name == each.name; });
      overrides.push_back(std::move(each));
    }
  }
  return ok;
}

bool MakeRequest(const Arguments& arguments, Session& session, SimulationRequest& request) {
  request.method = arguments.method;
  request.options = arguments.simulation;
  request.passes_off = arguments.passes_off;
  bool ok = ReadOverrides(arguments, request.options.overrides, session.sink());
  if (!arguments.input.empty()) ok = ReadInputTable(arguments.input, request.options, session.sink()) && ok;
  if (!arguments.initial.empty()) ok = ReadInitialPoint(arguments.initial, request.options, session.sink()) && ok;
  request.parameters_in_csv = arguments.parameters_in_csv;
  request.variables = arguments.variables;
  request.keep = !arguments.fresh;
  if (!arguments.curves.empty()) {
    request.plot.emplace();
    for (const std::string& text : arguments.curves)
      for (auto& diagram : ParseDiagrams(text)) request.plot->diagrams.push_back(std::move(diagram));
  }
  return ok;
}

namespace {

// 'Rectifier.mat' for Mica.Examples.Rectifier.
std::string DefaultOutput(const std::string& model) { return model.substr(model.rfind('.') + 1) + ".mat"; }

std::string ClosingLine(const std::string& output, Session& session, Translation& translation,
                        const SimulationReport& report) {
  const run::SimulationStatistics& s = report.run.statistics;
  const structure::Counts& counts = translation.blocks()->counts;
  auto many = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  const char* end = report.run.outcome == run::Outcome::kTerminated ? ", where the model ended it" : "";
  if (report.outcome == Outcome::kCancelled) end = ", where you ended it";
  if (report.outcome == Outcome::kFailed) end = ", where it failed";
  return fmt::format("{}: {}, {}; {}, {} to t = {}{}, in {:.3g} s; {}", translation.name(),
                     many(static_cast<std::size_t>(counts.equations), "equation"),
                     many(static_cast<std::size_t>(counts.states), "state"), many(s.steps, "step"),
                     many(s.state_events + s.time_events, "event"), run::NumberText(report.run.time), end,
                     session.age_seconds(), output);
}

// 'start values used as initial conditions: x = 2, w = 0 and 3 more'; "" when all were fixed or given by initial
// equations.
std::string StartLine(const std::vector<run::UsedStart>& starts) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < starts.size() && i < kShown; ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", starts[i].name, run::NumberText(starts[i].value));
  if (starts.size() > kShown) text += fmt::format(" and {} more", starts.size() - kShown);
  return text.empty() ? text : "start values used as initial conditions: " + text;
}

// To where messages go. The number of its rounds.
std::size_t PrintPlan(const Translation& translation) {
  if (!translation.plan()) return 0;
  fmt::print(stderr, "{}", PlanText(*translation.plan()));
  return translation.plan()->rounds.size();
}

// Those that came after the plan was printed.
void PrintRounds(const Translation& translation, std::size_t from) {
  if (!translation.plan()) return;
  for (std::size_t i = from; i < translation.plan()->rounds.size(); ++i)
    fmt::print(stderr, "  {}. {}\n", i + 1, RoundText(translation.plan()->rounds[i]));
}

}  // namespace

int Simulate(const Arguments& arguments) {
  if (arguments.model.model.ends_with(".fmu")) return SimulateFmu(arguments);
  if (arguments.is_distributed) return SimulateParts(arguments);
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  if (!arguments.verbose)
    messages.HideNote(structure::kStartValuesUsed);  // the line about start values says it, with values
  SimulationRequest request;
  if (!CanSavePlot(arguments.save, session.sink())) return messages.Close(Outcome::kCallWrong);
  if (!MakeRequest(arguments, session, request)) return messages.Close(Outcome::kCallWrong);
  if (session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  Result<library::Class*> model = session.FindModel(arguments.model);
  if (!model) return messages.Close(Outcome::kModelWrong);
  Translation& translation = session.Translate(*model);
  request.output = arguments.output.value_or(DefaultOutput(translation.name()));

  ProgressBar bar(!arguments.quiet && isatty(STDERR_FILENO));
  request.progress = [&](double time, double start, double stop) { bar.Update(time, start, stop); };
  SimulationReport report;
  report.outcome = translation.Prepare(request);  // Ctrl-C ends it at once: there is nothing to keep
  messages.Show();
  std::size_t rounds = arguments.verbose ? PrintPlan(translation) : 0;
  if (report.outcome == Outcome::kDone) {
    Interrupt interrupt;
    request.stop = interrupt.token();
    report = translation.Simulate(request);
  }
  bar.Clear();
  messages.Show();
  if (arguments.verbose && report.outcome != Outcome::kCallWrong) PrintRounds(translation, rounds);
  if (!WriteStatistics(arguments.stats, session, translation, report) && report.outcome == Outcome::kDone)
    report.outcome = Outcome::kCallWrong;
  // A picture in a file is there before the closing line names it; one in the terminal comes after.
  bool is_saved = report.figure && !arguments.save.empty();
  if (is_saved && !ShowFigure(*report.figure, arguments, session)) {
    is_saved = false;
    report.outcome = std::max(report.outcome, Outcome::kCallWrong);
  }
  bool has_rows = report.run.initialized && report.outcome != Outcome::kCallWrong && report.outcome != Outcome::kFault;
  if (has_rows && !arguments.quiet && !IsStandardOutput(request.output)) {
    if (std::string line = StartLine(report.run.used_starts); !line.empty()) fmt::print("{}\n", line);
    fmt::print("{}{}\n", ClosingLine(request.output, session, translation, report),
               is_saved ? ", " + arguments.save : "");
  }
  if (report.figure && arguments.save.empty() && !ShowFigure(*report.figure, arguments, session))
    report.outcome = std::max(report.outcome, Outcome::kCallWrong);
  return messages.Close(report.outcome);
}

}  // namespace mica::cli
