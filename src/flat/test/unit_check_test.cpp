#include "flat/unit_check.h"

#include "flat_fixture.h"

namespace mica::flat {
namespace {

std::vector<std::string> Warnings(std::string text, std::unordered_map<VarId, Unit>* deduced = nullptr) {
  FlatFixture f(std::move(text));
  EXPECT_TRUE(f.ok()) << f.Messages();
  DiagnosticSink sink;
  auto units = CheckUnits(f.model(), f.store(), sink);
  if (deduced) *deduced = units;
  std::vector<std::string> messages;
  for (const Diagnostic& d : sink.all()) messages.push_back(std::string(d.code.id()) + ": " + d.message);
  return messages;
}

TEST(UnitCheckTest, AClashIsAWarningWithBothSides) {
  EXPECT_EQ(Warnings(R"(model T Real v(unit = "V"); Real i(unit = "A"); parameter Real r(unit = "Ohm") = 1;
                        equation v = i; v = r*i; end T;)"),
            std::vector<std::string>{"W4001: the units of this equation differ: v is in V, i is in A"});
}

TEST(UnitCheckTest, WhatAgreesIsSilent) {
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m"), v(unit = "m/s"), a(unit = "m/s2"), e(unit = "J"), w(unit = "rad/s");
                          parameter Real m(unit = "kg") = 1; Real f(unit = "Hz");
                        equation der(x) = v; der(v) = a; e = 0.5*m*v^2 + m*9.81*x*0; w = 2*3.141592653589793*f;
                          a = if time > 1 then 3 else -x/(1 + time)^2*0; f = 1; end T;)"),
            std::vector<std::string>{});
}

TEST(UnitCheckTest, ALiteralTimesANumberMayBeAnAmplitude) {
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m") = 3 - 5*cos(time); Real y(unit = "m") = 0.37*exp(-time)/2; end T;)"),
            std::vector<std::string>{});
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m") = 1; Real y(unit = "s") = 5*cos(time)*x; end T;)").size(), 1u);
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m") = 1; Real y(unit = "s") = (3 - 5*cos(time))*x; end T;)").size(), 1u);
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m") = 1; Real y(unit = "s") = 0.37*cos(time)*x; end T;)"),
            std::vector<std::string>{});
}

TEST(UnitCheckTest, UnknownUnitsAreReportedOnce) {
  EXPECT_EQ(
      Warnings(
          R"(model T Real x(unit = "furlong") = 1; Real y(unit = "furlong") = 2; Real z(unit = "kg.m2/s") = 3; end T;)"),
      std::vector<std::string>{"W4003: \"furlong\" is not a unit: nothing is checked where it stands"});
}

TEST(UnitCheckTest, UnitsAreDeduced) {
  std::unordered_map<VarId, Unit> deduced;
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m"); Real v; Real a; equation der(x) = v; a = der(v); x = time; end T;)",
                     &deduced),
            std::vector<std::string>{});
  EXPECT_EQ(UnitText(deduced[VarId(1)]), "m/s");
  EXPECT_EQ(UnitText(deduced[VarId(2)]), "m/s2");
}

TEST(UnitCheckTest, TheArgumentOfAnExponentialIsANumber) {
  EXPECT_EQ(Warnings(R"(model T Real x(unit = "m"), y; equation y = exp(x); x = time; end T;)"),
            std::vector<std::string>{"W4002: the argument of exp should be a number, but x is in m"});
}

}  // namespace
}  // namespace mica::flat
