// Run stage: the cubic through both ends of a step with their slopes (Hermite), by which states are known inside it
// with an error of order h^4, and slopes with one of order h^3.
#pragma once

namespace mica::run {

// x(s) = begin*x0 + end*x1 + begin_slope*x0' + end_slope*x1', the shares of a step's ends at s from 0 to 1 of it.
struct CubicShares {
  double begin, end, begin_slope, end_slope;
};

// Of the value; `h` is the length of the step.
inline CubicShares ValueShares(double s, double h) {
  return {(1 + 2 * s) * (1 - s) * (1 - s), s * s * (3 - 2 * s), h * s * (1 - s) * (1 - s), -h * s * s * (1 - s)};
}

// Of the derivative by time; `h` is not zero.
inline CubicShares SlopeShares(double s, double h) {
  return {6 * s * (s - 1) / h, 6 * s * (1 - s) / h, (1 - s) * (1 - 3 * s), s * (3 * s - 2)};
}

}  // namespace mica::run
