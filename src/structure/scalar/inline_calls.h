// Functions that wait for index reduction (annotation InlineAfterIndexReduction, the specification 18.3): their calls
// are differentiated as calls, by the derivative that the annotation names, and inlined afterwards. What an equation
// with such a call depends on follows from the inlined form from the first: resolve1(R, {s, 0, 0}) with R the identity
// does not give s by its second element.
#pragma once

#include "structure/pass.h"
#include "structure/sort/partial_derivative.h"
#include "symbolic/element.h"
#include "symbolic/inline.h"
#include "symbolic/visit.h"

namespace mica::structure {

class CallInliner {
 public:
  explicit CallInliner(PassContext& context);
  CallInliner(const CallInliner&) = delete;

  // With all calls of such functions replaced by what they compute.
  Expr operator()(Expr e) { return all_(e); }
  // Only those that are linear, with factors of parameters: nothing is lost by inlining them before they are
  // differentiated.
  Expr Plain(Expr e) { return plain_(e); }
  // A step with such a call as equalities, one for each output; false if it has to stay. The first takes the place of
  // the step.
  bool Split(EquationId id);

 private:
  bool Wants(Expr call) const { return exprs_.op(call) == Op::kCall && inliner_.Wants(exprs_.function(call)); }
  Expr Inlined(Expr e);  // a scalar of what such a call returns; invalid: the node stays
  bool IsPlain(Expr e);

  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Inliner inliner_;
  symbolic::Elements elements_;
  PartialDerivative partial_;
  OccurrenceCollector occurrences_;
  symbolic::Contains has_call_;
  Rewriter without_events_, all_, plain_;
};

}  // namespace mica::structure
