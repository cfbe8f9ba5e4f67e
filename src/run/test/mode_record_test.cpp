// The record of modes: numbers in the order of the first visit, visits and steps, what happens when it is full.
#include "run/modes/mode_record.h"

#include <gtest/gtest.h>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

class ModeRecordTest : public testing::Test {
 protected:
  ModeRecordTest() {
    hand.AddReal("u");               // 0
    flag = hand.AddBoolean("flag");  // 1
    gear = hand.AddInteger("gear");  // 2
    hand.AddDiscrete("sampled");     // 3: no part of a mode
    hand.AddHeld(Op::kGreater, ScalarId(0), 0);
    // u := if held and flag and gear > 0 then 1 else sampled
    ExprPool& exprs = hand.store.exprs;
    Types& types = hand.store.types;
    Expr held = exprs.Make(Op::kHeld, types.boolean(), {hand.model.held[structure::HeldId(0)].value}, 0);
    Expr forward = exprs.Make(Op::kGreater, types.boolean(), {exprs.Scalar(gear, types.integer()), exprs.Integer(0)});
    Expr condition =
        exprs.Make(Op::kAnd, types.boolean(),
                   {exprs.Make(Op::kAnd, types.boolean(), {held, exprs.Scalar(flag, types.boolean())}), forward});
    structure::Step step;
    step.targets = {ScalarId(0)};
    step.value = exprs.Make(Op::kIf, types.real(), {condition, exprs.Real(1), exprs.Scalar(ScalarId(3), types.real())});
    step.for_derivatives = true;
    hand.model.dynamics.push_back(step);
    runnable = hand.Finish();
  }
  void Set(Instance& instance, double held, double flag_value, double gear_value, double sampled) {
    instance.held()[0] = held;
    instance.reals()[1] = flag_value;
    instance.reals()[2] = gear_value;
    instance.reals()[3] = sampled;
  }
  HandModel hand;
  ScalarId flag, gear;
  Runnable runnable;
  DiagnosticSink sink;
};

TEST_F(ModeRecordTest, ModesAreNumberedAsTheyAreSeen) {
  ModelReports reports(runnable, sink);
  Instance instance(runnable, reports);
  ModeRecord record(instance);
  ASSERT_EQ(record.variables().size(), 3u);
  Set(instance, 0, 0, 1, 7.5);
  EXPECT_EQ(record.Note(), 0u);
  Set(instance, 0, 0, 1, 8.5);  // only a sampled Real has changed
  EXPECT_EQ(record.Note(), 0u);
  Set(instance, 1, 0, 1, 8.5);
  EXPECT_EQ(record.Note(), 1u);
  record.CountStep();
  record.CountStep();
  Set(instance, 1, 0, -3, 8.5);
  EXPECT_EQ(record.Note(), 2u);
  Set(instance, 1, 0, 1, 8.5);
  EXPECT_EQ(record.Note(), 1u);
  EXPECT_EQ(record.size(), 3u);
  EXPECT_EQ(record.visits(0), 1u);
  EXPECT_EQ(record.visits(1), 2u);
  EXPECT_EQ(record.steps(1), 2u);
  EXPECT_EQ(record.values(2)[2], -3);
  EXPECT_EQ(record.overflow(), 0u);
}

TEST_F(ModeRecordTest, ModesOfEarlierRunsAreNotVisited) {
  ModelReports reports(runnable, sink);
  Instance instance(runnable, reports);
  ModeRecord record(instance);
  std::vector<std::int32_t> earlier{1, 1, 2};
  EXPECT_EQ(record.Know(earlier), 0u);
  EXPECT_EQ(record.Know(earlier), 0u);
  EXPECT_EQ(record.known(), 1u);
  EXPECT_EQ(record.size(), 0u);
  Set(instance, 0, 0, 1, 0);
  EXPECT_EQ(record.Note(), 1u);
  Set(instance, 1, 1, 2, 0);
  EXPECT_EQ(record.Note(), 0u);
  EXPECT_EQ(record.size(), 2u);
}

TEST_F(ModeRecordTest, WhatFindsNoPlaceIsCounted) {
  ModelReports reports(runnable, sink);
  Instance instance(runnable, reports);
  ModeRecord record(instance, 2);
  for (int g = 0; g < 5; ++g) {
    Set(instance, 0, 1, g, 0);
    EXPECT_EQ(record.Note(), g < 2 ? static_cast<std::uint32_t>(g) : ModeRecord::kNone);
    record.CountStep();
  }
  EXPECT_EQ(record.size(), 2u);
  EXPECT_EQ(record.overflow(), 3u);
  Set(instance, 0, 1, 1, 0);
  EXPECT_EQ(record.Note(), 1u);
}

}  // namespace
}  // namespace mica::run
