#include "run/events/interval.h"

#include <numbers>

namespace mica::run {

namespace {

// NaN, of 0·∞ or ∞ - ∞: nothing is known.
Interval Checked(double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return {};
  return {low, high};
}

Interval IntegerPower(Interval x, int n) {
  if (n == 0) return {1, 1};
  if (n < 0) return Interval{1, 1} / IntegerPower(x, -n);
  double a = std::pow(x.low, n), b = std::pow(x.high, n);
  if (n % 2 == 1) return Checked(a, b);
  return Checked(x.Holds(0) ? 0 : std::min(a, b), std::max(a, b));
}

}  // namespace

Interval operator-(Interval x) { return {-x.high, -x.low}; }
Interval operator+(Interval x, Interval y) { return Checked(x.low + y.low, x.high + y.high); }
Interval operator-(Interval x, Interval y) { return Checked(x.low - y.high, x.high - y.low); }

Interval operator*(Interval x, Interval y) {
  // A factor of exactly 0 makes 0, however little is known of the other.
  if ((x.low == 0 && x.high == 0) || (y.low == 0 && y.high == 0)) return {0, 0};
  double a = x.low * y.low, b = x.low * y.high, c = x.high * y.low, d = x.high * y.high;
  if (std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d)) return {};
  return {std::min({a, b, c, d}), std::max({a, b, c, d})};
}

Interval operator/(Interval x, Interval y) {
  if (y.Holds(0)) return {};
  return x * Checked(1 / y.high, 1 / y.low);
}

Interval Pow(Interval x, Interval y) {
  constexpr double kLargestExponent = 64;  // a number without unit: larger ones go by logarithms
  if (y.is_point() && y.low == std::floor(y.low) && std::abs(y.low) <= kLargestExponent)
    return IntegerPower(x, static_cast<int>(y.low));
  if (!(x.low > 0))
    return y.is_point() && y.low > 0 && x.low >= 0 ? Checked(std::pow(x.low, y.low), std::pow(x.high, y.low))
                                                   : Interval{};
  return Exp(y * Log(x));
}

Interval Abs(Interval x) {
  double a = std::abs(x.low), b = std::abs(x.high);
  return {x.Holds(0) ? 0 : std::min(a, b), std::max(a, b)};
}

Interval Sqrt(Interval x) { return x.low < 0 ? Interval{} : Interval{std::sqrt(x.low), std::sqrt(x.high)}; }
Interval Exp(Interval x) { return {std::exp(x.low), std::exp(x.high)}; }
Interval Log(Interval x) { return x.low > 0 ? Interval{std::log(x.low), std::log(x.high)} : Interval{}; }

Interval Cos(Interval x) {
  constexpr double kPi = std::numbers::pi;
  if (!(x.high - x.low < 2 * kPi)) return {-1, 1};
  // Multiples of pi inside are extrema.
  double first = std::ceil(x.low / kPi), last = std::floor(x.high / kPi);
  double a = std::cos(x.low), b = std::cos(x.high);
  Interval range{std::min(a, b), std::max(a, b)};
  for (double k = first; k <= last; ++k)
    (std::fmod(k, 2) == 0 ? range.high : range.low) = std::fmod(k, 2) == 0 ? 1 : -1;
  return range;
}

Interval Sin(Interval x) { return Cos(x - Interval{std::numbers::pi / 2, std::numbers::pi / 2}); }

Interval Tan(Interval x) {
  if (!(x.high - x.low < std::numbers::pi)) return {};
  double a = std::tan(x.low), b = std::tan(x.high);
  return a <= b && std::floor(x.low / std::numbers::pi + 0.5) == std::floor(x.high / std::numbers::pi + 0.5)
             ? Interval{a, b}
             : Interval{};
}

Interval Rising(Interval x, double (*f)(double)) { return Checked(f(x.low), f(x.high)); }

}  // namespace mica::run
