#include "base/unit.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <span>

namespace mica {

namespace {

struct Symbol {
  std::string_view text;
  Unit unit;
  bool takes_prefix;
};

constexpr Unit Make(std::array<double, 7> powers, double factor = 1, double offset = 0) {
  return {powers, factor, offset};
}

// In the order in which UnitText tries them: what is most usual first.
const Symbol kSymbols[] = {
    {"m", Make({1, 0, 0, 0, 0, 0, 0}), true},
    {"g", Make({0, 1, 0, 0, 0, 0, 0}, 1e-3), true},
    {"s", Make({0, 0, 1, 0, 0, 0, 0}), true},
    {"A", Make({0, 0, 0, 1, 0, 0, 0}), true},
    {"K", Make({0, 0, 0, 0, 1, 0, 0}), true},
    {"mol", Make({0, 0, 0, 0, 0, 1, 0}), true},
    {"cd", Make({0, 0, 0, 0, 0, 0, 1}), true},
    {"N", Make({1, 1, -2, 0, 0, 0, 0}), true},
    {"Pa", Make({-1, 1, -2, 0, 0, 0, 0}), true},
    {"J", Make({2, 1, -2, 0, 0, 0, 0}), true},
    {"W", Make({2, 1, -3, 0, 0, 0, 0}), true},
    {"V", Make({2, 1, -3, -1, 0, 0, 0}), true},
    {"Ohm", Make({2, 1, -3, -2, 0, 0, 0}), true},
    {"S", Make({-2, -1, 3, 2, 0, 0, 0}), true},
    {"F", Make({-2, -1, 4, 2, 0, 0, 0}), true},
    {"H", Make({2, 1, -2, -2, 0, 0, 0}), true},
    {"C", Make({0, 0, 1, 1, 0, 0, 0}), true},
    {"Wb", Make({2, 1, -2, -1, 0, 0, 0}), true},
    {"T", Make({0, 1, -2, -1, 0, 0, 0}), true},
    {"Hz", Make({0, 0, -1, 0, 0, 0, 0}), true},
    {"rad", Make({}), true},
    {"sr", Make({}), true},
    {"lm", Make({0, 0, 0, 0, 0, 0, 1}), true},
    {"lx", Make({-2, 0, 0, 0, 0, 0, 1}), true},
    {"Bq", Make({0, 0, -1, 0, 0, 0, 0}), true},
    {"Gy", Make({2, 0, -2, 0, 0, 0, 0}), true},
    {"Sv", Make({2, 0, -2, 0, 0, 0, 0}), true},
    {"kat", Make({0, 0, -1, 0, 0, 1, 0}), true},
    {"VA", Make({2, 1, -3, 0, 0, 0, 0}), true},
    {"var", Make({2, 1, -3, 0, 0, 0, 0}), true},
    {"min", Make({0, 0, 1, 0, 0, 0, 0}, 60), false},
    {"h", Make({0, 0, 1, 0, 0, 0, 0}, 3600), false},
    {"d", Make({0, 0, 1, 0, 0, 0, 0}, 86400), false},
    {"l", Make({3, 0, 0, 0, 0, 0, 0}, 1e-3), true},
    {"L", Make({3, 0, 0, 0, 0, 0, 0}, 1e-3), true},
    {"t", Make({0, 1, 0, 0, 0, 0, 0}, 1e3), true},
    {"eV", Make({2, 1, -2, 0, 0, 0, 0}, 1.602176634e-19), true},
    {"bar", Make({-1, 1, -2, 0, 0, 0, 0}, 1e5), true},
    {"atm", Make({-1, 1, -2, 0, 0, 0, 0}, 101325), false},
    {"deg", Make({}, std::numbers::pi / 180), false},
    {"rev", Make({}, 2 * std::numbers::pi), false},
    {"rpm", Make({0, 0, -1, 0, 0, 0, 0}, std::numbers::pi / 30), false},
    {"degC", Make({0, 0, 0, 0, 1, 0, 0}, 1, 273.15), false},
    {"degF", Make({0, 0, 0, 0, 1, 0, 0}, 5.0 / 9, 459.67 * 5 / 9), false},
    {"degRk", Make({0, 0, 0, 0, 1, 0, 0}, 5.0 / 9), false},
    {"%", Make({}, 0.01), false},
};

struct Prefix {
  std::string_view text;
  double factor;
};
constexpr Prefix kPrefixes[] = {{"da", 1e1},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},
                                {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
                                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
                                {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

std::optional<Unit> FindSymbol(std::string_view text) {
  for (const Symbol& symbol : kSymbols)
    if (symbol.text == text) return symbol.unit;
  for (const Prefix& prefix : kPrefixes) {
    if (!text.starts_with(prefix.text)) continue;
    std::string_view rest = text.substr(prefix.text.size());
    for (const Symbol& symbol : kSymbols)
      if (symbol.takes_prefix && symbol.text == rest) {
        Unit unit = symbol.unit;
        unit.factor *= prefix.factor;
        return unit;
      }
  }
  return std::nullopt;
}

// unit = numerator ["/" denominator]; a denominator of several factors is in parentheses.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<Unit> Whole() {
    std::optional<Unit> unit = Expression(0);
    return unit && at_ == text_.size() ? unit : std::nullopt;
  }

 private:
  std::optional<Unit> Expression(int depth) {
    if (depth > 20) return std::nullopt;
    std::optional<Unit> unit = Factors(depth);
    while (unit && Take('/')) {
      std::optional<Unit> below = Factor(depth);
      if (!below) return std::nullopt;
      unit = *unit / *below;
    }
    return unit;
  }

  std::optional<Unit> Factors(int depth) {
    std::optional<Unit> unit = Factor(depth);
    while (unit && Take('.')) {
      std::optional<Unit> next = Factor(depth);
      if (!next) return std::nullopt;
      unit = *unit * *next;
    }
    return unit;
  }

  std::optional<Unit> Factor(int depth) {
    std::optional<Unit> unit;
    if (Take('(')) {
      unit = Expression(depth + 1);
      if (!unit || !Take(')')) return std::nullopt;
    } else if (at_ < text_.size() && text_[at_] == '1') {
      ++at_;
      return Unit{};
    } else {
      std::size_t begin = at_;
      while (at_ < text_.size() &&
             (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '%' || text_[at_] == '_'))
        ++at_;
      unit = FindSymbol(text_.substr(begin, at_ - begin));
      if (!unit) return std::nullopt;
    }
    if (std::optional<double> exponent = Exponent()) return Power(*unit, *exponent);
    return unit;
  }

  std::optional<double> Exponent() {
    std::size_t begin = at_;
    if (Take('(')) {
      std::optional<double> top = Number();
      std::optional<double> bottom = top && Take('/') ? Number() : std::optional<double>(1);
      if (top && bottom && *bottom != 0 && Take(')')) return *top / *bottom;
      at_ = begin;
      return std::nullopt;
    }
    if (std::optional<double> number = Number()) return number;
    at_ = begin;
    return std::nullopt;
  }

  std::optional<double> Number() {
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    if (begin < end && *begin == '+') ++begin;
    int value = 0;
    auto [next, error] = std::from_chars(begin, end, value);
    if (error != std::errc()) return std::nullopt;
    at_ = static_cast<std::size_t>(next - text_.data());
    return value;
  }

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Of factors and powers: rounding of a few products. Both are of the size of 1, or exact: pico is a factor of 1e-12.
constexpr double kSameNumber = 1e-9, kSmallestFactor = 1e-12;

bool Near(double a, double b) {
  return std::abs(a - b) <= kSameNumber * std::max({kSmallestFactor, std::abs(a), std::abs(b)});
}

void AppendPower(std::string& text, std::string_view symbol, double power) {
  if (!text.empty()) text += '.';
  text += symbol;
  if (power == 1) return;
  if (power == std::round(power))
    text += fmt::format("{}", static_cast<int>(power));
  else
    text += fmt::format("({:g})", power);
}

double Complexity(const Unit& unit) {
  double sum = 0;
  for (double power : unit.powers) sum += std::abs(power);
  return sum;
}

// A derived unit that makes the text shorter, as W in W/K for m2.kg/(s3.K). Units of two base units, such as m/s2, are
// as people write them.
const Symbol* BestPart(const Unit& unit) {
  if (std::ranges::count_if(unit.powers, [](double power) { return power != 0; }) < 3 || std::abs(unit.powers[2]) < 2)
    return nullptr;
  const Symbol* best = nullptr;
  double least = Complexity(unit);
  for (std::string_view text : {"W", "J", "N", "Pa", "V", "Ohm", "F", "H", "Wb", "T", "S"})
    for (const Symbol& symbol : kSymbols) {
      if (symbol.text != text) continue;
      double with = 1 + std::min(Complexity(unit / symbol.unit), Complexity(unit * symbol.unit));
      if (with >= least) continue;
      least = with;
      best = &symbol;
    }
  return best;
}

}  // namespace

bool Unit::same_dimension(const Unit& other) const {
  for (std::size_t i = 0; i < powers.size(); ++i)
    if (std::abs(powers[i] - other.powers[i]) > kSameNumber) return false;
  return true;
}

bool Unit::is_number() const { return *this == Unit{}; }

bool operator==(const Unit& a, const Unit& b) {
  return a.same_dimension(b) && Near(a.factor, b.factor) && Near(a.offset, b.offset);
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit product;
  for (std::size_t i = 0; i < product.powers.size(); ++i) product.powers[i] = a.powers[i] + b.powers[i];
  product.factor = a.factor * b.factor;
  return product;
}

Unit operator/(const Unit& a, const Unit& b) { return a * Power(b, -1); }

Unit Power(const Unit& base, double exponent) {
  Unit power;
  for (std::size_t i = 0; i < power.powers.size(); ++i) power.powers[i] = base.powers[i] * exponent;
  power.factor = std::pow(base.factor, exponent);
  return power;
}

std::optional<Unit> ParseUnit(std::string_view text) { return Parser(text).Whole(); }

std::string UnitText(const Unit& unit) {
  if (unit.is_number()) return "1";
  for (const Symbol& symbol : kSymbols)
    // 1/s may be a frequency or an angular velocity, so it is neither.
    if (symbol.text != "Bq" && symbol.text != "Hz" && symbol.text != "rad" && symbol.unit == unit)
      return std::string(symbol.text);
  constexpr std::string_view kBase[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  std::string above, below;
  int below_count = 0;
  Unit rest = unit;
  if (const Symbol* part = BestPart(unit)) {
    bool is_above = Complexity(unit / part->unit) < Complexity(unit * part->unit);
    rest = is_above ? unit / part->unit : unit * part->unit;
    AppendPower(is_above ? above : below, part->text, 1);
    below_count += !is_above;
  }
  for (std::size_t i = 0; i < 7; ++i) {
    if (rest.powers[i] > 0) AppendPower(above, kBase[i], rest.powers[i]);
    if (rest.powers[i] < 0) {
      AppendPower(below, kBase[i], -rest.powers[i]);
      ++below_count;
    }
  }
  std::string text = above.empty() ? "1" : above;
  if (below_count == 1) text += "/" + below;
  if (below_count > 1) text += "/(" + below + ")";
  if (!Near(unit.factor, 1)) text = fmt::format("{:.6g} {}", unit.factor, text);
  return text;
}

}  // namespace mica
