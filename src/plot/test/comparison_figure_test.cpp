#include "plot/comparison_figure.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "plot/sketch.h"

namespace mica {
namespace {

// x = 0, 1, 2, 3 at times 0 … 3, one signal a name.
Trajectory Ramps(const std::vector<std::string>& names) {
  Trajectory result;
  result.time = {0, 1, 2, 3};
  for (const std::string& name : names) {
    result.signals.Add({.name = name, .unit = "m"});
    result.columns.push_back({0, 1, 2, 3});
  }
  return result;
}

Reference Bands(const std::vector<std::pair<std::string, double>>& shifted) {
  Reference reference;
  reference.times = {0, 2};
  for (const auto& [name, shift] : shifted)
    reference.signals.push_back({name, {0 + shift, 2 + shift}, {0.5 + shift, 2.5 + shift}});
  return reference;
}

TEST(ComparisonFigure, ShowsWhatDiffersWithItsTube) {
  Trajectory result = Ramps({"same", "off"});
  Reference reference = Bands({{"same", 0}, {"off", 1}, {"missing", 0}});
  Comparison comparison = Compare(result, reference);
  Figure figure = MakeComparisonFigure(result, reference, comparison, {});
  ASSERT_EQ(figure.diagrams.size(), 1u);
  EXPECT_EQ(figure.x, (std::vector<double>{0, 1, 2}));  // as far as the reference goes
  const Diagram& diagram = figure.diagrams[0];
  EXPECT_EQ(diagram.axis_labels[0], "off [m]");
  ASSERT_EQ(diagram.bands.size(), 1u);
  double e = comparison.signals[1].tolerance;
  ASSERT_GT(e, 0);
  EXPECT_EQ(diagram.curves[0].values, (std::vector<double>{0, 1, 2}));
  EXPECT_DOUBLE_EQ(diagram.curves[diagram.bands[0].low].values[1], 2 - e);  // half way from 1 to 3
  EXPECT_DOUBLE_EQ(diagram.curves[diagram.bands[0].high].values[1], 2.5 + e);
}

TEST(ComparisonFigure, WorstFirstAndBounded) {
  Trajectory result = Ramps({"a", "b", "c"});
  Reference reference = Bands({{"a", 0}, {"b", 1}, {"c", 1}});
  reference.signals[1].high = {2, 4};
  reference.signals[1].low = {0, 3};  // b agrees at the first sample
  Figure figure = MakeComparisonFigure(result, reference, Compare(result, reference), {.most = 1});
  ASSERT_EQ(figure.diagrams.size(), 1u);
  EXPECT_EQ(figure.diagrams[0].axis_labels[0], "c [m]");
  EXPECT_EQ(MakeComparisonFigure(result, reference, Compare(result, reference), {.every = true}).diagrams.size(), 3u);
}

TEST(Sketch, NamesAreTextAndGapsLiftThePen) {
  Figure figure;
  figure.x = {0, 1, 2};
  Diagram& diagram = figure.diagrams.emplace_back();
  diagram.axis_labels[0] = "<x>";
  diagram.curves.push_back({.label = "\"&\"", .values = {0, NAN, 1}});
  std::string svg = SketchSvg(figure, diagram);
  EXPECT_NE(svg.find("&lt;x&gt;"), std::string::npos);
  EXPECT_NE(svg.find("&quot;&amp;&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  std::size_t curve = svg.find("stroke=");
  EXPECT_EQ(std::count(svg.begin() + static_cast<std::ptrdiff_t>(curve), svg.end(), 'M'), 2);  // two pieces
}

}  // namespace
}  // namespace mica
