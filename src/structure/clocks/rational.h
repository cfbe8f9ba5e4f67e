// Exact fractions of 64-bit integers, for times of clocks: ticks that are equal must be found equal (specification
// 16.7.5). What does not fit into 64 bits becomes an invalid fraction, and so does everything computed from it; no
// arithmetic wraps around.
//
// Invariant: a valid fraction is in lowest terms with a positive denominator, so equal values have equal parts.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <string>

namespace mica::structure {

class Rational {
 public:
  constexpr Rational(std::int64_t value = 0) : num_(value) {}
  constexpr Rational(std::int64_t num, std::int64_t den) { Set(num, den); }

  constexpr std::int64_t num() const { return num_; }
  constexpr std::int64_t den() const { return den_; }
  constexpr bool valid() const { return den_ != 0; }
  constexpr bool is_integer() const { return den_ == 1; }
  constexpr double value() const { return static_cast<double>(num_) / static_cast<double>(den_); }
  std::string Text() const {
    return is_integer() ? std::to_string(num_) : std::to_string(num_) + "/" + std::to_string(den_);
  }

  friend constexpr Rational operator+(Rational a, Rational b) {
    return Make(Wide(a.num_) * b.den_ + Wide(b.num_) * a.den_, Wide(a.den_) * b.den_);
  }
  friend constexpr Rational operator-(Rational a, Rational b) {
    return Make(Wide(a.num_) * b.den_ - Wide(b.num_) * a.den_, Wide(a.den_) * b.den_);
  }
  friend constexpr Rational operator*(Rational a, Rational b) {
    return Make(Wide(a.num_) * b.num_, Wide(a.den_) * b.den_);
  }
  friend constexpr Rational operator/(Rational a, Rational b) {
    return Make(Wide(a.num_) * b.den_, Wide(a.den_) * b.num_);
  }
  friend constexpr bool operator==(Rational, Rational) = default;
  friend constexpr bool operator<(Rational a, Rational b) { return Wide(a.num_) * b.den_ < Wide(b.num_) * a.den_; }

 private:
  __extension__ using Wide = __int128;

  static constexpr Rational Make(Wide num, Wide den) {
    Rational made;
    made.Set(num, den);
    return made;
  }
  constexpr void Set(Wide num, Wide den) {
    if (den < 0) num = -num, den = -den;
    Wide a = num < 0 ? -num : num, b = den;
    while (b != 0) {
      Wide rest = a % b;
      a = b;
      b = rest;
    }
    if (a != 0) num /= a, den /= a;
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    if (num > kMost || num < -kMost || den > kMost) num = 0, den = 0;
    num_ = static_cast<std::int64_t>(num);
    den_ = static_cast<std::int64_t>(den);
  }

  std::int64_t num_ = 0, den_ = 1;
};

}  // namespace mica::structure
