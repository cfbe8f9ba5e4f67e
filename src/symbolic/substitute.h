// Replaces leaves of expressions by expressions. What is built anew is simplified (algebra.h) and typed anew; what
// contains none of the leaves stays as it is. Results are kept: substituting in many expressions that share parts costs
// one walk.
#pragma once

#include "symbolic/algebra.h"
#include "symbolic/expr_map.h"

namespace mica::symbolic {

class Substitution {
 public:
  explicit Substitution(Store& store) : algebra_(store) {}

  // Any node may be replaced: a kScalar, a kLocal, a kIterator, der(x), a call. Before the first Apply.
  void Set(Expr from, Expr to);
  bool empty() const { return empty_; }

  Expr Apply(Expr e);
  std::vector<Statement> Apply(std::span<const Statement> statements);

 private:
  Algebra algebra_;
  ExprMap<Expr> memo_;
  bool empty_ = true;
};

// One leaf.
Expr Substitute(Store& store, Expr e, Expr from, Expr to);

}  // namespace mica::symbolic
