#include "structure/reduce/repeated_conditions.h"

namespace mica::structure {

graph::Index RepeatedConditions::ClassOf(Expr e) {
  auto [at, is_new] = index_of_.try_emplace(e, static_cast<graph::Index>(index_of_.size()));
  if (is_new) classes_.Grow(static_cast<graph::Index>(index_of_.size()));
  return at->second;
}

// In a state of a state machine, sides are equal at times only.
bool RepeatedConditions::Says(const ScalarEquation& equation) {
  return equation.is_equality() && !equation.active && classes_.Same(ClassOf(equation.left), ClassOf(equation.right));
}

void RepeatedConditions::Add(const ScalarEquation& equation) {
  if (equation.is_equality() && !equation.active) classes_.Unite(ClassOf(equation.left), ClassOf(equation.right));
}

}  // namespace mica::structure
