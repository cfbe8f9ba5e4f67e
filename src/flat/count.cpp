#include "flat/count.h"

#include <unordered_set>

namespace mica::flat {

namespace {

std::int64_t ScalarsOf(Expr e, const Store& store) { return store.types.ScalarCount(store.exprs.type(e)); }

// What statements assign: a whole variable, or one element of it where the subscripts are literal.
void CollectTargets(const std::vector<Statement>& statements, const Store& store, std::unordered_set<Expr>& targets) {
  auto add = [&](Expr target) {
    if (!target.valid()) return;
    if (store.exprs.op(target) == Op::kRecord) {
      for (Expr field : store.exprs.args(target)) targets.insert(field);
      return;
    }
    Expr at = target;
    while (store.exprs.op(at) == Op::kIndex) {
      bool literal = true;
      auto args = store.exprs.args(at);
      for (std::size_t i = 1; i < args.size(); ++i) literal = literal && store.exprs.op(args[i]) == Op::kInteger;
      if (literal) break;
      at = args[0];
    }
    targets.insert(at);
  };
  for (const Statement& statement : statements) {
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kTupleAssign)
      for (Expr target : statement.targets) add(target);
    for (const StatementBranch& branch : statement.branches) CollectTargets(branch.body, store, targets);
  }
}

std::int64_t CountTargets(const Algorithm& algorithm, const Store& store) {
  std::unordered_set<Expr> targets;
  CollectTargets(algorithm.statements, store, targets);
  std::int64_t count = 0;
  for (Expr target : targets) {
    Expr base = target;
    if (store.exprs.op(target) == Op::kIndex) base = store.exprs.arg(target, 0);
    if (base != target && targets.contains(base)) continue;  // the whole variable is counted
    count += ScalarsOf(target, store);
  }
  return count;
}

std::int64_t CountEquation(const Equation& equation, const Store& store) {
  switch (equation.kind) {
    case Equation::Kind::kEqual:
      return ScalarsOf(equation.left, store);
    case Equation::Kind::kTupleEqual: {
      std::int64_t count = 0;
      for (Expr target : equation.targets)
        if (target.valid()) count += ScalarsOf(target, store);
      return count;
    }
    case Equation::Kind::kFor:
      return store.types.ElementCount(store.exprs.type(equation.left)) *
             CountEquations(equation.branches[0].equations, store);
    case Equation::Kind::kIf:
    case Equation::Kind::kState:
    case Equation::Kind::kWhen:
      return equation.branches.empty() ? 0 : CountEquations(equation.branches[0].equations, store);
    default:
      return 0;
  }
}

}  // namespace

std::int64_t CountEquations(const std::vector<Equation>& equations, const Store& store) {
  std::int64_t count = 0;
  for (const Equation& equation : equations) count += CountEquation(equation, store);
  return count;
}

Counts CountScalars(const Model& model, const Store& store) {
  Counts counts;
  for (const Variable& variable : model.variables) {
    if (!variable.type.valid() || variable.variability <= Variability::kParameter ||
        variable.causality == Causality::kInput)
      continue;
    if (store.types.kind(variable.type) == TypeKind::kExternalObject) continue;
    std::int64_t scalars = store.types.ScalarCount(variable.type);
    counts.unknowns += scalars;
    if (variable.binding.valid()) counts.equations += scalars;
  }
  counts.equations += CountEquations(model.equations, store);
  for (const Algorithm& algorithm : model.algorithms) counts.equations += CountTargets(algorithm, store);
  return counts;
}

}  // namespace mica::flat
