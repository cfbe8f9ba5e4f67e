// Units of measure as the language writes them (specification chapter 19): "kg.m2/s2", "W/(m2.K)", "degC". A unit is a
// product of powers of the seven base units, a factor to those, and for temperatures an offset. Angles are numbers: rad
// and 1 are the same.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mica {

struct Unit {
  // m, kg, s, A, K, mol, cd. Powers may be fractions: V/Hz(1/2).
  std::array<double, 7> powers{};
  double factor = 1;  // one of this unit is so many of the base units
  double offset = 0;  // value in base units = factor * value + offset

  bool is_number() const;  // no dimension, factor 1
  bool same_dimension(const Unit& other) const;

  friend Unit operator*(const Unit& a, const Unit& b);
  friend Unit operator/(const Unit& a, const Unit& b);
  // Equal up to rounding, factor and offset too.
  friend bool operator==(const Unit& a, const Unit& b);
};

Unit Power(const Unit& base, double exponent);

// Empty for what is not a unit, or names one that is not known.
std::optional<Unit> ParseUnit(std::string_view text);

// A short text for it, with derived units where one fits exactly: "N", "m/s2", "1".
std::string UnitText(const Unit& unit);

}  // namespace mica
