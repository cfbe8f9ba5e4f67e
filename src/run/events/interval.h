// Run stage: closed intervals of reals and the elementary functions over them (Moore, Interval Analysis, 1966): each
// gives an interval that holds every value which the function takes for arguments in the given ones. Where a function
// is not defined for part of an argument, or nothing is known, the result is the whole line. Ends are rounded to
// nearest, not outwards: whoever compares with them leaves a band that is wide beside rounding. A Boolean is an
// interval too: {0}, {1}, or [0, 1] where it is not known.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

struct Interval {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();

  static Interval At(double value) { return std::isfinite(value) ? Interval{value, value} : Interval{}; }
  bool is_point() const { return low == high; }
  bool Holds(double value) const { return low <= value && value <= high; }
};

inline Interval Hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

Interval operator-(Interval x);
Interval operator+(Interval x, Interval y);
Interval operator-(Interval x, Interval y);
Interval operator*(Interval x, Interval y);
Interval operator/(Interval x, Interval y);
Interval Pow(Interval x, Interval y);
Interval Abs(Interval x);
Interval Sqrt(Interval x);
Interval Exp(Interval x);
Interval Log(Interval x);
Interval Cos(Interval x);
Interval Sin(Interval x);
Interval Tan(Interval x);
// Of a function that does not fall, at both ends; the whole line where it is not finite.
Interval Rising(Interval x, double (*f)(double));

}  // namespace mica::run
