// Figures as PNG and SVG, drawn by gnuplot: a script and a table of values in a scratch directory, and the program run
// on them.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "plot/figure.h"

namespace mica {

enum class PictureFormat : std::uint8_t { kPng, kSvg };

// E7031 if gnuplot is not installed, E7032 if it fails, E7035 if the picture cannot be written.
[[nodiscard]] bool SaveWithGnuplot(const Figure& figure, PictureFormat format, const std::string& path,
                                   DiagnosticSink& sink);

// The script that draws `figure` from the table at `data` into `picture`. A text form of its own, for tests and the
// curious.
std::string GnuplotScript(const Figure& figure, PictureFormat format, const std::string& data,
                          const std::string& picture);

}  // namespace mica
