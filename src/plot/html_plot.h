// Figures as one HTML file that needs nothing else: the values, uPlot and a script (web/page.js). Zoom by dragging,
// values at the cursor, curves on and off by their names.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "plot/figure.h"
#include "plot/web_assets.h"

namespace mica {

// E7034 if the program was built without uPlot, E7035 if the file cannot be written.
[[nodiscard]] bool SaveHtml(const Figure& figure, const std::string& path, DiagnosticSink& sink,
                            const WebAssets& assets = EmbeddedWebAssets());

// The page itself.
std::string HtmlPage(const Figure& figure, const WebAssets& assets = EmbeddedWebAssets());

}  // namespace mica
