#include "structure/reduce/time_derivative.h"

#include <fmt/format.h>

namespace mica::structure {

TimeDerivative::TimeDerivative(PassContext& context)
    : context_(context),
      differentiator_(context.derivatives, [this](Expr leaf) { return Seed(leaf); }),
      without_events_(TakeOffEvents(context.store)) {}

Expr TimeDerivative::Seed(Expr leaf) {
  Store& store = context_.store;
  ScalarModel& model = context_.model;
  if (store.exprs.op(leaf) == Op::kTime) return store.exprs.Real(1);
  if (store.exprs.op(leaf) != Op::kScalar) return {};
  ScalarId id = store.exprs.scalar(leaf);
  switch (model.scalars[id].kind) {
    case ScalarKind::kAlgebraic:
    case ScalarKind::kState:
    case ScalarKind::kDerivative: {
      bool is_new = !model.scalars[id].derivative;
      ScalarId derivative = model.DerivativeOf(id, store);
      if (is_new) model.facts[derivative].made_by_reduction = true;
      return model.Ref(derivative, store);
    }
    case ScalarKind::kInput:
      if (model.facts[id].variability == flat::Variability::kDiscrete) return store.exprs.Real(0);
      failure_ = fmt::format("the derivative of the input {} is not known", model.scalars[id].name);
      return {};
    default:
      return store.exprs.Real(0);
  }
}

Expr TimeDerivative::operator()(Expr e) {
  failure_.clear();
  if (context_.store.types.kind(context_.store.exprs.type(e)) != TypeKind::kReal) return context_.store.exprs.Real(0);
  Expr result = differentiator_.Of(e);
  if (!result && failure_.empty()) failure_ = differentiator_.error();
  return without_events_(result);
}

}  // namespace mica::structure
