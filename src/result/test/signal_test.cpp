#include "result/signal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/check.h"

namespace mica {
namespace {

Signal Named(std::string name, SignalKind kind = SignalKind::kContinuous) {
  Signal signal;
  signal.name = std::move(name);
  signal.kind = kind;
  return signal;
}

TEST(Signal, SlotsAreCountedApartForConstantsAndRows) {
  SignalTable table;
  SignalId x = table.Add(Named("x"));
  SignalId p = table.Add(Named("p", SignalKind::kParameter));
  SignalId y = table.Add(Named("y", SignalKind::kDiscrete));
  SignalId c = table.Add(Named("c", SignalKind::kConstant));
  EXPECT_EQ(table[x].slot, 0u);
  EXPECT_EQ(table[y].slot, 1u);
  EXPECT_EQ(table[p].slot, 0u);
  EXPECT_EQ(table[c].slot, 1u);
  EXPECT_EQ(table.row_slots(), 2u);
  EXPECT_EQ(table.constant_slots(), 2u);
}

TEST(Signal, AliasOfAnAliasPointsToTheOwnerAndSignsMultiply) {
  SignalTable table;
  table.Add(Named("first"));
  SignalId x = table.Add(Named("x"));
  SignalId minus = table.AddAlias(Named("minus"), x, true);
  SignalId plus = table.AddAlias(Named("plus"), minus, true);
  EXPECT_EQ(table[plus].alias_of, x);
  EXPECT_FALSE(table[plus].negated);
  EXPECT_TRUE(table[minus].negated);
  EXPECT_EQ(table[plus].slot, 1u);
  EXPECT_EQ(table.row_slots(), 2u);
}

TEST(Signal, FindsNamesAsOtherToolsWriteThem) {
  SignalTable table;
  SignalId element = table.Add(Named("body.R.T[1, 2]"));
  SignalId derivative = table.Add(Named("tank.medium.der(T)"));
  SignalId quoted = table.Add(Named("a.'x.der(y)'"));
  EXPECT_EQ(table.Find("body.R.T[1,2]"), element);
  EXPECT_EQ(table.Find("der(tank.medium.T)"), derivative);
  EXPECT_EQ(table.Find("tank.medium.der(T)"), derivative);
  EXPECT_EQ(table.Find("a.'x.der(y)'"), quoted);
  EXPECT_FALSE(table.Find("body.R.T[1,3]").valid());
  EXPECT_FALSE(table.Find("").valid());
  EXPECT_FALSE(SignalTable().Find("x").valid());
}

TEST(Signal, FindsEachOfManyAndTheFirstOfEquals) {
  SignalTable table;
  for (int i = 0; i < 5000; ++i) table.Add(Named(fmt::format("x[{}]", i)));
  table.Add(Named("x[77]"));
  for (int i = 0; i < 5000; ++i) EXPECT_EQ(table.Find(fmt::format("x[{}]", i)).index(), static_cast<unsigned>(i));
  SignalTable copy = table;
  EXPECT_EQ(copy.Find("x[77]").index(), 77u);
}

TEST(Signal, NearestSpelling) {
  SignalTable table;
  table.Add(Named("inertia.phi"));
  table.Add(Named("motor.tau"));
  EXPECT_EQ(table.Nearest("inerta.phi"), "inertia.phi");
  EXPECT_EQ(table.Nearest("something else entirely"), "");
}

TEST(Signal, NegatedBooleanIsOurFault) {
  SignalTable table;
  Signal b = Named("b", SignalKind::kDiscrete);
  b.type = SignalType::kBoolean;
  SignalId id = table.Add(b);
  EXPECT_THROW(table.AddAlias(Named("notb"), id, true), InternalError);
  EXPECT_THROW(table.AddAlias(Named("c"), SignalId(99)), InternalError);
}

}  // namespace
}  // namespace mica
