#include "plot/plot_request.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plot/figure.h"

namespace mica {
namespace {

using Lists = std::vector<std::vector<std::string>>;

TEST(ParseDiagrams, CommasInBracketsAndQuotesBelongToTheName) {
  EXPECT_EQ(ParseDiagrams("a,b[1,2];c"), (Lists{{"a", "b[1,2]"}, {"c"}}));
  EXPECT_EQ(ParseDiagrams(" a , 'x,y;z'.w"), (Lists{{"a", "'x,y;z'.w"}}));
  EXPECT_EQ(ParseDiagrams("der(a[1,2]),;;,b"), (Lists{{"der(a[1,2])"}, {"b"}}));
  EXPECT_EQ(ParseDiagrams(""), Lists{});
  EXPECT_EQ(ParseDiagrams(" ;, ;"), Lists{});
  EXPECT_EQ(ParseDiagrams("a]],b"), (Lists{{"a]]", "b"}}));
  EXPECT_EQ(ParseDiagrams("'a\\'"), (Lists{{"'a\\'"}}));
}

SignalTable Table() {
  SignalTable signals;
  for (const char* name : {"tank1.level", "tank2.level", "tank2.der(level)", "pump.speed", "T[1, 2]"})
    signals.Add({.name = name});
  return signals;
}

TEST(ResolvePlot, EveryUnknownNameIsToldWithAHint) {
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"tank1.levl", "level"}, {"pump.speed", "entirely.other"}};
  EXPECT_FALSE(ResolvePlot(request, Table(), sink).ok());
  ASSERT_EQ(sink.all().size(), 3u);
  EXPECT_EQ(sink.all()[0].code.id(), "E7030");
  EXPECT_EQ(sink.all()[0].hint, "did you mean 'tank1.level'?");
  EXPECT_EQ(sink.all()[1].hint, "there is 'tank1.level', 'tank2.level'");
  EXPECT_EQ(sink.all()[2].hint, "");
}

TEST(ResolvePlot, PatternsStandForWhatTheyFit) {
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"tank?.level", "T[1,*]"}, {"*speed"}};
  auto plot = ResolvePlot(request, Table(), sink);
  ASSERT_TRUE(plot.ok());
  EXPECT_EQ(plot->diagrams[0], (std::vector<SignalId>{SignalId(0), SignalId(1), SignalId(4)}));
  EXPECT_EQ(plot->diagrams[1], (std::vector<SignalId>{SignalId(3)}));
  request.diagrams = {{"nothing*"}};
  EXPECT_FALSE(ResolvePlot(request, Table(), sink).ok());
  EXPECT_EQ(sink.all().back().code.id(), "E7030");
}

TEST(ResolvePlot, APatternForAllIsBounded) {
  SignalTable signals;
  for (int i = 0; i < 1000; ++i) signals.Add({.name = fmt::format("x[{}]", i)});
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"*"}};
  auto plot = ResolvePlot(request, signals, sink);
  ASSERT_TRUE(plot.ok());
  EXPECT_EQ(plot->diagrams[0].size(), 40u);
  EXPECT_EQ(sink.all()[0].code.id(), "W7037");
}

TEST(ResolvePlot, NothingNamedIsAnError) {
  DiagnosticSink sink;
  EXPECT_FALSE(ResolvePlot({}, Table(), sink).ok());
  EXPECT_EQ(sink.all()[0].code.id(), "E7036");
}

Trajectory Result2() {
  Trajectory result;
  result.signals.Add({.name = "a.phi", .unit = "rad", .display_unit = "deg"});
  result.signals.Add({.name = "b.phi", .unit = "rad", .display_unit = "deg"});
  result.signals.Add({.name = "a.w", .unit = "rad/s", .display_unit = "nonsense"});
  result.signals.Add({.name = "on", .kind = SignalKind::kDiscrete});
  result.time = {0, 1};
  result.columns = {{0, 3.14159265358979}, {1, 2}, {1, -1}, {0, 1}};
  return result;
}

TEST(MakeFigure, DisplayUnitsAndAxes) {
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"a.phi", "b.phi", "a.w"}, {"on"}};
  auto figure = MakeFigure(request, Result2(), sink);
  ASSERT_TRUE(figure.ok());
  const Diagram& first = figure->diagrams[0];
  EXPECT_NEAR(first.curves[0].values[1], 180, 1e-9);
  EXPECT_EQ(first.curves[0].Legend(), "a.phi [deg]");
  EXPECT_EQ(first.curves[2].unit, "rad/s");  // an unknown display unit is not used
  EXPECT_TRUE(first.two_axes);
  EXPECT_EQ(first.curves[2].axis, 1);
  EXPECT_EQ(first.axis_labels[0], "phi [deg]");
  EXPECT_EQ(first.axis_labels[1], "a.w [rad/s]");
  EXPECT_TRUE(figure->diagrams[1].curves[0].steps);
  EXPECT_EQ(figure->x_label, "time [s]");
}

TEST(MakeFigure, ThreeUnitsShareOneAxisWithoutUnit) {
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"a.phi", "a.w", "on"}};
  request.display_units = false;
  auto figure = MakeFigure(request, Result2(), sink);
  ASSERT_TRUE(figure.ok());
  EXPECT_FALSE(figure->diagrams[0].two_axes);
  EXPECT_EQ(figure->diagrams[0].axis_labels[0], "");
  EXPECT_EQ(figure->diagrams[0].curves[0].values[1], 3.14159265358979);
}

TEST(MakeFigure, AnotherSignalAsX) {
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"a.phi"}};
  request.x = "a.w";
  auto figure = MakeFigure(request, Result2(), sink);
  ASSERT_TRUE(figure.ok());
  EXPECT_EQ(figure->x, (std::vector<double>{1, -1}));
  EXPECT_FALSE(figure->x_ascending);
  EXPECT_EQ(figure->x_label, "a.w [rad/s]");
  request.x = "a.ww";
  EXPECT_FALSE(MakeFigure(request, Result2(), sink).ok());
  EXPECT_EQ(sink.all().back().code.id(), "E7030");
}

TEST(MakeFigure, ResultWithoutRows) {
  Trajectory result;
  result.signals.Add({.name = "x"});
  result.columns.resize(1);
  DiagnosticSink sink;
  PlotRequest request;
  request.diagrams = {{"x"}};
  EXPECT_FALSE(MakeFigure(request, result, sink).ok());
  EXPECT_EQ(sink.all()[0].code.id(), "E7036");
}

}  // namespace
}  // namespace mica
