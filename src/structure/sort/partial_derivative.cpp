#include "structure/sort/partial_derivative.h"

#include <algorithm>

#include "symbolic/gradient.h"

namespace mica::structure {

Rewriter TakeOffEvents(Store& store) {
  return Rewriter(
      store, [](Expr) { return Expr(); },
      [&exprs = store.exprs](Expr e) {
        if (exprs.op(e) == Op::kNoEvent) return exprs.arg(e, 0);
        return exprs.op(e) == Op::kSmooth ? exprs.arg(e, 1) : e;
      });
}

bool IsZeroInABranch(Expr e, const ExprPool& exprs) {
  switch (exprs.op(e)) {
    case Op::kIf:
      return exprs.is_number(exprs.arg(e, 1), 0) || exprs.is_number(exprs.arg(e, 2), 0) ||
             IsZeroInABranch(exprs.arg(e, 1), exprs) || IsZeroInABranch(exprs.arg(e, 2), exprs);
    case Op::kIndex: {  // ({1, 0})[k]: the factor of an unknown that a subscript may pick
      Expr choices = exprs.arg(e, 0);
      return exprs.op(choices) == Op::kArray && std::ranges::any_of(exprs.args(choices), [&](Expr item) {
               return exprs.is_number(item, 0) || IsZeroInABranch(item, exprs);
             });
    }
    case Op::kNeg:
      return IsZeroInABranch(exprs.arg(e, 0), exprs);
    case Op::kMul:
      return IsZeroInABranch(exprs.arg(e, 0), exprs) || IsZeroInABranch(exprs.arg(e, 1), exprs);
    case Op::kAdd:
    case Op::kSub:
      return IsZeroInABranch(exprs.arg(e, 0), exprs) && IsZeroInABranch(exprs.arg(e, 1), exprs);
    default:
      return false;
  }
}

ChangesWith ChangesOf(Expr e, const ScalarModel& model, OccurrenceCollector& occurrences) {
  occurrences.Clear();
  occurrences.Add(e);
  if (occurrences.reads_time() || occurrences.reads_delayed()) return ChangesWith::kAlways;
  ChangesWith result = occurrences.reads_history() ? ChangesWith::kEvents : ChangesWith::kNever;
  for (const Occurrence& o : occurrences.found()) {
    if ((o.how & (kSolvable | kInCondition)) == 0) continue;
    if (model.is_continuous(o.scalar)) return ChangesWith::kAlways;
    ScalarKind kind = model.scalars[o.scalar].kind;
    if (kind != ScalarKind::kConstant && kind != ScalarKind::kParameter) result = ChangesWith::kEvents;
  }
  return result;
}

std::optional<std::vector<PartialTerm>> PartialDerivative::All(Expr e, const std::function<bool(ScalarId)>& wanted) {
  const ExprPool& exprs = store_.exprs;
  std::vector<PartialTerm> result;
  if (store_.types.kind(exprs.type(e)) != TypeKind::kReal) return result;  // an Integer or Boolean: piecewise constant
  symbolic::Gradient gradient(functions_,
                              [&](Expr leaf) { return exprs.op(leaf) == Op::kScalar && wanted(exprs.scalar(leaf)); });
  auto terms = gradient.Of(e);
  if (!terms) {
    error_ = gradient.error();
    return std::nullopt;
  }
  for (const symbolic::PartialTerm& term : *terms) {
    Expr derivative = without_events_(term.derivative);
    if (!exprs.is_number(derivative, 0)) result.push_back({exprs.scalar(term.leaf), derivative});
  }
  return result;
}

Expr PartialDerivative::OfEquation(Expr left, Expr right, ScalarId x) {
  auto terms = All(algebra_.Sub(left, right), [&](ScalarId id) { return id == x; });
  if (!terms) return {};
  return terms->empty() ? store_.exprs.Real(0) : terms->front().derivative;
}

Factor PartialDerivative::FactorOf(Expr left, Expr right, ScalarId x, const ScalarModel& model) {
  Expr derivative = OfEquation(left, right, x);
  return derivative ? Classify(derivative, model) : Factor::kUnknown;
}

Factor PartialDerivative::ClassifyByValue(Expr derivative, const ScalarModel& model, BindingValues& values) {
  Factor factor = Classify(derivative, model);
  if (factor != Factor::kParameter) return factor;
  auto number = values.Number(derivative);
  return number && *number == 0 ? Factor::kVaries : factor;
}

Factor PartialDerivative::Classify(Expr derivative, const ScalarModel& model) {
  if (auto number = store_.exprs.number(derivative)) return *number == 0 ? Factor::kZero : Factor::kConstant;
  if (ChangesOf(derivative, model, occurrences_) != ChangesWith::kNever) return Factor::kVaries;
  // What parameters of known value choose was chosen by decide-conditions; others (found by initialization) may choose
  // the zero.
  return IsZeroInABranch(derivative, store_.exprs) ? Factor::kVaries : Factor::kParameter;
}

}  // namespace mica::structure
