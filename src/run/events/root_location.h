// Run stage: the first change of sign of several functions of time in an interval, for integrators without root finding
// of their own.
//
// Given values g(a) and g(b), the interval is narrowed around the earliest change by the secant through the leading
// function (the Illinois variant of regula falsi), mixed with bisection, until it is as short as the resolution of time
// allows: some 5 to 15 evaluations for smooth functions, O(log((b-a)/resolution)) for others. Two changes of one
// function inside one interval are not seen.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace mica::run {

struct Root {
  double time = 0;                   // just beyond the change
  std::vector<std::size_t> changed;  // functions that have another sign there than at the left end
};

// `evaluate(t, g)` gives the functions at t, or false where they cannot be evaluated (then the search ends at the last
// good point). Empty: no function changes its sign, or g_right is not finite.
std::optional<Root> LocateFirstRoot(double left, double right, std::span<const double> g_left,
                                    std::span<const double> g_right,
                                    const std::function<bool(double, std::span<double>)>& evaluate);

}  // namespace mica::run
