// The files that a plot page is made of, put into the program when it is built: those of src/plot/web, and uPlot's from
// its npm package.
#pragma once

#include <string_view>

namespace mica {

struct WebAssets {
  std::string_view page;    // page.html, with places for the rest
  std::string_view style;   // page.css
  std::string_view script;  // page.js
  std::string_view uplot;   // "" if the package was not there when the program was built
  std::string_view uplot_style;
  std::string_view uplot_licence;
};

const WebAssets& EmbeddedWebAssets();

}  // namespace mica
