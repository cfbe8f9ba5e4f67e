#include "plot/save_plot.h"

#include <gtest/gtest.h>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "plot/gnuplot_plot.h"
#include "plot/html_plot.h"
#include "result/test/temporary_directory.h"
#include "sample_figure.h"

namespace mica {
namespace {

bool HasGnuplot() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }

std::string FirstCode(const DiagnosticSink& sink) {
  return sink.all().empty() ? "" : std::string(sink.all()[0].code.id());
}

// The path without any program on it, while this lives.
class EmptyPath {
 public:
  EmptyPath() : kept_(std::getenv("PATH") ? std::getenv("PATH") : "") { ::setenv("PATH", "/no such directory", 1); }
  ~EmptyPath() { ::setenv("PATH", kept_.c_str(), 1); }

 private:
  std::string kept_;
};

TEST(SavePlot, UnknownEnding) {
  DiagnosticSink sink;
  EXPECT_FALSE(SavePlot("a.bmp", FigureOf({{0, 1}}), sink));
  EXPECT_EQ(FirstCode(sink), "E7033");
}

TEST(SavePlot, MissingGnuplotIsNamed) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  EmptyPath path;
  EXPECT_FALSE(SavePlot(directory / "a.png", FigureOf({{0, 1}}), sink));
  ASSERT_EQ(FirstCode(sink), "E7031");
  EXPECT_NE(sink.all()[0].hint.find("gnuplot-nox"), std::string::npos);
}

