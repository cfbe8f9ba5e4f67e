// Replaces scalars in expressions, statements and steps: one memoised walk from the leaves up (symbolic/visit.h),
// simplifying what changed (symbolic/algebra.h). symbolic/substitute.h does the same from a fixed list of leaves;
// passes here decide leaf by leaf.
//
// The memo lives as long as the rewriter, so that what many equations share is rewritten once: linear in the distinct
// nodes seen. pre(x) follows x: pre(-y) becomes -pre(y), and pre of a literal the literal.
#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "structure/block_model.h"
#include "symbolic/algebra.h"
#include "symbolic/expr_map.h"

namespace mica::structure {

class Rewriter {
 public:
  // What a node becomes without looking inside; an invalid answer leaves it, with its arguments rewritten.
  using Replace = std::function<Expr(Expr)>;
  // `revise`, if given, has the last word on every node that has arguments, once these are rewritten.
  explicit Rewriter(Store& store, Replace replace, Replace revise = {})
      : algebra_(store), replace_(std::move(replace)), revise_(std::move(revise)) {}

  Expr operator()(Expr e);  // an invalid expression stays invalid
  void Apply(Expr& e) { e = (*this)(e); }
  void Apply(Statement& statement);  // targets too
  void Apply(Step& step);            // targets are scalars, and are left alone

 private:
  Expr Finish(Expr e, std::span<const Expr> args);

  symbolic::Algebra algebra_;
  Replace replace_, revise_;
  symbolic::ExprMap<Expr> memo_;
};

}  // namespace mica::structure
