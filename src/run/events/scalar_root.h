// Run stage: the root of one equation in one unknown that is nearest to a point, by looking for a change of sign.
//
// Newton iteration needs a slope that leads somewhere. An equation that is flat at its start value (a table beyond its
// end, a branch that does not apply yet, a property outside the two-phase region) has none. Here points at growing
// distances to both sides are evaluated, by doubling from kFirstDistance of the unknown's size to its bounds or to
// kLastDistance; between neighbours of different sign the root is closed in by the Illinois method (Dowell and Jarratt,
// BIT 11, 1971), with a bisection where that is slow. A jump or a pole changes sign, too: the function must become
// small there, beside the smaller of the two first values or with a slope around it, or the search goes on. Points
// where the function cannot be evaluated separate intervals. Deterministic; at most some 150 evaluations.
#pragma once

#include <functional>
#include <optional>

namespace mica::run {

struct ScalarRange {
  double start, size;   // size > 0: what counts as a distance of one
  double lower, upper;  // lower <= start <= upper
};

class ScalarRoot {
 public:
  static constexpr double kFirstDistance = 1e-3,
                          kLastDistance = 1e6;  // in units of the size; beyond, nothing is left of the start value
  static constexpr double kSmall =
      1e-6;  // of a root: the function, in units of its values at the ends of the first interval with a change of sign
  static constexpr double kWidth =
      1e-14;  // of the last interval, relative to the root or to kFirstDistance of the size

  // Empty: the function cannot be evaluated there.
  using Function = std::function<std::optional<double>(double)>;

  static std::optional<double> Find(const Function& f, const ScalarRange& range);
};

}  // namespace mica::run
