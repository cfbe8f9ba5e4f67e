// Values of parameters and constants as far as their bindings tell them when the model is translated, and conditions
// decided by them.
//
// Which terms an equation has may hang on parameters: y = if use_der then der(u) else 0. Structure needs to know. A
// condition that is decided so leaves an assertion behind, since a parameter set differently afterwards asks for
// another translation.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "expression/evaluate.h"
#include "structure/pass.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"

namespace mica::structure {

class BindingValues : public Environment {
 public:
  BindingValues(const ScalarModel& model, Store& store);
  const Value* Scalar(ScalarId id) override;
  std::optional<bool> Decide(Expr condition);
  // Of a Real expression of parameters; empty if a value is not known yet.
  std::optional<double> Number(Expr e);

 private:
  Store& store_;
  std::unordered_map<ScalarId, Expr> bindings_;
  std::unordered_map<ScalarId, std::optional<Value>> values_;
  int depth_ = 0;
};

class DecidedConditions {
 public:
  // `is_wanted` tells which nodes are to be decided: if-expressions, by a condition of parameters; products, by a
  // factor of parameters that is zero; elements of arrays, by subscripts of parameters.
  DecidedConditions(PassContext& context, std::function<bool(Expr)> is_wanted);
  Expr operator()(Expr e) { return rewrite_(e); }
  // Of a condition of parameters, with the check that keeps it honest; empty if it is not one, or has no value yet.
  std::optional<bool> DecideCondition(Expr condition);
  // Keeps a decision honest by the expression of parameters that must stay true.
  void AddCheck(Expr condition);
  bool IsOfParameters(Expr e);

 private:
  Expr Decide(Expr e);

  PassContext& context_;
  BindingValues values_;
  std::function<bool(Expr)> is_wanted_;
  Rewriter rewrite_;
  OccurrenceCollector occurrences_;
  std::unordered_set<Expr> checked_;
};

}  // namespace mica::structure
