#include "table/ode_pattern.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace mica::table {
namespace {

using structure::Step;

struct Pattern {
  Pattern() : store(names) {}

  ScalarId AddReal(const std::string& name, structure::ScalarKind kind = structure::ScalarKind::kAlgebraic) {
    structure::Scalar scalar;
    scalar.name = name;
    scalar.kind = kind;
    scalar.type = store.types.real();
    scalar.slot = model.real_slots++;
    return model.scalars.Add(scalar);
  }
  ScalarId AddState(const std::string& name) {
    ScalarId state = AddReal(name, structure::ScalarKind::kState);
    ScalarId derivative = AddReal("der(" + name + ")", structure::ScalarKind::kDerivative);
    model.scalars[state].derivative = derivative;
    model.states.push_back(state);
    return state;
  }
  structure::System& AddSystem(std::initializer_list<ScalarId> unknowns) {
    structure::System system;
    system.unknowns = unknowns;
    return model.systems[model.systems.Add(system)];
  }
  Expr Of(ScalarId id) { return store.exprs.Scalar(id, store.types.real()); }
  Expr Sum(Expr a, Expr b) { return store.exprs.Make(Op::kAdd, store.types.real(), {a, b}); }
  void Assign(ScalarId target, Expr value) {
    Step step;
    step.targets = {target};
    step.value = value;
    step.for_derivatives = true;
    model.dynamics.push_back(step);
  }
  ScalarId Der(ScalarId state) { return model.scalars[state].derivative; }
  std::vector<std::vector<int>> Rows() {
    auto pattern = OdePattern(model, store);
    EXPECT_TRUE(pattern);
    std::vector<std::vector<int>> rows;
    for (int i = 0; pattern && i < pattern->row_count(); ++i)
      rows.emplace_back(pattern->row(i).begin(), pattern->row(i).end());
    return rows;
  }

  NameTable names;
  Store store;
  structure::BlockModel model;
};

TEST(OdePattern, DependenceGoesThroughVariablesAliasesAndSystems) {
  Pattern p;
  ScalarId a = p.AddState("a"), b = p.AddState("b"), c = p.AddState("c"), d = p.AddState("d");
  ScalarId y = p.AddReal("y"), z = p.AddReal("z"), w = p.AddReal("w"), alias = p.AddReal("alias");
  p.model.scalars[alias].alias_of = y;
  p.Assign(y, p.Sum(p.Of(a), p.Of(b)));
  // z and its inner w are solved together from alias and d.
  structure::System& system = p.AddSystem({z});
  Step inner;
  inner.targets = {w};
  inner.value = p.Sum(p.Of(z), p.Of(alias));
  system.inner = {inner};
  system.residuals = {p.Sum(p.Of(w), p.Of(d))};
  Step solve;
  solve.kind = Step::Kind::kSolve;
  solve.system = structure::SystemId(0);
  solve.for_derivatives = true;
  p.model.dynamics.push_back(solve);
  p.Assign(p.Der(a), p.Of(y));
  p.Assign(p.Der(b), p.Of(w));
  p.Assign(p.Der(c), p.store.exprs.Real(1));
  p.Assign(p.Der(d), p.Of(c));
  EXPECT_EQ(p.Rows(), (std::vector<std::vector<int>>{{0, 1}, {0, 1, 3}, {}, {2}}));
}

TEST(OdePattern, StatementsCountWithTheirConditions) {
  Pattern p;
  ScalarId a = p.AddState("a"), b = p.AddState("b");
  Step step;
  step.kind = Step::Kind::kAlgorithm;
  step.targets = {p.Der(a)};
  Statement assign, branch;
  assign.targets = {p.Of(p.Der(a))};
  assign.value = p.store.exprs.Real(1);
  branch.kind = Statement::Kind::kIf;
  branch.branches = {
      {p.store.exprs.Make(Op::kGreater, p.store.types.boolean(), {p.Of(b), p.store.exprs.Real(0)}), {assign}}};
  step.statements = {branch};
  step.for_derivatives = true;
  p.model.dynamics.push_back(step);
  p.Assign(p.Der(b), p.Of(b));
  EXPECT_EQ(p.Rows(), (std::vector<std::vector<int>>{{1}, {1}}));
}

}  // namespace
}  // namespace mica::table
