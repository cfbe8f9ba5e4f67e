#include "run/integrators/state_magnitudes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/codes.h"

namespace mica::run {

namespace {

constexpr double kFarBelow = 0.1;    // of the absolute tolerance: then an error as large as the state passes ten times
constexpr double kRounding = 1e-13;  // of the nominal value
constexpr std::size_t kMostNamed = 5;

}  // namespace

void StateMagnitudes::Note(std::span<const double> states) {
  for (std::size_t i = 0; i < most_.size(); ++i) most_[i] = std::max(most_[i], std::abs(states[i]));
}

void StateMagnitudes::Report(double tolerance, Instance& instance, DiagnosticSink& sink) const {
  std::vector<std::size_t> small;
  auto nominal_of = [&](std::size_t i) {
    double nominal = std::abs(instance.nominal()[instance.state_slots()[i]]);
    return nominal > 0 && std::isfinite(nominal) ? nominal : 1.0;
  };
  for (std::size_t i = 0; i < most_.size(); ++i)
    if (most_[i] > kRounding * nominal_of(i) && most_[i] < kFarBelow * tolerance * nominal_of(i)) small.push_back(i);
  if (small.empty()) return;
  const MicaModelTable& t = instance.table();
  auto name_of = [&](std::size_t i) { return NameOf(t, List(t, t.states)[i]); };
  std::size_t first = small.front();
  std::string others = small.size() == 1 ? ""
                                         : fmt::format(", and {} other state{} of this kind", small.size() - 1,
                                                       small.size() == 2 ? "" : "s");
  Diagnostic& warning =
      sink.Report(kStateBelowTolerance, {},
                  fmt::format("{} never exceeds {}, far below its absolute tolerance {} (tolerance times nominal "
                              "value {}): its error was not controlled{}",
                              name_of(first), NumberText(most_[first]), NumberText(tolerance * nominal_of(first)),
                              NumberText(nominal_of(first)), others));
  for (std::size_t k = 1; k < small.size() && k < kMostNamed; ++k)
    warning.notes.push_back(
        {Span(), fmt::format("{} never exceeds {}", name_of(small[k]), NumberText(most_[small[k]]))});
  warning.hint = fmt::format("declare the size of its values: {}(nominal = {:.0e})", name_of(first), most_[first]);
}

}  // namespace mica::run
