// `mica plot` and `mica compare`: what can be done with a result without its model.
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/messages.h"
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

int Plot(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  PlotRequest request;
  request.title = arguments.title;
  if (!arguments.x.empty()) request.x = arguments.x;
  for (const std::string& word : arguments.curves)
    for (auto& diagram : ParseDiagrams(word)) request.diagrams.push_back(std::move(diagram));
  bool shown = false;
  session.Guard("reading the result", [&] {
    Result<std::unique_ptr<ResultReader>> result = OpenResult(arguments.result, session.sink());
    if (!result) return;
    Result<Figure> figure = MakeFigure(request, **result, session.sink());
    if (figure) shown = ShowFigure(*figure, arguments, session);
  });
  return messages.Close(shown ? Outcome::kDone : Outcome::kCallWrong);
}

namespace {

// False: reported. Agreement leaves nothing to draw, unless all signals are wanted.
bool SaveComparison(const Trajectory& result, const Reference& reference, const Comparison& comparison, const Arguments& arguments, Session& session) {
  Figure figure = MakeComparisonFigure(result, reference, comparison, {.every = arguments.all_signals, .title = arguments.result});
  if (!figure.diagrams.empty()) return SavePlot(arguments.save, figure, session.sink());
  session.sink().Notice("N7040", {}, fmt::format("there is nothing to draw: «{}» is not written", arguments.save));
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
