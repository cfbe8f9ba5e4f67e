// `mica plot`, `mica compare` and `mica list RESULT`: what can be done with a result without its model.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/pattern.h"
#include "cli/codes.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "plot/codes.h"
#include "plot/comparison_figure.h"
#include "plot/save_plot.h"
#include "plot/terminal_plot.h"
#include "result/compare.h"

namespace mica::cli {

bool ShowFigure(const Figure& figure, const Arguments& arguments, Session& session) {
  bool shown = false;
  session.Guard("drawing the plot", [&] {
    if (!arguments.save.empty()) {
      shown = SavePlot(arguments.save, figure, session.sink());
      return;
    }
    TerminalOptions terminal = DetectTerminal(STDOUT_FILENO);
    if (arguments.colour != "auto") terminal.colour = arguments.colour == "always";
    fmt::print("{}", PlotTerminal(figure, terminal));
    shown = true;
  });
  return shown;
}

bool IsResultName(const std::string& word) { return word.ends_with(".mat") || word.ends_with(".csv"); }

namespace {

// The file's own name where that tells it from the others, else the whole path.
std::string LegendName(const std::string& file, const std::vector<std::string>& files) {
  auto name_of = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  auto same = std::count_if(files.begin(), files.end(),
                            [&](const std::string& other) { return name_of(other) == name_of(file); });
  return same > 1 ? file : name_of(file);
}

std::string_view KindOf(const Signal& signal) { return signal.constant() ? "constant" : "variable"; }

}  // namespace

int ListResult(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  bool listed = false;
  session.Guard("reading the result", [&] {
    Result<std::unique_ptr<ResultReader>> result = OpenResult(arguments.name, session.sink());
    if (!result) return;
    listed = true;
    std::vector<const Signal*> signals;
    for (const Signal& signal : (*result)->signals().signals())
      if (arguments.filter.pattern.empty() || FitsPattern(signal.name, arguments.filter.pattern))
        if (arguments.filter.kind.empty() || arguments.filter.kind == KindOf(signal)) signals.push_back(&signal);
    if (arguments.as_json) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const Signal* signal : signals)
        list.push_back({{"name", signal->name},
                        {"kind", KindOf(*signal)},
                        {"unit", signal->unit},
                        {"description", signal->description}});
      fmt::print("{}\n", list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
      return;
    }
    bool aligned = isatty(STDOUT_FILENO);
    std::size_t name_width = 0, unit_width = 0;
    for (const Signal* signal : signals) {
      name_width = std::max(name_width, signal->name.size());
      unit_width = std::max(unit_width, signal->unit.size());
    }
    for (const Signal* signal : signals) {
      if (aligned)
        fmt::print("{:{}}  {:9}  {:{}}  {}\n", signal->name, name_width, KindOf(*signal), signal->unit, unit_width,
                   signal->description);
      else
        fmt::print("{}\t{}\t{}\t{}\n", signal->name, KindOf(*signal), signal->unit, signal->description);
    }
  });
  return messages.Close(listed ? Outcome::kDone : Outcome::kCallWrong);
}

int Plot(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  PlotRequest request;
  request.title = arguments.title;
  if (!arguments.x.empty()) request.x = arguments.x;
  std::vector<std::string> files{arguments.result};
  std::vector<std::string> words = arguments.curves;
  while (!words.empty() && IsResultName(words[0])) {
    files.push_back(words[0]);
    words.erase(words.begin());
  }
  for (const std::string& word : words)
    for (auto& diagram : ParseDiagrams(word)) request.diagrams.push_back(std::move(diagram));
  if (request.diagrams.empty()) {
    session.sink().Report(kNothingToDraw, {}, "there is nothing to draw: no signal was named").hint =
        fmt::format("mica list {} shows the variables of the result", arguments.result);
    return messages.Close(Outcome::kCallWrong);
  }
  if (!CanSavePlot(arguments.save, session.sink())) return messages.Close(Outcome::kCallWrong);
  bool shown = false;
  session.Guard("reading the result", [&] {
    std::vector<std::unique_ptr<ResultReader>> readers;
    std::vector<NamedResult> results;
    for (const std::string& file : files) {
      Result<std::unique_ptr<ResultReader>> result = OpenResult(file, session.sink());
      if (!result) return;
      readers.push_back(std::move(*result));
      results.push_back({LegendName(file, files), readers.back().get()});
    }
    Result<Figure> figure = MakeFigure(request, results, session.sink());
    if (figure) shown = ShowFigure(*figure, arguments, session);
  });
  return messages.Close(shown ? Outcome::kDone : Outcome::kCallWrong);
}

namespace {

// False: reported. Agreement leaves nothing to draw, unless all signals are wanted.
bool SaveComparison(const Trajectory& result, const Reference& reference, const Comparison& comparison,
                    const Arguments& arguments, Session& session) {
  Figure figure =
      MakeComparisonFigure(result, reference, comparison, {.every = arguments.all_signals, .title = arguments.result});
  if (!figure.diagrams.empty()) return SavePlot(arguments.save, figure, session.sink());
  session.sink().Report(kNoPicture, {}, fmt::format("there is nothing to draw: '{}' is not written", arguments.save));
  return true;
}

}  // namespace

int Compare(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  Outcome outcome = Outcome::kCallWrong;
  session.Guard("comparing results", [&] {
    Result<Trajectory> result = ReadResult(arguments.result, session.sink());
    Result<Reference> reference = ReadReference(arguments.reference, session.sink());
    if (!result || !reference) return;
    Comparison comparison = mica::Compare(*result, *reference);
    if (!arguments.quiet) fmt::print("{}", FormatComparison(comparison, arguments.all_signals));
    if (!arguments.save.empty() && !SaveComparison(*result, *reference, comparison, arguments, session)) return;
    outcome = comparison.verified ? Outcome::kDone : Outcome::kModelWrong;
  });
  return messages.Close(outcome);
}

}  // namespace mica::cli
