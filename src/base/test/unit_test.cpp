#include "base/unit.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

Unit Parse(std::string_view text) {
  std::optional<Unit> unit = ParseUnit(text);
  EXPECT_TRUE(unit) << text;
  return unit.value_or(Unit{});
}

TEST(UnitTest, DerivedUnitsAreProductsOfBaseUnits) {
  EXPECT_EQ(Parse("N"), Parse("kg.m/s2"));
  EXPECT_EQ(Parse("W/(m2.K)"), Parse("kg/(s3.K)"));
  EXPECT_EQ(Parse("V"), Parse("W/A"));
  EXPECT_EQ(Parse("Ohm.F"), Parse("s"));
  EXPECT_EQ(Parse("J/(mol.K)"), Parse("kg.m2/(s2.mol.K)"));
  EXPECT_EQ(Parse("rad/s"), Parse("1/s"));
  EXPECT_EQ(Parse("m2/s2"), Parse("J/kg"));
}

TEST(UnitTest, PrefixesAndFactors) {
  EXPECT_EQ(Parse("km"), (Unit{{1}, 1000}));
  EXPECT_EQ(Parse("mmol"), (Unit{{0, 0, 0, 0, 0, 1, 0}, 1e-3}));
  EXPECT_EQ(Parse("kW.h"), Parse("MJ") * (Unit{{}, 3.6}));
  EXPECT_FALSE(Parse("bar") == Parse("Pa"));
  EXPECT_TRUE(Parse("bar").same_dimension(Parse("Pa")));
  EXPECT_FALSE(Parse("degC") == Parse("K"));
}

TEST(UnitTest, WhatIsNotAUnit) {
  for (std::string_view text : {"", "furlong", "m/", "m..s", "(m", "m s", "2m", "m/(s"})
    EXPECT_FALSE(ParseUnit(text)) << text;
}

TEST(UnitTest, TextIsShortAndReadsBack) {
  EXPECT_EQ(UnitText(Parse("kg.m/s2")), "N");
  EXPECT_EQ(UnitText(Parse("V.A")), "W");
  EXPECT_EQ(UnitText(Parse("m/s2")), "m/s2");
  EXPECT_EQ(UnitText(Parse("1/s2")), "1/s2");
  EXPECT_EQ(UnitText(Unit{}), "1");
  for (std::string_view text : {"kg/(m3.s)", "m3/s", "K/W", "A/m"})
    EXPECT_EQ(Parse(UnitText(Parse(text))), Parse(text));
}

}  // namespace
}  // namespace mica
