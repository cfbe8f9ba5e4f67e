// Axes: the range that curves need, and ticks at round numbers, spaced by 1, 2 or 5 times a power of ten.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plot/figure.h"

namespace mica {

struct AxisRange {
  double low = 0;
  double high = 1;

  double width() const { return high - low; }
};

// The range of the values that are finite numbers. Never empty: a constant gets room around it, and no number at all
// 0…1.
AxisRange RangeOf(std::span<const double> values);
// Of all curves of a diagram on that axis.
AxisRange RangeOf(const Diagram& diagram, int axis);
// A little more than the curves need, so that they do not lie on the frame.
AxisRange Widen(AxisRange range, double share);

struct Tick {
  double value;
  std::string label;
};

// At most about `most` ticks within the range, labels with as many digits as it takes to tell them apart.
std::vector<Tick> MakeTicks(AxisRange range, int most);

}  // namespace mica
