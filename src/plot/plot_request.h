// What to draw: diagrams one below the other over the same x, each with some signals of a result, named as the user
// names them. A name with `*` or `?` stands for all signals it fits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "result/signal.h"

namespace mica {

struct PlotRequest {
  std::string title;
  std::vector<std::vector<std::string>> diagrams;
  std::string x = "time";
  bool display_units = true;  // degrees instead of radians, where the model asks for it
};

// 'a,b[1,2];c': signals separated by commas outside brackets and quotes, diagrams by semicolons. Nothing empty is kept.
std::vector<std::vector<std::string>> ParseDiagrams(std::string_view text);

struct ResolvedPlot {
  std::vector<std::vector<SignalId>> diagrams;
  SignalId x;  // invalid: time
};

// Unknown names are errors (E7030) with the nearest spelling, all of them in one run; no signal at all is E7036.
Result<ResolvedPlot> ResolvePlot(const PlotRequest& request, const SignalTable& signals, DiagnosticSink& sink);

}  // namespace mica
