#include "structure/reduce/inherit_formulas.h"

#include <algorithm>

#include "structure/sort/partial_derivative.h"
#include "structure/sort/solve_equation.h"
#include "structure/stage/step_formula.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

class Inheritance {
 public:
  Inheritance(PassContext& context, std::unordered_map<ScalarId, Expr>& bases, std::vector<ScalarEquation>& formulas)
      : context_(context),
        model_(context.model),
        bases_(bases),
        formulas_(formulas),
        partial_(context.derivatives),
        values_(context.model, context.store),
        solver_(context) {}

  std::vector<bool> Run() {
    std::vector<bool> has_derivative(model_.equations.size(), false), replaced(model_.equations.size(), false);
    for (const ScalarEquation& equation : model_.equations)
      if (equation.differentiated && !equation.is_removed) has_derivative[equation.differentiated.index()] = true;
    std::vector<std::size_t> ready;
    for (std::size_t e = 0; e < has_derivative.size(); ++e) {
      if (!has_derivative[e] || !AddConstraint(EquationId(e))) continue;
      if (constraints_.back().open == 1) ready.push_back(constraints_.size() - 1);
    }
    while (!ready.empty()) {
      Constraint& constraint = constraints_[ready.back()];
      ready.pop_back();
      auto heir = std::ranges::find_if(constraint.terms, [&](ScalarId x) { return !bases_.contains(x); });
      if (heir == constraint.terms.end() || model_.scalars[*heir].kind == ScalarKind::kState ||
          !Inherit(constraint.equation, *heir))
        continue;
      replaced[constraint.equation.index()] = true;
      for (std::size_t c : holders_[*heir])
        if (--constraints_[c].open == 1) ready.push_back(c);
    }
    return replaced;
  }

 private:
  struct Constraint {
    EquationId equation;
    std::vector<ScalarId> terms;
    std::size_t open;  // of the terms: without a formula
  };

  bool AddConstraint(EquationId id) {
    const ScalarEquation& equation = model_.equations[id];
    if (!equation.is_equality() || equation.is_removed || equation.is_choice) return false;
    OccurrenceCollector occurrences(context_.store);
    occurrences.Add(equation.left);
    occurrences.Add(equation.right);
    if (occurrences.reads_time() || occurrences.reads_history() || occurrences.reads_time_in_held()) return false;
    Constraint constraint{id, {}, 0};
    for (const Occurrence& o : occurrences.found()) {
      const Scalar& scalar = model_.scalars[o.scalar];
      if (scalar.kind == ScalarKind::kConstant || scalar.kind == ScalarKind::kParameter) continue;
      if (o.how != kSolvable || !scalar.derivative || !model_.is_continuous(o.scalar)) return false;
      constraint.terms.push_back(o.scalar);
    }
    auto partials = partial_.All(symbolic::Algebra(context_.store).Sub(equation.left, equation.right), [&](ScalarId x) {
      return std::ranges::find(constraint.terms, x) != constraint.terms.end();
    });
    if (!partials || partials->size() != constraint.terms.size()) return false;
    for (const PartialTerm& term : *partials)
      if (Factor factor = partial_.ClassifyByValue(term.derivative, model_, values_);
          factor != Factor::kConstant && factor != Factor::kParameter)
        return false;
    for (ScalarId x : constraint.terms) {
      constraint.open += !bases_.contains(x);
      holders_[x].push_back(constraints_.size());
    }
    constraints_.push_back(std::move(constraint));
    return true;
  }

  bool Inherit(EquationId id, ScalarId x) {
    const ScalarEquation& equation = model_.equations[id];
    Expr value = solver_.Solve(equation.left, equation.right, x);
    if (!value) return false;
    Rewriter at_bases(context_.store, [&](Expr e) -> Expr {
      if (context_.store.exprs.op(e) != Op::kScalar) return {};
      auto base = bases_.find(context_.store.exprs.scalar(e));
      return base == bases_.end() ? Expr() : base->second;
    });
    Expr base = at_bases(value);
    bases_.emplace(x, base);
    formulas_.push_back(StepFormula(context_, x, base, equation.origin));
    return true;
  }

  PassContext& context_;
  ScalarModel& model_;
  std::unordered_map<ScalarId, Expr>& bases_;
  std::vector<ScalarEquation>& formulas_;
  PartialDerivative partial_;
  BindingValues values_;
  EquationSolver solver_;
  std::vector<Constraint> constraints_;
  std::unordered_map<ScalarId, std::vector<std::size_t>> holders_;
};

}  // namespace

std::vector<bool> InheritFormulas(PassContext& context, std::unordered_map<ScalarId, Expr>& bases,
                                  std::vector<ScalarEquation>& formulas) {
  return Inheritance(context, bases, formulas).Run();
}

}  // namespace mica::structure
