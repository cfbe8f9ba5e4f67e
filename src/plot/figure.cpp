#include "plot/figure.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "plot/codes.h"
#include "plot/display_unit.h"

namespace mica {

namespace {

std::string_view LastPart(std::string_view name) {
  std::size_t dot = name.rfind('.');
  std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
  return last.substr(0, last.find('['));
}

// What the curves of an axis have in common: a name, the last part of their names, the unit.
std::string AxisLabel(const Diagram& diagram, int axis) {
  std::string name, unit;
  bool first = true, same_name = true, same_unit = true;
  std::string_view last;
  std::size_t count = 0;
  for (const Curve& curve : diagram.curves) {
    if (curve.axis != axis) continue;
    ++count;
    if (first) {
      name = curve.label;
      last = LastPart(curve.label);
      unit = curve.unit;
    }
    same_name = same_name && LastPart(curve.label) == last;
    same_unit = same_unit && curve.unit == unit;
    first = false;
  }
  std::string label = count == 1                                              ? name
                      : same_name && last.find('(') == std::string_view::npos ? std::string(last)
                                                                              : "";
  if (!same_unit || unit.empty()) return label;
  return label.empty() ? fmt::format("[{}]", unit) : fmt::format("{} [{}]", label, unit);
}

void AssignAxes(Diagram& diagram) {
  std::vector<std::string> units;
  for (const Curve& curve : diagram.curves)
    if (std::find(units.begin(), units.end(), curve.unit) == units.end()) units.push_back(curve.unit);
  diagram.two_axes = units.size() == 2;
  if (diagram.two_axes)
    for (Curve& curve : diagram.curves) curve.axis = curve.unit == units[1];
  diagram.axis_labels = {AxisLabel(diagram, 0), AxisLabel(diagram, 1)};
}

Curve MakeCurve(const Trajectory& result, SignalId id, bool display_units) {
  const Signal& signal = result.signals[id];
  SignalView view = result.View(id);
  Curve curve{.label = signal.name, .description = signal.description, .unit = signal.unit};
  curve.steps = signal.kind == SignalKind::kDiscrete;
  UnitConversion conversion;
  if (display_units && !signal.display_unit.empty())
    if (std::optional<UnitConversion> found = ConvertUnit(signal.unit, signal.display_unit)) {
      conversion = *found;
      curve.unit = signal.display_unit;
    }
  curve.values.resize(view.size());
  for (std::size_t i = 0; i < view.size(); ++i) curve.values[i] = conversion.Apply(view[i]);
  return curve;
}

}  // namespace

const Band* Diagram::BandOf(std::size_t curve) const {
  for (const Band& band : bands)
    if (band.low == curve || band.high == curve) return &band;
  return nullptr;
}

std::size_t Diagram::ColourIndex(std::size_t curve) const {
  const Band* band = BandOf(curve);
  return band ? band->low : curve;
}

std::vector<std::size_t> Diagram::DrawingOrder() const {
  std::vector<std::size_t> order;
  for (bool edges : {true, false})
    for (std::size_t c = 0; c < curves.size(); ++c)
      if ((BandOf(c) != nullptr) == edges) order.push_back(c);
  return order;
}

Result<Figure> MakeFigure(const PlotRequest& request, const Trajectory& result, DiagnosticSink& sink) {
  Result<ResolvedPlot> plot = ResolvePlot(request, result.signals, sink);
  if (!plot) return Reported{};
  if (result.rows() == 0) {
    sink.Report(kNothingToDraw, {}, "there is nothing to draw: the result has no time points");
    return Reported{};
  }
  Figure figure;
  figure.title = request.title;
  figure.x_label = "time [s]";
  figure.x = result.time;
  if (plot->x.valid()) {
    Curve x = MakeCurve(result, plot->x, request.display_units);
    figure.x_label = x.Legend();
    figure.x = std::move(x.values);
    figure.x_ascending = std::is_sorted(figure.x.begin(), figure.x.end());
  }
  for (const std::vector<SignalId>& ids : plot->diagrams) {
    Diagram& diagram = figure.diagrams.emplace_back();
    for (SignalId id : ids) diagram.curves.push_back(MakeCurve(result, id, request.display_units));
    AssignAxes(diagram);
  }
  return figure;
}

Result<Figure> MakeFigure(const PlotRequest& request, ResultReader& result, DiagnosticSink& sink) {
  Result<ResolvedPlot> plot = ResolvePlot(request, result.signals(), sink);
  if (!plot) return Reported{};
  std::set<std::string_view> names;
  PlotRequest exact{request.title, {}, "time", request.display_units};
  auto want = [&](SignalId id) {
    const std::string& name = result.signals()[id].name;
    names.insert(name);
    return name;
  };
  if (plot->x.valid()) exact.x = want(plot->x);
  for (const std::vector<SignalId>& ids : plot->diagrams) {
    exact.diagrams.emplace_back();
    for (SignalId id : ids) exact.diagrams.back().push_back(want(id));
  }
  Result<Trajectory> trajectory = result.Read([&](const Signal& signal) { return names.contains(signal.name); }, sink);
  if (!trajectory) return Reported{};
  return MakeFigure(exact, *trajectory, sink);
}

}  // namespace mica
