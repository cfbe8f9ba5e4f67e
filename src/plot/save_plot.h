// Figures as files: `.png` and `.svg` (gnuplot_plot.h), `.html` (html_plot.h).
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "plot/figure.h"

namespace mica {

// Whether the ending of a file names a format; none is asked for by an empty path. E7033.
[[nodiscard]] bool CanSavePlot(const std::string& path, DiagnosticSink& sink);
// The format is the file's ending; E7033 for any other.
[[nodiscard]] bool SavePlot(const std::string& path, const Figure& figure, DiagnosticSink& sink);

}  // namespace mica
