#include "plot/gnuplot_plot.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>

#include "base/process.h"
#include "plot/axis.h"
#include "plot/codes.h"
#include "plot/palette.h"
#include "plot/thinning.h"

namespace mica {

namespace {

// Lengths in points of the SVG; the PNG has kPngScale pixels for each.
constexpr double kWidth = 900, kDiagramHeight = 300, kOnlyDiagramHeight = 420;
constexpr double kTitleHeight = 34, kLegendRow = 20, kTickHeight = 32, kLabelHeight = 28, kEdge = 14;
constexpr double kAxisRoom = 50, kLegendSample = 48, kCharacter = 7.1;  // kAxisRoom: besides the labels of ticks
constexpr double kPngScale = 2;
constexpr std::size_t kMostAbove = 6;  // more curves have their legend on the right
constexpr std::size_t kBuckets = 3000;
constexpr double kSecondsForGnuplot = 120;

// A string for gnuplot. Names come from files, and gnuplot runs commands found in backquotes: whatever is not harmless
// becomes an octal escape.
std::string Quote(std::string_view text) {
  constexpr std::string_view kHarmless = " .,:_-+=/()[]<>*";
  std::string quoted = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20)
      quoted += ' ';
    else if (byte >= 0x80 || std::isalnum(byte) || kHarmless.find(c) != std::string_view::npos)
      quoted += c;
    else
      quoted += fmt::format("\\{:03o}", byte);
  }
  return quoted + "\"";
}

