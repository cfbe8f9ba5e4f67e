// A diagram as a small drawing in a page: inline SVG without a script, for reports that hold hundreds of them. A few
// kilobytes whatever the length of the run.
#pragma once

#include <string>

#include "plot/figure.h"

namespace mica {

struct SketchSize {
  int width = 360, height = 150;  // points
};

// One diagram of `figure`, over its x; x must ascend.
std::string SketchSvg(const Figure& figure, const Diagram& diagram, SketchSize size = {});

}  // namespace mica
