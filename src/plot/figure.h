// A picture before it has a form: curves with their values, labels and axes. Made from a result; drawn by
// terminal_plot, gnuplot_plot and html_plot.
//
// All curves are over the same x. In a diagram, curves of one unit share an axis: with two units, the second has the
// axis on the right; with more, all are on the left one, which then has no unit.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "plot/plot_request.h"
#include "result/result_reader.h"
#include "result/trajectory.h"

namespace mica {

struct Curve {
  std::string label;  // the signal's name
  std::string description;
  std::string unit;    // in which the values are; may be ""
  bool steps = false;  // keeps its value up to the next one
  int axis = 0;        // 0 left, 1 right
  std::vector<double> values;

  std::string Legend() const { return unit.empty() ? label : label + " [" + unit + "]"; }
};

// The area between two curves of a diagram, such as the tube around a reference: filled where the form of the picture
// allows it.
struct Band {
  std::size_t low = 0, high = 0;  // among the curves
};

struct Diagram {
  std::vector<Curve> curves;
  std::vector<Band> bands;
  std::array<std::string, 2> axis_labels;  // left and right
  bool two_axes = false;

  // The band whose edge a curve is, or null.
  const Band* BandOf(std::size_t curve) const;
  // Which colour a curve has, as an index: both edges of a band have the same.
  std::size_t ColourIndex(std::size_t curve) const;
  // The curves as they are drawn, the later ones over the earlier: edges first.
  std::vector<std::size_t> DrawingOrder() const;
};

struct Figure {
  std::string title;
  std::string x_label;  // with its unit
  std::vector<double> x;
  bool x_ascending = true;
  std::vector<Diagram> diagrams;
};

Result<Figure> MakeFigure(const PlotRequest& request, const Trajectory& result, DiagnosticSink& sink);
// Reads only the signals that are drawn, of several results: each name is a curve of each result, over the times of all
// of them. With a single result the same as below. E7048: over another variable than time only one result can be drawn.
struct NamedResult {
  std::string name;  // as it stands in legends
  ResultReader* reader = nullptr;
};
Result<Figure> MakeFigure(const PlotRequest& request, const std::vector<NamedResult>& results, DiagnosticSink& sink);
// Reads only the signals that are drawn.
Result<Figure> MakeFigure(const PlotRequest& request, ResultReader& result, DiagnosticSink& sink);

}  // namespace mica
