#include "run/result_rows.h"

#include <gtest/gtest.h>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

TEST(ResultRows, AliasesShareColumnsAndHiddenScalarsShowThroughThem) {
  HandModel hand;
  ScalarId x = hand.AddState("x");
  ScalarId hidden = hand.AddReal("$hidden");
  hand.model.scalars[hidden].is_hidden = true;
  hand.AddParameter("p", 7);
  ScalarId constant = hand.AddReal("c", structure::ScalarKind::kConstant);
  hand.model.scalars[constant].value = hand.store.exprs.Real(3);
  ScalarId flag = hand.AddBoolean("flag");
  (void)flag;
  auto alias = [&](const char* name, ScalarId of, int sign) {
    structure::Scalar scalar;
    scalar.name = name;
    scalar.type = hand.store.types.real();
    scalar.alias_of = of;
    scalar.alias_sign = sign;
    hand.model.scalars.Add(scalar);
  };
  alias("minus", x, -1);
  alias("shown", hidden, -1);
  alias("also", hidden, 1);
  Runnable runnable = hand.Finish();
  ResultRows rows(runnable);
  DiagnosticSink sink;
  ModelReports reports(runnable, sink);
  Instance instance(runnable, reports);
  instance.LoadLiterals();
  instance.reals()[0] = 2;
  instance.reals()[2] = 5;

  const SignalTable& signals = rows.signals();
  EXPECT_FALSE(signals.Find("$hidden").valid());
  EXPECT_EQ(signals.row_slots(), 4u);  // x, der(x), flag, and one column for what is hidden
  EXPECT_EQ(signals.constant_slots(), 2u);
  EXPECT_EQ(rows.Constants(instance), (std::vector<double>{7, 3}));
  std::span<const double> row = rows.Row(instance);
  auto value = [&](const char* name) {
    const Signal& signal = signals[signals.Find(name)];
    return (signal.negated ? -1 : 1) * row[signal.slot];
  };
  EXPECT_EQ(value("x"), 2);
  EXPECT_EQ(value("minus"), -2);
  EXPECT_EQ(value("shown"), -5);
  EXPECT_EQ(value("also"), 5);
  EXPECT_EQ(signals[signals.Find("flag")].kind, SignalKind::kDiscrete);
  EXPECT_EQ(signals[signals.Find("flag")].type, SignalType::kBoolean);
  EXPECT_EQ(signals[signals.Find("c")].kind, SignalKind::kConstant);
}

}  // namespace
}  // namespace mica::run
