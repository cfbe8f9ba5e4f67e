// Expected values are from the definitions of the units (SI brochure).
#include "plot/display_unit.h"

#include <gtest/gtest.h>
#include <cmath>
#include <utility>

namespace mica {
namespace {

struct Case {
  const char *from, *to;
  double value, expected;
};

TEST(DisplayUnit, Converts) {
  for (Case c : {Case{"K", "degC", 293.15, 20},
                 {"K", "degF", 273.15, 32},
                 {"degC", "K", 20, 293.15},
                 {"rad", "deg", 3.141592653589793, 180},
                 {"rad/s", "rev/min", 104.71975511965977, 1000},
                 {"rad/s", "rpm", 104.71975511965977, 1000},
                 {"Pa", "bar", 101325, 1.01325},
                 {"kg/m3", "g/cm3", 1000, 1},
                 {"m", "mm", 0.5, 500},
                 {"s", "h", 7200, 2},
                 {"J", "kW.h", 3.6e6, 1},
                 {"m3/s", "l/min", 1e-3, 60},
                 {"W/(m2.K)", "kW/(m2.K)", 1500, 1.5},
                 {"V.A", "W", 3, 3},
                 {"N.m", "J", 2, 2},
                 {"m/s2", "cm/s2", 1, 100},
                 {"1", "%", 0.25, 25},
                 {"F", "uF", 1e-6, 1},
                 {"kg.m2/s2", "J", 7, 7},
                 {"m.s-1", "km/h", 10, 36},
                 {"Wb", "V.s", 1, 1},
                 {"Ohm", "V/A", 5, 5},
                 {"kg", "g", 1, 1000},
                 {"dm3", "l", 3, 3}}) {
    auto conversion = ConvertUnit(c.from, c.to);
    ASSERT_TRUE(conversion.has_value()) << c.from << " -> " << c.to;
    EXPECT_NEAR(conversion->Apply(c.value), c.expected, 1e-9 * (1 + std::abs(c.expected))) << c.from << " -> " << c.to;
  }
}

TEST(DisplayUnit, RefusesWhatDoesNotFit) {
  for (auto [from, to] : {std::pair{"K", "bar"},
                          {"m", ""},
                          {"", "m"},
                          {"m", "furlong"},
                          {"m/", "m"},
                          {"(m", "m"},
                          {"m2", "m"},
                          {"degC;", "K"},
                          {"((((((((((((((((((((((((((m))))))))))))))))))))))))))", "m"},
                          {"m99999999999", "m"},
                          {"m..s", "m"},
                          {"K", "deg"}})
    EXPECT_FALSE(ConvertUnit(from, to).has_value()) << from << " -> " << to;
}

TEST(DisplayUnit, ADifferenceOfTemperaturesHasNoOffset) {
  auto conversion = ConvertUnit("W/K", "W/degC");
  ASSERT_TRUE(conversion.has_value());
  EXPECT_EQ(conversion->Apply(5), 5);
}

}  // namespace
}  // namespace mica
