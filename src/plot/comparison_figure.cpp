#include "plot/comparison_figure.h"

#include <algorithm>

namespace mica {

namespace {

// The edge of a tube at all times of the figure. Both are sorted: one walk.
std::vector<double> EdgeAt(const std::vector<double>& at, const std::vector<double>& times,
                           const std::vector<double>& edge, double shift) {
  std::vector<double> values;
  values.reserve(at.size());
  for (double time : at) {
    TimeBracket bracket = Bracket(times, time);
    values.push_back(edge[bracket.before] + bracket.share * (edge[bracket.after] - edge[bracket.before]) + shift);
  }
  return values;
}

// The same values in each row, or the same with the other sign.
bool SameUpToSign(const std::optional<SignalView>& a, const std::optional<SignalView>& b) {
  if (!a || !b || a->size() != b->size()) return false;
  bool same = true, negated = true;
  for (std::size_t row = 0; row < a->size() && (same || negated); ++row) {
    same = same && (*a)[row] == (*b)[row];
    negated = negated && (*a)[row] == -(*b)[row];
  }
  return same || negated;
}

bool SameUpToSign(const ReferenceSignal& a, const ReferenceSignal& b) {
  auto negated = [](const std::vector<double>& x, const std::vector<double>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double p, double q) { return p == -q; });
  };
  return (a.low == b.low && a.high == b.high) || (negated(a.low, b.high) && negated(a.high, b.low));
}

}  // namespace

Figure MakeComparisonFigure(const Trajectory& result, const Reference& reference, const Comparison& comparison,
                            const ComparisonPicture& picture) {
  Figure figure;
  figure.title = picture.title;
  figure.x_label = "time [s]";
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < comparison.signals.size(); ++i) {
    SignalVerdict verdict = comparison.signals[i].verdict;
    if (verdict == SignalVerdict::kLeaves || (picture.every && verdict == SignalVerdict::kAgrees)) shown.push_back(i);
  }
  std::stable_sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
    return comparison.signals[a].share() < comparison.signals[b].share();
  });
  // An alias has the curve of what it stands for: one of them is drawn, the one that agrees least.
  std::vector<std::size_t> drawn;
  for (std::size_t i : shown) {
    if (drawn.size() == picture.most) break;
    bool is_alias = std::any_of(drawn.begin(), drawn.end(), [&](std::size_t other) {
      return SameUpToSign(result.FindView(comparison.signals[i].name),
                          result.FindView(comparison.signals[other].name)) &&
             SameUpToSign(reference.signals[i], reference.signals[other]);
    });
    if (!is_alias) drawn.push_back(i);
  }
  shown = std::move(drawn);
  auto first = std::lower_bound(result.time.begin(), result.time.end(), reference.times.front());
  auto last = std::upper_bound(first, result.time.end(), reference.times.back());
  figure.x.assign(first, last);
  std::size_t offset = static_cast<std::size_t>(first - result.time.begin());
  for (std::size_t i : shown) {
    std::optional<SignalView> view = result.FindView(comparison.signals[i].name);
    if (!view || figure.x.empty()) continue;
    const ReferenceSignal& wanted = reference.signals[i];
    double tolerance = comparison.signals[i].tolerance;
    Diagram& diagram = figure.diagrams.emplace_back();
    Curve found;
    found.label = "result";
    if (SignalId id = result.signals.Find(wanted.name); id.valid()) {
      found.description = result.signals[id].description;
      found.unit = result.signals[id].unit;
      found.steps = result.signals[id].kind == SignalKind::kDiscrete;
    }
    for (std::size_t row = 0; row < figure.x.size(); ++row) found.values.push_back((*view)[offset + row]);
    Curve low{.label = "reference", .unit = found.unit}, high{.label = "reference, upper edge", .unit = found.unit};
    low.values = EdgeAt(figure.x, reference.times, wanted.low, -tolerance);
    high.values = EdgeAt(figure.x, reference.times, wanted.high, tolerance);
    diagram.axis_labels[0] = found.unit.empty() ? wanted.name : wanted.name + " [" + found.unit + "]";
    diagram.curves = {std::move(found), std::move(low), std::move(high)};
    diagram.bands = {{1, 2}};
  }
  return figure;
}

}  // namespace mica
