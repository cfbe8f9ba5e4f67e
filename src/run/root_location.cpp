#include "run/root_location.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

namespace {

bool Changes(double before, double after) { return (before < 0 && after >= 0) || (before > 0 && after <= 0); }

}  // namespace

std::optional<Root> LocateFirstRoot(double left, double right, std::span<const double> g_left, std::span<const double> g_right,
                                    const std::function<bool(double, std::span<double>)>& evaluate) {
  std::size_t n = g_left.size();
  std::vector<double> low(g_left.begin(), g_left.end()), high(g_right.begin(), g_right.end()), middle(n);
  auto any_change = [&](const std::vector<double>& at) {
    for (std::size_t i = 0; i < n; ++i)
      if (Changes(low[i], at[i])) return true;
    return false;
  };
  if (!any_change(high)) return std::nullopt;
  double a = left, b = right;
  double resolution = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(left), std::abs(right));
  int same_side = 0;  // how often in a row the same end has moved: the secant then is not trusted
  bool moved_left = false;
  for (int k = 0; k < 200 && b - a > resolution; ++k) {
    double share = 0.5;
    if (same_side < 2) {
      // The earliest crossing that a secant predicts among the functions that change.
      double earliest = 1;
      for (std::size_t i = 0; i < n; ++i)
        if (Changes(low[i], high[i]) && high[i] != low[i]) earliest = std::min(earliest, low[i] / (low[i] - high[i]));
      if (earliest > 0 && earliest < 1) share = std::clamp(earliest, 0.01, 0.99);
    }
    double t = a + share * (b - a);
    if (t <= a || t >= b) t = a + 0.5 * (b - a);
    if (t <= a || t >= b) break;
    if (!evaluate(t, middle)) break;
    bool to_left = any_change(middle);
    same_side = (k > 0 && to_left == moved_left) ? same_side + 1 : 0;
    if (same_side > 2) same_side = 0;
    moved_left = to_left;
    if (to_left) {
      b = t;
      high.swap(middle);
    } else {
      a = t;
      low.swap(middle);
    }
  }
  Root root;
  root.time = b;
  for (std::size_t i = 0; i < n; ++i)
    if (Changes(low[i], high[i])) root.changed.push_back(i);
  return root;
}

}  // namespace mica::run