double TextWidth(std::string_view text) {
  return kCharacter * static_cast<double>(
                          std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

AxisRange ShownRange(const Diagram& diagram, int axis) { return Widen(RangeOf(diagram, axis), 0.05); }
std::vector<Tick> TicksOf(const Diagram& diagram, int axis) { return MakeTicks(ShownRange(diagram, axis), 8); }

double LabelWidth(const Diagram& diagram, int axis) {
  double widest = 0;
  for (const Tick& tick : TicksOf(diagram, axis)) widest = std::max(widest, TextWidth(tick.label));
  return widest;
}

// Where the parts of a picture lie, in points from the upper left.
struct Layout {
  double width = kWidth, height = 0;
  double left = 0, right = kWidth - kEdge;
  struct Place {
    double top, bottom;
    bool legend_right;
    std::size_t legend_columns;  // above
  };
  std::vector<Place> places;

  explicit Layout(const Figure& figure) {
    double widest = 0;  // legend on the right
    for (const Diagram& diagram : figure.diagrams) {
      left = std::max(left, kAxisRoom + LabelWidth(diagram, 0));
      if (diagram.two_axes) right = std::min(right, kWidth - kAxisRoom - LabelWidth(diagram, 1));
      if (diagram.curves.size() > kMostAbove)
        for (const Curve& curve : diagram.curves) widest = std::max(widest, TextWidth(curve.Legend()) + kLegendSample);
    }
    width += widest;
    double plot = figure.diagrams.size() == 1 ? kOnlyDiagramHeight : kDiagramHeight;
    height = figure.title.empty() ? kEdge : kTitleHeight;
    for (const Diagram& diagram : figure.diagrams) {
      Place place{};
      place.legend_right = diagram.curves.size() > kMostAbove;
      if (diagram.curves.size() == 1) {
        height += kEdge;  // the axis says it all
      } else if (!place.legend_right) {
        double column = 0;
        for (const Curve& curve : diagram.curves) column = std::max(column, TextWidth(curve.Legend()) + kLegendSample);
        place.legend_columns =
            std::clamp<std::size_t>(static_cast<std::size_t>((right - left) / column), 1, diagram.curves.size());
        std::size_t rows = (diagram.curves.size() + place.legend_columns - 1) / place.legend_columns;
        height += kLegendRow * static_cast<double>(rows) + kEdge / 2;
      } else {
        height += kEdge;
        // The legend must fit beside the diagram.
        plot = std::max(plot, kLegendRow * static_cast<double>(diagram.curves.size()));
      }
      place.top = height;
      height += plot;
      place.bottom = height;
      height += kTickHeight;
      places.push_back(place);
    }
    height += kLabelHeight;
  }
  double FromLeft(double x) const { return x / width; }
  double FromBottom(double y) const { return 1 - y / height; }
};

std::string Terminal(PictureFormat format, const Layout& layout) {
  if (format == PictureFormat::kSvg)
    return fmt::format(
        "set terminal svg size {:.0f},{:.0f} dynamic noenhanced font 'DejaVu Sans,12' linewidth 1 background 'white'\n",
        layout.width, layout.height);
  return fmt::format(
      "set terminal pngcairo size {:.0f},{:.0f} noenhanced font 'DejaVu Sans,9' fontscale {} linewidth {} background "
      "'white'\n",
      kPngScale * layout.width, kPngScale * layout.height, kPngScale, kPngScale);
}

// One axis: its range, and ticks where and as required.
std::string AxisCommand(std::string_view axis, AxisRange range, const std::vector<Tick>& ticks, std::string_view label,
                        std::string_view offset) {
  std::string out = fmt::format("set {}range [{:.17g}:{:.17g}]\n", axis, range.low, range.high);
  out += fmt::format("set {}tics out nomirror scale 0.6 textcolor rgb '#333333' (", axis);
  for (std::size_t i = 0; i < ticks.size(); ++i)
    out += fmt::format("{}{} {:.17g}", i == 0 ? "" : ", ", Quote(ticks[i].label), ticks[i].value);
  out += ")\n";
  return out + fmt::format("set {}label {} offset {}\n", axis, Quote(label), offset);
}

std::string AxisCommands(const Diagram& diagram) {
  std::string out = AxisCommand("y", ShownRange(diagram, 0), TicksOf(diagram, 0), diagram.axis_labels[0], "0,0");
  if (!diagram.two_axes) return out + "set border 3\nunset y2tics\nunset y2label\n";
  return out + "set border 11\n" +
         AxisCommand("y2", ShownRange(diagram, 1), TicksOf(diagram, 1), diagram.axis_labels[1], "0,0");
}

std::string PlotCommand(const Diagram& diagram, const std::string& data, std::size_t first_column) {
  std::string out = "plot ";
  for (const Band& band : diagram.bands)  // below the curves
    out += fmt::format(
        "{} using 1:{}:{} axes x1{} with filledcurves fc rgb '{}' fs transparent solid 0.3 noborder notitle, \\\n     ",
        Quote(data), first_column + band.low, first_column + band.high,
        diagram.curves[band.low].axis == 1 ? "y2" : "y1", ColourOf(band.low).hex);
  bool first = true;
  for (std::size_t c : diagram.DrawingOrder()) {
    const Curve& curve = diagram.curves[c];
    // One point has no line.
    const char* style = curve.values.size() == 1 ? "points pt 7 ps 1" : curve.steps ? "steps" : "lines";
    const Band* band = diagram.BandOf(c);
    std::size_t colour = diagram.ColourIndex(c);
    out += fmt::format("{}{} using 1:{} axes x1{} with {} lc rgb '{}' lw {} dt {} {}", first ? "" : ", \\\n     ",
                       Quote(data), first_column + c, curve.axis == 1 ? "y2" : "y1", style, ColourOf(colour).hex,
                       band ? 0.8 : 1.6, colour / kCurveColours.size() + 1,
                       band && band->high == c ? "notitle" : "title " + Quote(curve.Legend()));
    first = false;
  }
  return out + "\n";
}

// Not every viewer has the font that gnuplot names.
void NameFallbackFonts(std::string& svg) {
  constexpr std::string_view kFont = "font-family=\"DejaVu Sans\"",
                             kFonts = "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\"";
  for (std::size_t at = svg.find(kFont); at != std::string::npos; at = svg.find(kFont, at + kFonts.size()))
    svg.replace(at, kFont.size(), kFonts);
}

std::string ValueTable(const Figure& figure) {
  std::string out;
  for (std::size_t row : ThinRows(figure, kBuckets)) {
    fmt::format_to(std::back_inserter(out), "{:.12g}", figure.x[row]);
    for (const Diagram& diagram : figure.diagrams)
      for (const Curve& curve : diagram.curves) {
        double value = curve.values[row];
        if (std::isfinite(value))
          fmt::format_to(std::back_inserter(out), " {:.9g}", value);
        else
          out += " NaN";
      }
    out += '\n';
  }
  return out;
}

}  // namespace

std::string GnuplotScript(const Figure& figure, PictureFormat format, const std::string& data,
                          const std::string& picture) {
  Layout layout(figure);
  std::string out = "set encoding utf8\n" + Terminal(format, layout);
  out += fmt::format("set output {}\n", Quote(picture));
  out +=
      "set style line 1 lc rgb '#e3e3e3' lw 0.7\n"
      "set style line 2 lc rgb '#555555' lw 0.8\n"
      "set grid back ls 1\n"
      "set border 3 back ls 2\n";
  AxisRange x = RangeOf(figure.x);
  if (!figure.x_ascending) x = Widen(x, 0.04);
  std::string x_axis = AxisCommand("x", x, MakeTicks(x, 10), figure.x_label, "0,0.3");
  out += fmt::format("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n", layout.FromLeft(layout.left),
                     layout.FromLeft(layout.right));
  if (!figure.title.empty())
    out += fmt::format("set label 1 {} at screen {:.5f},{:.5f} center font ',{}' front\n", Quote(figure.title),
                       layout.FromLeft((layout.left + layout.right) / 2), layout.FromBottom(kTitleHeight / 2),
                       format == PictureFormat::kSvg ? 14 : 11);
  out += "set multiplot\n";
  std::size_t column = 2;
  for (std::size_t d = 0; d < figure.diagrams.size(); ++d) {
    const Diagram& diagram = figure.diagrams[d];
    const Layout::Place& place = layout.places[d];
    out += fmt::format("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n", layout.FromBottom(place.top),
                       layout.FromBottom(place.bottom));
    if (diagram.curves.size() == 1)
      out += "unset key\n";
    else if (place.legend_right)
      out += fmt::format(
          "set key at screen {:.5f},{:.5f} right top vertical maxrows {} noenhanced samplen 2 reverse Left\n",
          layout.FromLeft(layout.width - kEdge / 2), layout.FromBottom(place.top), diagram.curves.size());
    else
      out += fmt::format(
          "set key at screen {:.5f},{:.5f} left bottom horizontal maxcols {} noenhanced samplen 2 reverse Left\n",
          layout.FromLeft(layout.left), layout.FromBottom(place.top - kEdge / 2), place.legend_columns);
    out += AxisCommands(diagram) + x_axis;
    if (d + 1 < figure.diagrams.size()) out += "unset xlabel\n";
    out += PlotCommand(diagram, data, column);
    column += diagram.curves.size();
    if (d == 0) out += "unset label 1\n";
  }
  return out + "unset multiplot\nunset output\n";
}

bool SaveWithGnuplot(const Figure& figure, PictureFormat format, const std::string& path, DiagnosticSink& sink) {
  ScratchDirectory scratch;
  auto refuse = [&](const DiagnosticCode& code, std::string message, std::string hint = {}) {
    sink.Report(code, {}, std::move(message)).hint = std::move(hint);
    return false;
  };
  std::string data = scratch.path() + "/values", script = scratch.path() + "/script",
              picture = scratch.path() + "/picture";
  if (scratch.path().empty() || !WriteWholeFile(data, ValueTable(figure)) ||
      !WriteWholeFile(script, GnuplotScript(figure, format, data, picture)))
    return refuse(kCannotWritePicture,
                  fmt::format("no temporary file could be written for '{}': {}", path, std::strerror(errno)));
  ProgramRun run = RunProgram({"gnuplot", script}, scratch.path() + "/log", kSecondsForGnuplot);
  switch (run.outcome) {
    case ProgramOutcome::kMissing:
      return refuse(kNoGnuplot, "PNG and SVG pictures are drawn by gnuplot, which is not installed",
                    "install it (Debian: apt install gnuplot-nox), or save as .html");
    case ProgramOutcome::kTooSlow:
      return refuse(kGnuplotFailed, fmt::format("gnuplot did not finish '{}' in {} s", path, kSecondsForGnuplot));
    case ProgramOutcome::kFailed:
      return refuse(kGnuplotFailed, fmt::format("gnuplot could not draw '{}': {}", path, run.output));
    case ProgramOutcome::kDone:
      break;
  }
  std::string bytes = ReadWholeFile(picture);
  if (bytes.empty()) return refuse(kGnuplotFailed, fmt::format("gnuplot drew nothing for '{}': {}", path, run.output));
  if (format == PictureFormat::kSvg) NameFallbackFonts(bytes);
  if (!WriteWholeFile(path, bytes))
    return refuse(kCannotWritePicture, fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  return true;
}

}  // namespace mica
