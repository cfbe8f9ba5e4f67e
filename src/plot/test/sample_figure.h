// Figures for the tests of the drawers.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "plot/figure.h"

namespace mica {

// One diagram over 0 … 1 with the given curves.
inline Figure FigureOf(std::vector<std::vector<double>> curves, std::string title = "") {
  Figure figure;
  figure.title = std::move(title);
  figure.x_label = "time [s]";
  Diagram& diagram = figure.diagrams.emplace_back();
  std::size_t rows = curves.at(0).size();
  for (std::size_t i = 0; i < rows; ++i)
    figure.x.push_back(rows > 1 ? static_cast<double>(i) / static_cast<double>(rows - 1) : 0);
  for (std::size_t c = 0; c < curves.size(); ++c) {
    Curve curve;
    curve.label = std::string(1, static_cast<char>('p' + c)) + ".x";
    curve.unit = "m";
    curve.values = std::move(curves[c]);
    diagram.curves.push_back(std::move(curve));
  }
  diagram.axis_labels = {"x [m]", ""};
  return figure;
}

inline std::vector<double> Wave(std::size_t rows, double frequency = 1) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i)
    values.push_back(std::sin(6.283 * frequency * static_cast<double>(i) / static_cast<double>(rows)));
  return values;
}

}  // namespace mica
