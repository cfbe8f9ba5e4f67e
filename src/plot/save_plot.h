// Figures as files: `.png` and `.svg` (gnuplot_plot.h), `.html` (html_plot.h).
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "plot/figure.h"

namespace mica {

// The format is the file's ending; E7033 for any other.
[[nodiscard]] bool SavePlot(const std::string& path, const Figure& figure, DiagnosticSink& sink);

}  // namespace mica
