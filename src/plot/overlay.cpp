// Several results in one figure. A figure has one x: the times of all results, each as often as the result that has it
// most often (two rows at an event).
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "plot/codes.h"
#include "plot/figure.h"

namespace mica {

namespace {

std::vector<double> UnionOfTimes(const std::vector<Figure>& figures) {
  std::vector<double> times;
  for (const Figure& figure : figures) {
    std::vector<double> merged;
    std::set_union(times.begin(), times.end(), figure.x.begin(), figure.x.end(),
                   std::back_inserter(merged));  // multiplicity: the larger one
    times = std::move(merged);
  }
  return times;
}

// The values of a curve at other times: straight between its own, held for steps, absent outside them. At one of its
// own times the k-th of equal rows gives the k-th value, the last one the rest.
std::vector<double> ValuesAt(const std::vector<double>& at, const std::vector<double>& times, const Curve& curve) {
  std::vector<double> values;
  values.reserve(at.size());
  std::size_t row = 0;  // of the first own time that is not used up
  for (std::size_t i = 0; i < at.size(); ++i) {
    double time = at[i];
    while (row + 1 < times.size() && times[row] < time && times[row + 1] <= time) ++row;
    if (times.empty() || time < times.front() || time > times.back()) {
      values.push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (times[row] == time) {
      values.push_back(curve.values[row]);
      if (row + 1 < times.size() && times[row + 1] == time) ++row;
    } else {
      double share = (time - times[row]) / (times[row + 1] - times[row]);
      values.push_back(curve.steps ? curve.values[row]
                                   : curve.values[row] + share * (curve.values[row + 1] - curve.values[row]));
    }
  }
  return values;
}

}  // namespace

Result<Figure> MakeFigure(const PlotRequest& request, const std::vector<NamedResult>& results, DiagnosticSink& sink) {
  if (results.size() == 1) return MakeFigure(request, *results[0].reader, sink);
  if (request.x != "time" && request.x != "Time") {
    sink.Report(kSeveralResultsOverVariable, {},
                fmt::format("several results are drawn over time only, not over {}", request.x))
        .hint = "draw each result by itself";
    return Reported();
  }
  std::vector<Figure> figures;
  for (const NamedResult& each : results) {
    Result<Figure> figure = MakeFigure(request, *each.reader, sink);
    if (!figure) return Reported();
    figures.push_back(std::move(*figure));
  }
  Figure whole = figures[0];
  whole.x = UnionOfTimes(figures);
  for (std::size_t d = 0; d < whole.diagrams.size(); ++d) {
    Diagram& diagram = whole.diagrams[d];
    diagram.curves.clear();
    // Curves of one name lie next to each other, in the order of the results.
    std::size_t most = 0;
    for (const Figure& figure : figures)
      most = std::max(most, d < figure.diagrams.size() ? figure.diagrams[d].curves.size() : 0);
    for (std::size_t c = 0; c < most; ++c) {
      for (std::size_t f = 0; f < figures.size(); ++f) {
        if (d >= figures[f].diagrams.size() || c >= figures[f].diagrams[d].curves.size()) continue;
        const Curve& own = figures[f].diagrams[d].curves[c];
        Curve curve{.label = fmt::format("{} ({})", own.label, results[f].name),
                    .description = own.description,
                    .unit = own.unit,
                    .steps = own.steps,
                    .axis = own.axis};
        curve.values = ValuesAt(whole.x, figures[f].x, own);
        diagram.curves.push_back(std::move(curve));
      }
    }
  }
  return whole;
}

}  // namespace mica
