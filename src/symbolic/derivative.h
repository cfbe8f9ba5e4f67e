// Derivatives of expressions: forward, by a seed that gives the derivative of each leaf. With der(x) as the seed of x
// and 1 for time it is the total time derivative; with 1 for one leaf and 0 for all others a partial derivative.
//
// Rules. Relations, conditions, Integer and Boolean parts have none: an `if` keeps its condition. abs, min, max
// differentiate their definition, event-free as they are; semiLinear its definition with its event; noEvent and
// homotopy go around the derivative, smooth(p, e) becomes smooth(p - 1, …). sign, floor, div, pre, hold and the like
// are piecewise constant: 0. delay and spatialDistribution cannot be differentiated unless their argument is constant.
//
// Calls (the specification, 12.7). In this order: an annotation `derivative` whose conditions hold (zeroDerivative,
// noDerivative, order); inlining, where the function asks for it or is short; a derivative of the body, made
// automatically (derivative_function.h). Arguments keep their shape: the derivative of an array argument is one array
// argument.
//
// Results are memoised: one object per seed, used for many expressions. The cost is linear in the nodes under them.
#pragma once

#include <functional>
#include <string>

#include "symbolic/algebra.h"
#include "symbolic/derivative_function.h"
#include "symbolic/expr_map.h"
#include "symbolic/inline.h"

namespace mica::symbolic {

class Differentiator {
 public:
  // Asked for kVar, kScalar, kLocal, kTime and kDer nodes of Real type or of a record with Reals. The derivative has
  // the type and sizes of the leaf (of a record: derivative_function.h); an invalid one makes the differentiation fail.
  using Seed = std::function<Expr(Expr leaf)>;

  Differentiator(FunctionDerivatives& functions, Seed seed);

  // The derivative of a Real expression (or record with Reals), with its sizes. Invalid if there is none; error() says
  // why.
  Expr Of(Expr e);
  const std::string& error() const { return error_; }

  // The rule for one node: its derivative from those of its arguments; entries for arguments without Reals are not
  // looked at.
  Expr Rule(Expr e, std::span<const Expr> d);

 private:
  Expr Unary(Expr e, Expr d);
  Expr PowerRule(Expr e, std::span<const Expr> d);
  Expr ArrayRule(Expr e, std::span<const Expr> d);
  Expr EventRule(Expr e, std::span<const Expr> d);
  Expr StructureRule(Expr e, std::span<const Expr> d);
  Expr ExtremeOfArray(Expr e, std::span<const Expr> d);
  Expr ProductOfArray(Expr e, std::span<const Expr> d);
  Expr Bilinear(Expr e, std::span<const Expr> d);
  Expr Linear(Expr e, std::span<const Expr> d);
  Expr Call(Expr e, std::span<const Expr> d);
  Expr ByAnnotation(Expr e, std::span<const Expr> d);
  Expr OfDerivedCall(Expr e, std::span<const Expr> d);
  bool IsStill(Expr derivative) const;  // zero in all its elements
  bool IsChain(Expr e, const FunctionDerivatives::CallOrigin& origin, std::span<const Expr> d);
  Expr MakeCall(FunctionId function, std::vector<Expr> args, Expr original);
  Expr Fail(std::string message);

  FunctionDerivatives& functions_;
  Algebra algebra_;
  ExprPool& pool_;
  Types& types_;
  Store& store_;
  Seed seed_;
  Inliner inliner_;
  ExprMap<Expr> memo_;
  Expr none_;  // stands for 'no derivative': of what holds no Reals
  std::string error_;
};

// The total time derivative: der(x) for x, 0 for what `is_constant` says (parameters, discrete variables), 1 for time.
class TimeDerivative {
 public:
  TimeDerivative(FunctionDerivatives& functions, std::function<bool(Expr leaf)> is_constant);
  Expr Of(Expr e) { return differentiator_.Of(e); }
  const std::string& error() const { return differentiator_.error(); }

 private:
  Differentiator differentiator_;
};

// The partial derivative to one leaf: a kScalar, a kLocal, der(kScalar).
class PartialDerivative {
 public:
  PartialDerivative(FunctionDerivatives& functions, Expr leaf);
  Expr Of(Expr e) { return differentiator_.Of(e); }
  const std::string& error() const { return differentiator_.error(); }

 private:
  Differentiator differentiator_;
};

}  // namespace mica::symbolic
