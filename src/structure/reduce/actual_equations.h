// Structure: equations for all times but the initial instant, where homotopy(actual, simplified) is `actual`
// (specification 3.7.4.2). Without the operator an equation can be solved for what stands in it alone, by the inverse
// of a function too, and no system is left to iterate.
#pragma once

#include <deque>

#include "structure/pass.h"
#include "symbolic/expr_map.h"

namespace mica::structure {

class ActualEquations {
 public:
  explicit ActualEquations(Store& store) : store_(store) {}

  // The equation itself if it has no homotopy; else one without, which lives as long as this object.
  const ScalarEquation* Of(const ScalarEquation& equation);

 private:
  Expr ActualOf(Expr e);

  Store& store_;
  symbolic::ExprMap<Expr> memo_;
  std::deque<ScalarEquation> made_;
};

}  // namespace mica::structure
