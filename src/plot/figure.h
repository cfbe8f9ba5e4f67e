// A picture before it has a form: curves with their values, labels and axes. Made from a result; drawn by terminal_plot,
// gnuplot_plot and html_plot.
//
// All curves are over the same x. In a diagram, curves of one unit share an axis: with two units, the second has the axis on
// the right; with more, all are on the left one, which then has no unit.
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

struct Diagram {
  std::vector<Curve> curves;
  std::array<std::string, 2> axis_labels;  // left and right
  bool two_axes = false;
};

struct Figure {
  std::string title;
  std::string x_label;  // with its unit
  std::vector<double> x;
  bool x_ascending = true;
  std::vector<Diagram> diagrams;
};

Result<Figure> MakeFigure(const PlotRequest& request, const Trajectory& result, DiagnosticSink& sink);
// Reads only the signals that are drawn.
Result<Figure> MakeFigure(const PlotRequest& request, ResultReader& result, DiagnosticSink& sink);

}  // namespace mica
