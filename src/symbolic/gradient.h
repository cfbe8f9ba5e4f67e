// All partial derivatives of one scalar expression at once, by going backward from it: the cost is that of a few
// derivatives, however many leaves there are, and the results share their parts. Calls and array functions inside are
// differentiated forward, leaf by leaf.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "symbolic/derivative.h"
#include "symbolic/visit.h"

namespace mica::symbolic {

struct PartialTerm {
  Expr leaf;
  Expr derivative;
};

class Gradient {
 public:
  // `wanted` says which leaves (kScalar, kLocal, kDer, …) to differentiate to.
  Gradient(FunctionDerivatives& functions, std::function<bool(Expr)> wanted);

  // The leaves that occur, in the order of their handles, each with its derivative (which may turn out to be 0). Empty
  // optional if some part cannot be differentiated; error() says why.
  std::optional<std::vector<PartialTerm>> Of(Expr e);
  const std::string& error() const { return error_; }

 private:
  Expr Times(Expr adjoint, Expr partial, int depth = 0);
  bool Spread(Expr e, Expr adjoint);
  bool SpreadForward(Expr e, Expr adjoint);
  void Gather(Expr e, Expr adjoint);

  FunctionDerivatives& functions_;
  Algebra algebra_;
  ExprPool& pool_;
  std::function<bool(Expr)> wanted_;
  Contains depends_, has_events_, may_fail_;
  Differentiator rules_;
  std::unordered_map<Expr, std::vector<Expr>> adjoints_;
  std::string error_;
};

}  // namespace mica::symbolic
