#include "plot/terminal_plot.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "plot/dot_canvas.h"
#include "sample_figure.h"

namespace mica {
namespace {

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::size_t Width(std::string_view line) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      i = line.find('m', i);
      continue;
    }
    width += (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
  }
  return width;
}

TEST(DotCanvas, BrailleDotsAreWhereUnicodePutsThem) {
  DotCanvas canvas(2, 1, true);
  canvas.Dot(0, 0, 0);  // U+2801: dot 1
  canvas.Dot(3, 3, 0);  // U+2880: dot 8
  EXPECT_EQ(canvas.Row(0, false), "⠁⢀");
  canvas.Line(0, 0, 0, 3, 0);
  EXPECT_EQ(canvas.Row(0, false), "⡇⢀");
  canvas.Dot(-1, 0, 0);
  canvas.Dot(0, 99, 0);
  EXPECT_EQ(canvas.Row(0, false), "⡇⢀");
}

TEST(TerminalPlot, RampInAscii) {
  Figure figure = FigureOf({{0, 1}}, "Ramp");
  std::string text = PlotTerminal(figure, {.width = 30, .height = 12, .colour = false, .unicode = false});
  EXPECT_EQ(text,
            "             Ramp\n"
            "x [m]\n"
            "1.0 +                     ***\n"
            "    |               ******\n"
            "0.5 +         ******\n"
            "    |   ******\n"
            "  0 +***\n"
            "    ++-----------+----------+\n"
            "     0          0.5        1.0\n"
            "             time [s]\n"
            "  * p.x [m]\n");
}

TEST(TerminalPlot, NoLineIsWiderThanTheTerminal) {
  for (int width : {30, 47, 80, 133})
    for (bool unicode : {true, false})
      for (bool colour : {true, false}) {
        Figure figure = FigureOf({Wave(300), Wave(300, 2), Wave(300, 5)},
                                 "A title that is much longer than the narrowest terminal is wide");
        figure.diagrams[0].curves[1].label =
            "a.component.with.a.very.long.name.that.nobody.would.ever.want.to.type.on.a.line[17,4]";
        figure.diagrams[0].curves[2].axis = 1;
        figure.diagrams[0].two_axes = true;
        figure.diagrams[0].axis_labels[1] = "another quantity with a long label [kg.m2/s2]";
        figure.diagrams.push_back(figure.diagrams[0]);
        for (const std::string& line : Lines(PlotTerminal(figure, {width, 30, colour, unicode})))
          EXPECT_LE(Width(line), static_cast<std::size_t>(width)) << line;
      }
}

TEST(TerminalPlot, ColourOnlyWhenAsked) {
  Figure figure = FigureOf({Wave(100), Wave(100, 2)});
  EXPECT_EQ(PlotTerminal(figure, {80, 24, false, true}).find('\033'), std::string::npos);
  std::string coloured = PlotTerminal(figure, {80, 24, true, true});
  EXPECT_NE(coloured.find("\033[38;5;39m"), std::string::npos);
  EXPECT_NE(coloured.find("\033[38;5;208m"), std::string::npos);
}

TEST(TerminalPlot, WithoutColoursLettersTellCurvesApart) {
  std::string text =
      PlotTerminal(FigureOf({std::vector<double>(50, 1.0), std::vector<double>(50, 2.0)}), {60, 20, false, true});
  std::vector<std::string> lines = Lines(text);
  std::size_t row_a = 0, row_b = 0;
  for (std::size_t i = 1; i + 4 < lines.size(); ++i) {  // not the label above, nor the frame and legend below
    if (lines[i].find('a') != std::string::npos) row_a = i;
    if (lines[i].find('b') != std::string::npos) row_b = i;
  }
  EXPECT_GT(row_a, row_b);  // 1 is below 2
  EXPECT_NE(text.find("a p.x [m]"), std::string::npos);
  EXPECT_NE(text.find("b q.x [m]"), std::string::npos);
}

TEST(TerminalPlot, OddValuesAreDrawnOrLeftOut) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  auto has_dots = [](std::vector<double> values) {
    std::string text = PlotTerminal(FigureOf({std::move(values)}), {60, 20, false, false});
    std::size_t count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '*'));
    return count > 1;  // one is in the legend
  };
  EXPECT_TRUE(has_dots({5, 5, 5}));
  EXPECT_TRUE(has_dots({5}));
  EXPECT_TRUE(has_dots({1, kNan, 2, kInf, 3}));
  EXPECT_FALSE(has_dots({kNan, kNan}));
  EXPECT_FALSE(has_dots({kInf}));
  EXPECT_TRUE(has_dots({-1.7e308, 0, 1.7e308}));
  EXPECT_TRUE(has_dots({1e-320, 2e-320}));
}

TEST(TerminalPlot, AGapStaysEmpty) {
  std::vector<double> values(60, 1.0);
  for (std::size_t i = 20; i < 40; ++i) values[i] = std::nan("");
  std::string text = PlotTerminal(FigureOf({values}), {66, 20, false, false});
  // The constant lies on one line: stars, a third of nothing, stars.
  bool found = false;
  for (const std::string& line : Lines(text)) found = found || line.find("*                   ") != std::string::npos;
  EXPECT_TRUE(found) << text;
}

TEST(TerminalPlot, StepsHoldTheirValue) {
  Figure figure = FigureOf({{0, 1}});
  figure.diagrams[0].curves[0].steps = true;
  std::vector<std::string> lines = Lines(PlotTerminal(figure, {40, 12, false, false}));
  // All of the lower value is on the last row before the frame, the rise at the right edge.
  std::size_t lowest = 5;
  EXPECT_GT(std::count(lines[lowest].begin(), lines[lowest].end(), '*'), 30) << lines[lowest];
  EXPECT_EQ(std::count(lines[3].begin(), lines[3].end(), '*'), 1);
}

TEST(TerminalPlot, NamesCannotSteerTheTerminal) {
  Figure figure = FigureOf({{0, 1}}, "evil\033]0;title\007");
  figure.diagrams[0].curves[0].label = "x\033[2J\n";
  std::string text = PlotTerminal(figure, {80, 24, false, true});
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(text.find('\007'), std::string::npos);
  EXPECT_NE(text.find("x?[2J?"), std::string::npos);
}

TEST(TerminalOptions, PipeHasNoColoursAndLocaleDecidesOnUnicode) {
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  ::setenv("COLUMNS", "101", 1);
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  TerminalOptions options = DetectTerminal(pipe_ends[1]);
  EXPECT_FALSE(options.colour);
  EXPECT_TRUE(options.unicode);
  EXPECT_EQ(options.width, 101);
  ::setenv("LC_ALL", "C", 1);
  ::setenv("COLUMNS", "-5", 1);
  options = DetectTerminal(pipe_ends[1]);
  EXPECT_FALSE(options.unicode);
  EXPECT_EQ(options.width, 80);
  ::unsetenv("COLUMNS");
  ::unsetenv("LC_ALL");
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

}  // namespace
}  // namespace mica
