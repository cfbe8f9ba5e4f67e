#include "run/integrators/state_magnitudes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/codes.h"

namespace mica::run {

namespace {

// Of the absolute tolerance: the error of one step of a state that stays below may be a thirtieth of it or more, and
// errors add up.
constexpr double kNear = 30;
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
    if (most_[i] > kRounding * nominal_of(i) && most_[i] < kNear * tolerance * nominal_of(i)) small.push_back(i);
  if (small.empty()) return;
  const MicaModelTable& t = instance.table();
  auto name_of = [&](std::size_t i) { return NameOf(t, List(t, t.states)[i]); };
  std::size_t first = small.front();
  std::string others = small.size() == 1 ? ""
                                         : fmt::format(", and {} other state{} of this kind", small.size() - 1,
                                                       small.size() == 2 ? "" : "s");
  double absolute = tolerance * nominal_of(first);
  bool is_below = most_[first] < absolute;
  std::string effect = is_below ? std::string("its error was not controlled")
                                : fmt::format("a step may be wrong by {:.0f} % of it", 100 * absolute / most_[first]);
  Diagnostic& warning = sink.Report(
      kStateBelowTolerance, {},
      fmt::format("{} never exceeds {}, {} its absolute tolerance {} (tolerance times nominal value {}): {}{}",
                  name_of(first), NumberText(most_[first]), is_below ? "below" : "little above", NumberText(absolute),
                  NumberText(nominal_of(first)), effect, others));
  for (std::size_t k = 1; k < small.size() && k < kMostNamed; ++k)
    warning.notes.push_back(
        {Span(), fmt::format("{} never exceeds {}", name_of(small[k]), NumberText(most_[small[k]]))});
  warning.hint = fmt::format("declare the size of its values: {}(nominal = {:.0e})", name_of(first), most_[first]);
}

}  // namespace mica::run
