#include "run/overrides.h"

#include <gtest/gtest.h>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

struct Overrides : ::testing::Test {
  Overrides() {
    hand.AddParameter("length", 2);
    ScalarId dependent = hand.AddReal("area", structure::ScalarKind::kParameter);
    hand.model.scalars[dependent].source = flat.variables.Add({});
    hand.AddReal("u", structure::ScalarKind::kInput);
    hand.AddReal("y");
    final_ = hand.AddParameter("fixed", 1);
    flat::Variable variable;
    variable.variability = flat::Variability::kParameter;
    variable.is_final = true;
    hand.model.scalars[final_].source = flat.variables.Add(variable);
    ScalarId evaluated = hand.AddParameter("n", 3);
    variable.is_final = false;
    variable.is_evaluated = true;
    hand.model.scalars[evaluated].source = flat.variables.Add(variable);
    ScalarId count = hand.Add("count", structure::ScalarKind::kParameter, hand.store.types.integer());
    hand.model.scalars[count].value = hand.store.exprs.Integer(4);
    ScalarId flag = hand.Add("flag", structure::ScalarKind::kParameter, hand.store.types.boolean());
    hand.model.scalars[flag].value = hand.store.exprs.Boolean(false);
    EnumId init = hand.store.types.AddEnumeration(
        {hand.names.Intern("P.Init"), {hand.names.Intern("Free"), hand.names.Intern("Steady")}});
    TypeId type = hand.store.types.Enumeration(init);
    ScalarId kind = hand.Add("kind", structure::ScalarKind::kParameter, type);
    hand.model.scalars[kind].value = hand.store.exprs.EnumLiteral(type, 1);
  }

  bool Apply(std::vector<Override> overrides) {
    hand.flat = &flat;
    runnable = hand.Finish();
    reports.emplace(runnable, sink);
    instance = std::make_unique<Instance>(runnable, *reports);
    instance->LoadLiterals();
    return ApplyOverrides(overrides, *instance, sink);
  }
  double Value(std::string_view name) {
    for (std::size_t i = 0; i < hand.model.scalars.size(); ++i)
      if (hand.model.scalars[ScalarId(i)].name == name) return instance->value(static_cast<std::uint32_t>(i));
    return -1;
  }
  std::string Only(std::string_view code) {
    EXPECT_EQ(sink.all().size(), 1u);
    EXPECT_EQ(sink.all().at(0).code.id(), code);
    return sink.all().at(0).message + " / " + sink.all().at(0).hint;
  }

  HandModel hand;
  flat::Model flat;
  ScalarId final_;
  Runnable runnable;
  DiagnosticSink sink;
  std::optional<ModelReports> reports;
  std::unique_ptr<Instance> instance;
};

TEST_F(Overrides, SetValuesOfEveryType) {
  ASSERT_TRUE(Apply({{"length", "-2.5e3"}, {"u", "7"}, {"count", "12"}, {"flag", "true"}, {"kind", "Steady"}}));
  EXPECT_EQ(Value("length"), -2500);
  EXPECT_EQ(Value("u"), 7);
  EXPECT_EQ(Value("count"), 12);
  EXPECT_EQ(Value("flag"), 1);
  EXPECT_EQ(Value("kind"), 2);
}

TEST_F(Overrides, AnUnknownNameSuggestsTheNearest) {
  EXPECT_FALSE(Apply({{"lenght", "1"}}));
  EXPECT_NE(Only("E6002").find("did you mean 'length'?"), std::string::npos);
}

TEST_F(Overrides, WhatIsNotAParameterIsToldSo) {
  EXPECT_FALSE(Apply({{"y", "1"}}));
  EXPECT_NE(Only("E6003").find("not a parameter"), std::string::npos);
}

TEST_F(Overrides, ParametersThatCannotChangeSayWhy) {
  EXPECT_FALSE(Apply({{"fixed", "1"}}));
  EXPECT_NE(Only("E6004").find("is final"), std::string::npos);
  sink.Clear();
  EXPECT_FALSE(Apply({{"n", "1"}}));
  EXPECT_NE(Only("E6004").find("evaluated"), std::string::npos);
  sink.Clear();
  EXPECT_FALSE(Apply({{"area", "1"}}));
  EXPECT_NE(Only("E6004").find("bound to other parameters"), std::string::npos);
}

TEST_F(Overrides, ValuesOfTheWrongTypeAreRefusedAllAtOnce) {
  EXPECT_FALSE(Apply({{"length", "long"}, {"count", "1.5"}, {"flag", "1"}, {"kind", "Wrong"}, {"length", "nan"}}));
  EXPECT_EQ(sink.error_count(), 5u);
  for (const Diagnostic& diagnostic : sink.all()) EXPECT_EQ(diagnostic.code.id(), "E6005");
  EXPECT_EQ(Value("length"), 2);
}

TEST(ParseOverride, SplitsAtTheFirstEqualsSign) {
  std::vector<Override> overrides;
  DiagnosticSink sink;
  EXPECT_TRUE(ParseOverride(" a.b[2].c = x=1 ", overrides, sink));
  EXPECT_EQ(overrides[0].name, "a.b[2].c");
  EXPECT_EQ(overrides[0].value, "x=1");
  for (const char* wrong : {"a", "=1", "a=", ""}) EXPECT_FALSE(ParseOverride(wrong, overrides, sink)) << wrong;
  EXPECT_EQ(sink.all()[0].code.id(), "E6006");
}

}  // namespace
}  // namespace mica::run
