#include "result/trajectory.h"

#include <algorithm>

#include "base/check.h"

namespace mica {

SignalView Trajectory::View(SignalId id) const {
  const Signal& signal = signals[id];
  if (signal.constant()) {
    Check(signal.slot < constants.size(), "a constant signal without its value");
    return {&constants[signal.slot], rows(), true, signal.negated};
  }
  Check(signal.slot < columns.size() && columns[signal.slot].size() == rows(), "a signal without its column");
  return {columns[signal.slot].data(), rows(), false, signal.negated};
}

std::optional<SignalView> Trajectory::FindView(std::string_view name) const {
  if (SignalId id = signals.Find(name)) return View(id);
  if (name == "time" || name == "Time") return TimeView();
  return std::nullopt;
}

TimeBracket Bracket(std::span<const double> times, double at) {
  Check(!times.empty(), "no time points to look among");
  if (times.size() == 1) return {0, 0, 1.0};
  std::size_t after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), at) - times.begin());
  after = std::clamp<std::size_t>(after, 1, times.size() - 1);
  double width = times[after] - times[after - 1];
  double share = width > 0 ? (at - times[after - 1]) / width : 1.0;
  return {after - 1, after, std::clamp(share, 0.0, 1.0)};
}

}  // namespace mica
