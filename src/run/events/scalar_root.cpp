#include "run/events/scalar_root.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mica::run {

namespace {

struct Point {
  double x, f;
};

// Whether the function changes more in the last interval than beside it, in intervals kBeside times as long: along a
// slope it changes less, rounding included.
bool IsJump(const ScalarRoot::Function& f, Point a, Point b) {
  constexpr double kBeside = 100;  // of the last interval: two digits
  double jump = std::abs(b.f - a.f);
  for (auto [end, other] : {std::pair(a, b), std::pair(b, a)}) {
    std::optional<double> beside = f(end.x + kBeside * (end.x - other.x));
    if (beside && std::abs(*beside - end.f) >= jump) return false;
  }
  return true;
}

// Between points of different sign.
std::optional<double> CloseIn(const ScalarRoot::Function& f, Point a, Point b, double size) {
  constexpr int kMostSteps = 120;
  auto [small, large] = std::minmax({std::abs(a.f), std::abs(b.f)});
  Point best = std::abs(a.f) < std::abs(b.f) ? a : b;
  double weight_a = 1, weight_b = 1;  // Illinois: an end that stays is given half of its value
  double width_before = std::abs(b.x - a.x);
  for (int k = 0; k < kMostSteps; ++k) {
    double width = std::abs(b.x - a.x);
    if (best.f == 0 || width <= ScalarRoot::kWidth * std::max(std::abs(best.x), ScalarRoot::kFirstDistance * size))
      break;
    double fa = weight_a * a.f, fb = weight_b * b.f;
    double x = b.x - fb * (b.x - a.x) / (fb - fa);
    bool is_slow = k % 3 == 2 && width > width_before / 4;
    if (k % 3 == 2) width_before = width;
    if (is_slow || !(std::abs(x - a.x) > 0 && std::abs(x - b.x) > 0) || x < std::min(a.x, b.x) ||
        x > std::max(a.x, b.x))
      x = a.x + (b.x - a.x) / 2;
    if (x == a.x || x == b.x) break;
    std::optional<double> value = f(x);
    if (!value) return std::nullopt;
    Point middle{x, *value};
    if (std::abs(middle.f) < std::abs(best.f)) best = middle;
    if ((middle.f > 0) == (b.f > 0)) {
      b = middle;
      weight_b = 1;
      weight_a /= 2;
    } else {
      a = middle;
      weight_a = 1;
      weight_b /= 2;
    }
  }
  // One end may be beyond all measure, near a pole for example: then all depends on whether there is a slope.
  bool is_root = std::abs(best.f) <= ScalarRoot::kSmall * small ||
                 (std::abs(best.f) <= ScalarRoot::kSmall * large && !IsJump(f, a, b));
  return is_root ? std::optional(best.x) : std::nullopt;
}

}  // namespace

std::optional<double> ScalarRoot::Find(const Function& f, const ScalarRange& range) {
  std::optional<double> first = f(range.start);
  if (first && *first == 0) return range.start;
  std::optional<Point> last[2];
  if (first) last[0] = last[1] = Point{range.start, *first};
  bool is_done[2] = {false, false};
  for (double distance = kFirstDistance; distance <= kLastDistance && !(is_done[0] && is_done[1]); distance *= 2)
    for (int side : {0, 1}) {
      if (is_done[side]) continue;
      double x = range.start + (side == 0 ? 1 : -1) * distance * range.size;
      double bound = side == 0 ? range.upper : range.lower;
      if (side == 0 ? x >= bound : x <= bound) {
        x = bound;
        is_done[side] = true;
      }
      std::optional<double> value = f(x);
      if (!value) {
        last[side].reset();
        continue;
      }
      if (*value == 0) return x;
      Point next{x, *value};
      if (last[side] && (last[side]->f > 0) != (next.f > 0))
        if (std::optional<double> root = CloseIn(f, *last[side], next, range.size)) return root;
      last[side] = next;
    }
  return std::nullopt;
}

}  // namespace mica::run
