#include "plot/sketch.h"

#include <fmt/format.h>
#include <cmath>
#include <iterator>

#include "base/check.h"
#include "plot/axis.h"
#include "plot/html_escape.h"
#include "plot/palette.h"
#include "plot/thinning.h"

namespace mica {

namespace {

constexpr int kLeft = 52, kRight = 12, kTop = 18, kBottom = 18;
constexpr std::size_t kBuckets = 50;

// Where a value stands in the drawing.
struct Scale {
  AxisRange range;
  double from, to;

  double operator()(double value) const { return from + (value - range.low) / range.width() * (to - from); }
};

// The points of a curve as an SVG path; a value that is no number lifts the pen. Steps go sideways first.
void AppendPath(std::string& out, const std::vector<std::size_t>& rows, const std::vector<double>& x,
                const Curve& curve, const Scale& over, const Scale& up) {
  bool pen = false;
  for (std::size_t row : rows) {
    double value = curve.values[row];
    if (!std::isfinite(value)) {
      pen = false;
      continue;
    }
    if (pen && curve.steps) fmt::format_to(std::back_inserter(out), "H{:.1f}", over(x[row]));
    fmt::format_to(std::back_inserter(out), "{}{:.1f} {:.1f}", pen ? 'L' : 'M', over(x[row]), up(value));
    pen = true;
  }
}

}  // namespace

std::string SketchSvg(const Figure& figure, const Diagram& diagram, SketchSize size) {
  Check(figure.x_ascending, "a sketch over an x that goes back and forth");
  Scale over{RangeOf(figure.x), kLeft, static_cast<double>(size.width - kRight)};
  Scale up{Widen(RangeOf(diagram, 0), 0.05), static_cast<double>(size.height - kBottom), kTop};
  Figure alone;  // thinning looks at all curves of a figure: these are all
  alone.x = figure.x;
  alone.diagrams = {diagram};
  std::vector<std::size_t> rows = ThinRows(alone, kBuckets);

  std::string out =
      fmt::format("<svg class=\"sketch\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">",
                  size.width, size.height);
  out += fmt::format("<text x=\"{}\" y=\"12\">{}</text>", kLeft, EscapeHtml(diagram.axis_labels[0]));
  for (const Tick& tick : MakeTicks(up.range, 4))
    out += fmt::format(
        "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text class=\"tick\" text-anchor=\"end\" x=\"{}\" "
        "y=\"{:.1f}\">{}</text>",
        kLeft, up(tick.value), size.width - kRight, kLeft - 4, up(tick.value) + 3.5, EscapeHtml(tick.label));
  for (const Tick& tick : MakeTicks(over.range, 5))
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f} {}V{}\"/><text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" "
        "y=\"{}\">{}</text>",
        over(tick.value), kTop, size.height - kBottom, over(tick.value), size.height - 5, EscapeHtml(tick.label));
  for (const Band& band : diagram.bands) {
    std::vector<std::size_t> back(rows.rbegin(), rows.rend());
    out += fmt::format("<path fill=\"{}\" fill-opacity=\"0.25\" d=\"", ColourOf(band.low).hex);
    AppendPath(out, rows, figure.x, diagram.curves[band.low], over, up);
    std::string rest;
    AppendPath(rest, back, figure.x, diagram.curves[band.high], over, up);
    if (!rest.empty()) rest[0] = 'L';
    out += rest + "Z\"/>";
  }
  for (std::size_t c : diagram.DrawingOrder()) {
    out += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" d=\"",
                       ColourOf(diagram.ColourIndex(c)).hex, diagram.BandOf(c) ? "0.5" : "1.3");
    AppendPath(out, rows, figure.x, diagram.curves[c], over, up);
    out += fmt::format("\"><title>{}</title></path>", EscapeHtml(diagram.curves[c].Legend()));
  }
  return out + "</svg>";
}

}  // namespace mica