TEST(SavePlot, PngAndSvgAreDrawn) {
  if (!HasGnuplot()) GTEST_SKIP() << "no gnuplot here";
  TemporaryDirectory directory;
  Figure figure = FigureOf({Wave(1000), std::vector<double>(1000, 1.0)}, "Über 100 % of 'it'");
  figure.diagrams[0].curves[1].steps = true;
  figure.diagrams[0].curves[1].axis = 1;
  figure.diagrams[0].two_axes = true;
  figure.diagrams.push_back(FigureOf({std::vector<double>(1000, std::nan(""))}).diagrams[0]);
  DiagnosticSink sink;
  ASSERT_TRUE(SavePlot(directory / "it's a plot.png", figure, sink));
  EXPECT_TRUE(ReadAll(directory / "it's a plot.png").starts_with("\x89PNG\r\n"));
  ASSERT_TRUE(SavePlot(directory / "a.svg", figure, sink));
  std::string svg = ReadAll(directory / "a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("Über 100 % of 'it'"), std::string::npos);
  EXPECT_NE(svg.find("p.x [m]"), std::string::npos);
  EXPECT_NE(svg.find("sans-serif"), std::string::npos);
  EXPECT_TRUE(sink.all().empty());
}

TEST(SavePlot, SmallAndManyCurvesAreDrawn) {
  if (!HasGnuplot()) GTEST_SKIP() << "no gnuplot here";
  TemporaryDirectory directory;
  DiagnosticSink sink;
  EXPECT_TRUE(SavePlot(directory / "one.svg", FigureOf({{3}}), sink));
  EXPECT_TRUE(SavePlot(directory / "wide.svg", FigureOf({{-1.7e308, 1.7e308}}), sink));
  EXPECT_TRUE(SavePlot(directory / "many.svg", FigureOf(std::vector<std::vector<double>>(40, Wave(10))), sink));
  EXPECT_TRUE(sink.all().empty()) << sink.all()[0].message;
}

TEST(SavePlot, NamesAreTextAndNeverCommands) {
  if (!HasGnuplot()) GTEST_SKIP() << "no gnuplot here";
  TemporaryDirectory directory;
  Figure figure = FigureOf({{0, 1}, {1, 2}}, "'; system('touch " + (directory / "title") + "'); #");
  figure.diagrams[0].curves[0].label = "x\nsystem('touch " + (directory / "name") + "')";
  figure.diagrams[0].curves[1].label = "`touch " + (directory / "quoted") + "` @macro \\";
  DiagnosticSink sink;
  EXPECT_TRUE(SavePlot(directory / "a.svg", figure, sink)) << sink.all()[0].message;
  for (const char* made : {"title", "name", "quoted"}) EXPECT_FALSE(std::filesystem::exists(directory / made)) << made;
  std::string script = GnuplotScript(figure, PictureFormat::kSvg, "data", "picture");
  EXPECT_NE(script.find("\"\\047\\073 system(\\047touch "), std::string::npos) << script;
}

TEST(SavePlot, PlaceThatCannotBeWritten) {
  DiagnosticSink sink;
  EXPECT_FALSE(
      SaveHtml(FigureOf({{0, 1}}), "/no such directory/a.html", sink,
               {"<!--POLICY--><!--TITLE-->/*STYLE*/<!--LICENCE-->/*UPLOT*//*FIGURE*//*SCRIPT*/", "", "", "u", "", ""}));
  EXPECT_EQ(FirstCode(sink), "E7035");
}

TEST(Html, WithoutUplotItSaysHowToGetIt) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  EXPECT_FALSE(SaveHtml(FigureOf({{0, 1}}), directory / "a.html", sink, WebAssets{}));
  ASSERT_EQ(FirstCode(sink), "E7034");
  EXPECT_NE(sink.all()[0].hint.find("npm ci"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(directory / "a.html"));
}

// What is between the tags of the figure's script, as JSON.
nlohmann::json FigureIn(const std::string& page) {
  std::string open = "id=\"figure\">";
  std::size_t at = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(Html, PageHoldsTheFigureWhateverTheNames) {
  Figure figure = FigureOf({{1, std::nan(""), -0.0}, Wave(3)}, "</script><script>alert(1)</script> & <b>");
  figure.diagrams[0].curves[0].label = "a\"\\</script>\xFF";
  figure.diagrams[0].curves[1].steps = true;
  std::string page = HtmlPage(figure);
  nlohmann::json data = FigureIn(page);
  EXPECT_EQ(data["title"], figure.title);
  EXPECT_EQ(data["x"], (nlohmann::json{0, 0.5, 1}));
  EXPECT_EQ(data["y"][0], (nlohmann::json{1, nullptr, 0}));
  EXPECT_EQ(data["y"].size(), 2u);
  EXPECT_TRUE(data["diagrams"][0]["curves"][1]["steps"]);
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  for (const char* place : {"/*STYLE*/", "/*UPLOT*/", "/*FIGURE*/", "/*SCRIPT*/", "<!--TITLE-->"})
    EXPECT_EQ(page.find(place), std::string::npos) << place;
}

TEST(Html, EmbeddedFilesAreTheFilesOfTheSources) {
  const WebAssets& assets = EmbeddedWebAssets();
  std::string web = std::string(MICA_SOURCE_DIR) + "/src/plot/web/";
  EXPECT_EQ(assets.page, ReadAll(web + "page.html"));
  EXPECT_EQ(assets.style, ReadAll(web + "page.css"));
  EXPECT_EQ(assets.script, ReadAll(web + "page.js"));
  std::string uplot = ReadAll(web + "node_modules/uplot/dist/uPlot.iife.min.js");
  if (!uplot.empty()) {
    EXPECT_EQ(assets.uplot, uplot);
  }
  // A page needs nothing from elsewhere.
  std::string page = HtmlPage(FigureOf({{0, 1}}));
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("href=\"http"), std::string::npos);
}

TEST(Html, LongRunsAreThinned) {
  std::string page = HtmlPage(FigureOf({Wave(1'000'000, 50)}));
  nlohmann::json data = FigureIn(page);
  EXPECT_LT(data["x"].size(), 100'000u);
  EXPECT_GT(data["x"].size(), 20'000u);
}

TEST(Program, OutcomesAreTold) {
  TemporaryDirectory directory;
  EXPECT_EQ(RunProgram({"no-such-program-anywhere"}, directory / "log", 5).outcome, ProgramOutcome::kMissing);
  EXPECT_EQ(RunProgram({"sleep", "30"}, directory / "log", 0.05).outcome, ProgramOutcome::kTooSlow);
  ProgramRun failed = RunProgram({"sh", "-c", "echo why >&2; exit 3"}, directory / "log", 5);
  EXPECT_EQ(failed.outcome, ProgramOutcome::kFailed);
  EXPECT_EQ(failed.output, "why\n");
  EXPECT_EQ(RunProgram({"true"}, directory / "log", 5).outcome, ProgramOutcome::kDone);
}

}  // namespace
}  // namespace mica
