// Pass inline-calls: functions that wait for index reduction (annotation InlineAfterIndexReduction, the specification 18.3) are inlined.
//
// Reads: equations. Changes: calls of such functions, and of those that derivatives brought in, become what the functions compute; a step with
// such a call becomes one equality for each of its outputs. Keeps: the number of scalar equations; differentiated equations stay linked to where
// they come from.
// Forces resolved by orientation matrices stand in loops with accelerations: only the inlined form shows that they are linear.
#include "structure/call_outputs.h"
#include "structure/partial_derivative.h"
#include "structure/passes.h"
#include "symbolic/element.h"
#include "symbolic/inline.h"

namespace mica::structure {

namespace {

class CallInliner {
 public:
  explicit CallInliner(PassContext& context)
      : model_(context.model), store_(context.store), exprs_(context.store.exprs),
        inliner_(context.store, symbolic::InlineStage::kAfterIndexReduction),
        elements_(context.store, [](Expr variable, std::size_t) { return variable; }), without_events_(TakeOffEvents(context.store)),
        rewrite_(context.store, [this](Expr e) { return Replace(e); }) {}

  void Run() {
    std::size_t count = model_.equations.size();
    for (std::size_t i = 0; i < count; ++i) {
      EquationId id(i);
      if (model_.equations[id].is_removed) continue;
      if (model_.equations[id].is_equality()) Apply(model_.equations[id]);
      else Split(id);
    }
    for (ScalarEquation& equation : model_.initial_equations)
      if (equation.is_equality()) Apply(equation);
  }

 private:
  void Apply(ScalarEquation& equation) {
    rewrite_.Apply(equation.left);
    rewrite_.Apply(equation.right);
  }

  bool Wants(Expr call) const { return exprs_.op(call) == Op::kCall && inliner_.Wants(exprs_.function(call)); }

  // A scalar of what such a call returns; invalid: the node stays.
  Expr Replace(Expr e) {
    Expr base = e;
    while (exprs_.op(base) == Op::kIndex || exprs_.op(base) == Op::kField || exprs_.op(base) == Op::kTupleItem) base = exprs_.arg(base, 0);
    if (!Wants(base) || !store_.types.is_scalar(exprs_.type(e)) || store_.types.kind(exprs_.type(e)) == TypeKind::kRecord) return {};
    Expr inlined = inliner_.Inline(e);
    if (inlined == e) return {};
    return without_events_(elements_.Scalar(inlined));
  }

  void Split(EquationId id) {
    ScalarEquation equation = model_.equations[id];
    const Step& step = model_.steps[equation.step];
    if (step.kind != Step::Kind::kCall || !Wants(step.value)) return;
    std::vector<ScalarEquation> made;
    std::vector<Expr> items = ScalarItems(step.value, store_);
    for (std::size_t i = 0; i < step.targets.size(); ++i) {
      if (!step.targets[i]) continue;
      Expr value = i < items.size() ? Replace(items[i]) : Expr();
      if (!value || store_.types.kind(model_.scalars[step.targets[i]].type) != TypeKind::kReal) return;
      equation.left = model_.Ref(step.targets[i], store_);
      equation.right = value;
      equation.written_left = equation.left;
      equation.written_right = items[i];
      equation.step = kNoStep;
      made.push_back(equation);
    }
    if (made.empty()) return;
    model_.equations[id] = made[0];
    for (std::size_t i = 1; i < made.size(); ++i) model_.equations.Add(made[i]);
  }

  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Inliner inliner_;
  symbolic::Elements elements_;
  Rewriter without_events_, rewrite_;
};

}  // namespace

bool InlineCalls(PassContext& context) {
  CallInliner(context).Run();
  return true;
}

}  // namespace mica::structure
