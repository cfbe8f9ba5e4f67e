#include "session/find_method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "session/codes.h"

namespace mica {

namespace {

// Names of other tools, and what comes nearest to them here.
struct Counterpart {
  std::string_view name, hint;
};
constexpr Counterpart kCounterparts[] = {
    {"dassl", "ida is the form of DASSL in this program"},
    {"daskr", "ida is the form of DASSL in this program"},
    {"dasrt", "ida is the form of DASSL in this program"},
    {"lsodar", "cvode is nearest to it"},
    {"lsode", "cvode is nearest to it"},
    {"deabm", "dopri45 is nearest to it"},
    {"radau", "esdirk5 is nearest to Radau IIa"},
    {"radau5", "esdirk5 is nearest to Radau IIa"},
    {"dopri5", "it is called dopri45"},
    {"dopri853", "dopri45 is nearest to it"},
    {"ode45", "it is called dopri45"},
    {"ode23", "it is called bogacki23"},
    {"ode15s", "cvode is nearest to it"},
    {"ode23s", "trbdf2 is nearest to it"},
    {"rungekutta", "rk4 is it, with a fixed step; dopri45 chooses its own"},
    {"rkfix4", "it is called rk4"},
    {"rk45", "it is called dopri45"},
    {"bdf", "cvode is BDF of variable order"},
    {"impeuler", "it is called implicit-euler"},
};

}  // namespace

const run::Method* FindMethod(std::string_view name, DiagnosticSink& sink) {
  std::vector<std::string_view> names;
  for (const run::Method& method : run::Methods()) {
    if (method.name == name) return &method;
    names.push_back(method.name);
  }
  Diagnostic& error = sink.Report(kUnknownMethod, {}, fmt::format("no integration method is called '{}'", name));
  error.notes.push_back({Span(), fmt::format("there are {}", fmt::join(names, ", "))});
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto counterpart = std::ranges::find(kCounterparts, std::string_view(lower), &Counterpart::name);
  std::string_view nearest = NearestSpelling(name, names);
  if (counterpart != std::end(kCounterparts))
    error.hint = counterpart->hint;
  else if (!nearest.empty())
    error.hint = fmt::format("did you mean '{}'?", nearest);
  return nullptr;
}

}  // namespace mica
