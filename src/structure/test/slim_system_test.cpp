// Inside of a simultaneous system stands only what its iteration has a part in.
#include <gtest/gtest.h>

#include <unordered_set>

#include "analyzed_model.h"
#include "drive_model.h"
#include "structure/sort/incidence.h"
#include "structure/systems/slim_system.h"
#include "symbolic/algebra.h"

namespace mica::structure {
namespace {

void ExpectSlim(AnalyzedModel& model, const System& system) {
  OccurrenceCollector reads(model.store());
  auto any = [&](const std::unordered_set<ScalarId>& among) {
    return std::ranges::any_of(reads.found(),
                               [&](const Occurrence& o) { return o.is_needed() && among.contains(o.scalar); });
  };
  std::unordered_set<ScalarId> depend(system.unknowns.begin(), system.unknowns.end()), needed;
  for (const Step& step : system.inner) {
    reads.Clear();
    reads.Add(step);
    EXPECT_TRUE(any(depend)) << model.blocks().scalars[step.targets[0]].name << " depends on no unknown";
    depend.insert(step.targets.begin(), step.targets.end());
  }
  reads.Clear();
  reads.Add(system);
  for (const Occurrence& o : reads.found()) needed.insert(o.scalar);
  for (const Step& step : system.inner)
    EXPECT_TRUE(needed.contains(step.targets[0]))
        << model.blocks().scalars[step.targets[0]].name << " is needed by nothing";
}

TEST(SlimSystem, KeepsWhatIsIteratedAlone) {
  AnalyzedModel model(kDrive, Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.StageSystems(), 1u) << model.Text();
  const auto& stage = model.blocks().stage;
  auto solve = std::ranges::find(stage, Step::Kind::kSolve, &Step::kind);
  ExpectSlim(model, model.blocks().systems[solve->system]);
  // Factors of parameters and the gain, which the elimination of the drive made, are computed before it; phi_rel, which
  // nothing needs, after it.
  EXPECT_GE(solve - stage.begin(), 3) << model.Text();
}

TEST(SlimSystem, WhatIsMovedIsNoTargetOfTheSystem) {
  AnalyzedModel model(kDrive, Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::unordered_set<ScalarId> seen;
  for (const Step& step : model.blocks().stage)
    for (ScalarId target : step.targets)
      EXPECT_TRUE(seen.insert(target).second) << model.blocks().scalars[target].name << " has two steps";
}

// y follows from relations of w, which is computed after it: both belong to the iteration over modes.
TEST(SlimSystem, RelationsOfWhatIsComputedLaterStay) {
  AnalyzedModel model(R"(
    model Test
      Real x(start = 0, fixed = true), u, i, y, w;
      parameter Real limit = 10;
    equation
      der(x) = y - x;
      u = sin(time) - i;
      i = 0.1*y + 0.01*u;
      y = if w > limit then limit else if w < -limit then -limit else w;
      w = 100*(u - 0.3*y);
    end Test;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  for (double time : {0.0, 1.5, 4.5}) {
    model.time = time;
    model.RunEvent();
    EXPECT_LT(model.WorstResidual(), 1e-9) << time;
  }
}

// An inner step may read what is computed after it, where its value does not matter: neither of the two is moved away
// from the other.
TEST(SlimSystem, StepsThatReadEachOtherStayTogether) {
  NameTable names;
  Store store(names);
  symbolic::Algebra algebra(store);
  auto scalar = [&](std::size_t i) { return store.exprs.Scalar(ScalarId(i), store.types.real()); };
  auto assign = [](std::size_t target, Expr value) {
    Step step;
    step.targets = {ScalarId(target)};
    step.value = value;
    return step;
  };
  System system;  // x1 is iterated; x5 is known
  system.unknowns = {ScalarId(1)};
  system.inner = {assign(2, algebra.Add(scalar(3), scalar(5))), assign(3, algebra.Add(scalar(1), scalar(5))),
                  assign(4, algebra.Mul(scalar(5), scalar(5))), assign(6, scalar(3))};
  system.residuals = {algebra.Add(algebra.Add(scalar(1), scalar(2)), scalar(4))};
  std::vector<Step> before, after;
  SlimSystem(system, store, before, after);
  auto targets = [](const std::vector<Step>& steps) {
    std::vector<std::size_t> all;
    for (const Step& step : steps) all.push_back(step.targets[0].index());
    return all;
  };
  EXPECT_EQ(targets(before), std::vector<std::size_t>{4});
  EXPECT_EQ(targets(system.inner), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(targets(after), std::vector<std::size_t>{6});
}

}  // namespace
}  // namespace mica::structure
