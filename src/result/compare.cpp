#include "result/compare.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace mica {

namespace {

constexpr double kShareOfRange = 2e-3;
constexpr double kShareOfMagnitude = 1e-5;
constexpr double kAbsolute = 1e-9;
constexpr double kMayDisagree = 0.01;  // of the samples
constexpr double kSameTime = 1e-6;     // of the span
constexpr double kEndSlack = 1e-3;     // of the span

// The rows of the result that count at one sample.
struct SampleRows {
  std::size_t first = 0, last = 0;  // [first, last): at that time
  TimeBracket bracket;              // and around it
};

SignalComparison CompareSignal(const SignalView& values, const ReferenceSignal& signal, const Reference& reference,
                               const std::vector<SampleRows>& rows) {
  SignalComparison comparison;
  comparison.name = signal.name;
  comparison.samples = reference.times.size();
  double lowest = *std::min_element(signal.low.begin(), signal.low.end());
  double highest = *std::max_element(signal.high.begin(), signal.high.end());
  double magnitude = std::max(std::abs(lowest), std::abs(highest));
  comparison.tolerance = kShareOfRange * (highest - lowest) + kShareOfMagnitude * magnitude + kAbsolute;
  bool worst_known = false;
  for (std::size_t i = 0; i < comparison.samples; ++i) {
    const TimeBracket& at = rows[i].bracket;
    double between = values[at.before] + at.share * (values[at.after] - values[at.before]);
    // The rows at that time first, then the value in between; one that is no number counts only where it comes first.
    double seen_low = rows[i].first < rows[i].last ? values[rows[i].first] : between, seen_high = seen_low;
    auto see = [&](double value) {
      if (value < seen_low) seen_low = value;
      if (value > seen_high) seen_high = value;
    };
    for (std::size_t row = rows[i].first; row < rows[i].last; ++row) see(values[row]);
    see(between);
    double low = signal.low[i], high = signal.high[i];
    comparison.agreeing += seen_high >= low - comparison.tolerance && seen_low <= high + comparison.tolerance;
    double distance = seen_high < low ? low - seen_high : seen_low > high ? seen_low - high : 0;
    if (seen_low != seen_low || seen_high != seen_high) distance = HUGE_VAL;
    if (worst_known && !(distance > comparison.worst_distance)) continue;
    worst_known = true;
    comparison.worst_distance = distance;
    comparison.worst_time = reference.times[i];
    comparison.worst_value = seen_high < low ? seen_high : seen_low;
    comparison.worst_low = low;
    comparison.worst_high = high;
  }
  std::size_t wrong = comparison.samples - comparison.agreeing;
  bool leaves = static_cast<double>(wrong) > kMayDisagree * static_cast<double>(comparison.samples);
  comparison.verdict = leaves ? SignalVerdict::kLeaves : SignalVerdict::kAgrees;
  return comparison;
}

}  // namespace

Comparison Compare(const Trajectory& result, const Reference& reference) {
  Check(!reference.times.empty(), "a reference without times");
  Comparison comparison;
  double span = reference.times.back() - reference.times.front();
  comparison.reference_end = reference.times.back();
  comparison.result_end = result.time.empty() ? -HUGE_VAL : result.time.back();
  comparison.complete = !result.time.empty() && !(comparison.result_end < comparison.reference_end - kEndSlack * span);
  if (!comparison.complete) return comparison;

  std::vector<SampleRows> rows;
  rows.reserve(reference.times.size());
  for (double at : reference.times) {
    auto first = std::lower_bound(result.time.begin(), result.time.end(), at - kSameTime * span);
    auto last = std::upper_bound(result.time.begin(), result.time.end(), at + kSameTime * span);
    rows.push_back({static_cast<std::size_t>(first - result.time.begin()),
                    static_cast<std::size_t>(last - result.time.begin()), Bracket(result.time, at)});
  }
  comparison.verified = true;
  for (const ReferenceSignal& signal : reference.signals) {
    SignalComparison one;
    one.name = signal.name;
    one.samples = reference.times.size();
    if (std::optional<SignalView> values = result.FindView(signal.name))
      one = CompareSignal(*values, signal, reference, rows);
    comparison.verified = comparison.verified && one.verdict == SignalVerdict::kAgrees;
    comparison.signals.push_back(std::move(one));
  }
  return comparison;
}

std::string FormatComparison(const Comparison& comparison, bool every) {
  if (!comparison.complete) {
    if (comparison.result_end == -HUGE_VAL) return "mismatch: the result has no time points\n";
    return fmt::format("mismatch: the result stops at {} of {}\n", comparison.result_end, comparison.reference_end);
  }
  std::size_t agreeing = 0, widest = 0;
  for (const SignalComparison& signal : comparison.signals) {
    agreeing += signal.verdict == SignalVerdict::kAgrees;
    widest = std::max(widest, signal.name.size());
  }
  std::string out = fmt::format("{}: {} of {} signals agree\n", comparison.verified ? "verified" : "mismatch", agreeing,
                                comparison.signals.size());
  for (const SignalComparison& signal : comparison.signals) {
    if (signal.verdict == SignalVerdict::kAgrees && !every) continue;
    if (signal.verdict == SignalVerdict::kMissing) {
      out += fmt::format("  {:<{}}  missing\n", signal.name, widest);
      continue;
    }
    out += fmt::format("  {:<{}}  {}, {:.1f} % of {} samples within tolerance (± {:.3g})", signal.name, widest,
                       signal.verdict == SignalVerdict::kAgrees ? "agrees" : "differs", 100 * signal.share(),
                       signal.samples, signal.tolerance);
    if (signal.worst_distance > 0)
      out += fmt::format("; farthest at time {:.6g}: {:.6g}, expected {}", signal.worst_time, signal.worst_value,
                         signal.worst_low == signal.worst_high
                             ? fmt::format("{:.6g}", signal.worst_low)
                             : fmt::format("{:.6g} … {:.6g}", signal.worst_low, signal.worst_high));
    out += '\n';
  }
  return out;
}

}  // namespace mica
