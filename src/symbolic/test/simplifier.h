// Whole expressions rebuilt from their leaves by the constructors of algebra.h, with sums collected, as the stages do
// step by step: for tests and fuzz targets.
#pragma once

#include <span>

#include "symbolic/algebra.h"
#include "symbolic/collect_terms.h"
#include "symbolic/expr_map.h"
#include "symbolic/visit.h"

namespace mica::symbolic {

class Simplifier {
 public:
  explicit Simplifier(Store& store) : algebra_(store) {}

  Expr Simplify(Expr root) {
    ExprPool& pool = algebra_.pool();
    return Rewrite(
        pool, root, memo_, [&](Expr e) { return pool.args(e).empty() ? e : Expr(); },
        [&](Expr e, std::span<const Expr> args) {
          const ExprNode node = pool[e];
          Expr made = algebra_.Make(node.op, node.type, args, node.payload);
          if (Op op = pool.op(made); op == Op::kAdd || op == Op::kSub) made = CollectTerms(algebra_, made);
          return made;
        });
  }

 private:
  Algebra algebra_;
  ExprMap<Expr> memo_;
};

}  // namespace mica::symbolic
