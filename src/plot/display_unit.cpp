#include "plot/display_unit.h"

#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <string>

namespace mica {

namespace {

using Dimension = std::array<int, 7>;  // m, kg, s, A, K, mol, cd

struct Quantity {
  double factor = 1;
  double offset = 0;  // value in SI = factor · value + offset
  Dimension dimension{};
};

struct KnownUnit {
  std::string_view symbol;
  double factor;
  Dimension dimension;
  bool prefixes;
  double offset = 0;
};

constexpr double kPi = std::numbers::pi;
constexpr KnownUnit kUnits[] = {
    {"m", 1, {1}, true},
    {"g", 1e-3, {0, 1}, true},
    {"s", 1, {0, 0, 1}, true},
    {"A", 1, {0, 0, 0, 1}, true},
    {"K", 1, {0, 0, 0, 0, 1}, true},
    {"mol", 1, {0, 0, 0, 0, 0, 1}, true},
    {"cd", 1, {0, 0, 0, 0, 0, 0, 1}, true},
    {"1", 1, {}, false},
    {"rad", 1, {}, true},
    {"sr", 1, {}, false},
    {"deg", kPi / 180, {}, false},
    {"rev", 2 * kPi, {}, false},
    {"rpm", 2 * kPi / 60, {0, 0, -1}, false},
    {"%", 1e-2, {}, false},
    {"Hz", 1, {0, 0, -1}, true},
    {"N", 1, {1, 1, -2}, true},
    {"Pa", 1, {-1, 1, -2}, true},
    {"J", 1, {2, 1, -2}, true},
    {"W", 1, {2, 1, -3}, true},
    {"C", 1, {0, 0, 1, 1}, true},
    {"V", 1, {2, 1, -3, -1}, true},
    {"F", 1, {-2, -1, 4, 2}, true},
    {"Ohm", 1, {2, 1, -3, -2}, true},
    {"S", 1, {-2, -1, 3, 2}, true},
    {"Wb", 1, {2, 1, -2, -1}, true},
    {"T", 1, {0, 1, -2, -1}, true},
    {"H", 1, {2, 1, -2, -2}, true},
    {"lm", 1, {0, 0, 0, 0, 0, 0, 1}, true},
    {"lx", 1, {-2, 0, 0, 0, 0, 0, 1}, true},
    {"VA", 1, {2, 1, -3}, true},
    {"var", 1, {2, 1, -3}, true},
    {"min", 60, {0, 0, 1}, false},
    {"h", 3600, {0, 0, 1}, false},
    {"d", 86400, {0, 0, 1}, false},
    {"l", 1e-3, {3}, true},
    {"L", 1e-3, {3}, true},
    {"t", 1e3, {0, 1}, true},
    {"bar", 1e5, {-1, 1, -2}, true},
    {"eV", 1.602176634e-19, {2, 1, -2}, true},
    {"degC", 1, {0, 0, 0, 0, 1}, false, 273.15},
    {"degF", 5.0 / 9, {0, 0, 0, 0, 1}, false, 273.15 - 32 * 5.0 / 9},
    {"degRk", 5.0 / 9, {0, 0, 0, 0, 1}, false},
};

struct Prefix {
  std::string_view symbol;
  double factor;
};
constexpr Prefix kPrefixes[] = {{"da", 1e1},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},
                                {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
                                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
                                {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

std::optional<Quantity> FindUnit(std::string_view symbol) {
  for (const KnownUnit& unit : kUnits)
    if (unit.symbol == symbol) return Quantity{unit.factor, unit.offset, unit.dimension};
  for (const Prefix& prefix : kPrefixes)
    if (symbol.starts_with(prefix.symbol))
      for (const KnownUnit& unit : kUnits)
        if (unit.prefixes && unit.symbol == symbol.substr(prefix.symbol.size()))
          return Quantity{prefix.factor * unit.factor, 0, unit.dimension};
  return std::nullopt;
}

class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  std::optional<Quantity> Parse() {
    std::optional<Quantity> quantity = Product(0);
    if (at_ != text_.size()) return std::nullopt;
    return quantity;
  }

 private:
  static constexpr int kDeepest = 8;  // parentheses within each other
  static constexpr int kHighestExponent = 99;

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<Quantity> Product(int depth) {
    std::optional<Quantity> quantity = Factor(depth);
    while (quantity && at_ < text_.size()) {
      int sign = Take('.') || Take('*') ? 1 : Take('/') ? -1 : 0;
      if (sign == 0) break;
      std::optional<Quantity> other = Factor(depth);
      if (!other) return std::nullopt;
      quantity->factor *= std::pow(other->factor, sign);
      quantity->offset = 0;
      for (std::size_t i = 0; i < quantity->dimension.size(); ++i) quantity->dimension[i] += sign * other->dimension[i];
    }
    return quantity;
  }

  std::optional<Quantity> Factor(int depth) {
    std::optional<Quantity> quantity;
    if (Take('(')) {
      if (depth < kDeepest) quantity = Product(depth + 1);
      if (!quantity || !Take(')')) return std::nullopt;
    } else if (Take('1')) {
      return Quantity{};
    } else {
      std::size_t begin = at_;
      while (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '%')) ++at_;
      quantity = FindUnit(text_.substr(begin, at_ - begin));
    }
    if (!quantity) return std::nullopt;
    int exponent = Exponent();
    if (exponent != 1) {
      quantity->offset = 0;
      quantity->factor = std::pow(quantity->factor, exponent);
      for (int& d : quantity->dimension) d *= exponent;
    }
    return quantity;
  }

  int Exponent() {
    std::size_t begin = at_;
    Take('^');
    bool negative = Take('-');
    if (!negative) Take('+');
    if (at_ >= text_.size() || !std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      at_ = begin;
      return 1;
    }
    int value = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) && value <= kHighestExponent)
      value = 10 * value + (text_[at_++] - '0');
    return negative ? -value : value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<UnitConversion> ConvertUnit(std::string_view from, std::string_view to) {
  if (from == to) return UnitConversion{};
  std::optional<Quantity> source = UnitParser(from).Parse(), target = UnitParser(to).Parse();
  if (!source || !target || source->dimension != target->dimension || target->factor == 0) return std::nullopt;
  return UnitConversion{source->factor / target->factor, (source->offset - target->offset) / target->factor};
}

}  // namespace mica
