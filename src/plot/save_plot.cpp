#include "plot/save_plot.h"

#include <fmt/format.h>

#include "plot/codes.h"
#include "plot/gnuplot_plot.h"
#include "plot/html_plot.h"

namespace mica {

bool CanSavePlot(const std::string& path, DiagnosticSink& sink) {
  if (path.empty() || path.ends_with(".png") || path.ends_with(".svg") || path.ends_with(".html") ||
      path.ends_with(".htm"))
    return true;
  sink.Report(kUnknownPictureFormat, {}, fmt::format("no picture format is known for '{}'", path)).hint =
      "the name must end in .svg, .png or .html";
  return false;
}

bool SavePlot(const std::string& path, const Figure& figure, DiagnosticSink& sink) {
  if (path.ends_with(".png")) return SaveWithGnuplot(figure, PictureFormat::kPng, path, sink);
  if (path.ends_with(".svg")) return SaveWithGnuplot(figure, PictureFormat::kSvg, path, sink);
  return CanSavePlot(path, sink) && SaveHtml(figure, path, sink);
}

}  // namespace mica
