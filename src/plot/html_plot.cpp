#include "plot/html_plot.h"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "plot/codes.h"
#include "plot/html_escape.h"
#include "plot/page_frame.h"
#include "plot/palette.h"
#include "plot/thinning.h"

namespace mica {

namespace {

// Numbers that a page may hold: beyond, pages load slowly. Zooming in shows what the thinning left.
constexpr std::size_t kMostNumbers = 2'000'000, kFewestBuckets = 1000, kMostBuckets = 20'000;

void AppendNumber(std::string& out, double value, int digits) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  char text[40];
  auto end = std::to_chars(text, text + sizeof text, value + 0.0, std::chars_format::general, digits).ptr;
  out.append(text, end);
}

std::string Numbers(const std::vector<double>& values, const std::vector<std::size_t>& rows, int digits) {
  std::string out = "[";
  for (std::size_t row : rows) {
    if (out.size() > 1) out += ',';
    AppendNumber(out, values[row], digits);
  }
  return out + "]";
}

std::string FigureData(const Figure& figure) {
  std::size_t curves = 1;
  nlohmann::json head;
  head["title"] = figure.title;
  head["xLabel"] = figure.x_label;
  head["ascending"] = figure.x_ascending;
  head["colours"] = kCurveColours.size();
  for (const Diagram& diagram : figure.diagrams) {
    nlohmann::json one;
    one["axes"] = diagram.axis_labels;
    one["twoAxes"] = diagram.two_axes;
    for (std::size_t c = 0; c < diagram.curves.size(); ++c) {
      const Curve& curve = diagram.curves[c];
      one["curves"].push_back({{"legend", curve.Legend()},
                               {"description", curve.description},
                               {"steps", curve.steps},
                               {"axis", curve.axis},
                               {"colour", ColourOf(diagram.ColourIndex(c)).hex},
                               {"width", diagram.BandOf(c) ? 0.8 : 1.6}});
      ++curves;
    }
    one["bands"] = nlohmann::json::array();
    for (const Band& band : diagram.bands) one["bands"].push_back({band.low, band.high});
    head["diagrams"].push_back(std::move(one));
  }
  std::vector<std::size_t> rows =
      ThinRows(figure, std::clamp(kMostNumbers / (4 * curves), kFewestBuckets, kMostBuckets));
  std::string out = WithinScript(
      head.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));  // bytes that are no UTF-8 are replaced
  out.pop_back();  // the closing brace: the numbers are written by us, with the digits that matter
  out += ",\n\"x\":" + Numbers(figure.x, rows, 12) + ",\n\"y\":[";
  bool first = true;
  for (const Diagram& diagram : figure.diagrams)
    for (const Curve& curve : diagram.curves) {
      if (!first) out += ",\n";
      first = false;
      out += Numbers(curve.values, rows, 8);
    }
  return out + "]}";
}

}  // namespace

std::string HtmlPage(const Figure& figure, const WebAssets& assets) {
  // What is ours first, and the policy over it; then what comes from the model.
  const FramePart ours[] = {{"/*STYLE*/", std::string(assets.uplot_style) + "\n" + std::string(assets.style)},
                            {"<!--LICENCE-->", "<!-- uPlot:\n" + std::string(assets.uplot_licence) + "-->"},
                            {"/*UPLOT*/", std::string(assets.uplot)},
                            {"/*SCRIPT*/", std::string(assets.script)}};
  const FramePart parts[] = {{"<!--TITLE-->", EscapeHtml(figure.title.empty() ? "Plot" : figure.title)},
                             {"/*FIGURE*/", FigureData(figure)}};
  return FillFrame(WithPolicy(FillFrame(assets.page, ours)), parts);
}

bool SaveHtml(const Figure& figure, const std::string& path, DiagnosticSink& sink, const WebAssets& assets) {
  if (assets.uplot.empty()) {
    sink.Report(kNoPages, {}, "interactive pages are drawn by uPlot, which was not there when this program was built")
        .hint =
        "install Node.js with npm (Debian: apt install npm), run `npm ci` in src/plot/web and build again; or save as "
        ".svg or "
        ".png";
    return false;
  }
  if (!WriteWholeFile(path, HtmlPage(figure, assets))) {
    sink.Report(kCannotWritePicture, {}, fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
    return false;
  }
  return true;
}

}  // namespace mica
