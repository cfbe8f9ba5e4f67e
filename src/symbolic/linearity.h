// How the outputs of a function depend on some of its inputs: not at all, linearly, with a constant besides, or
// otherwise.
//
// Found from the body, by carrying a class for each variable through all assignments until nothing changes; branches
// are joined, so the answer holds for every way through the function. A condition or subscript that depends on the
// inputs asked about makes the answer kNonlinear. Derivative functions are asked: with p_der and h_der linear, rho_der
// of the water functions is linear too, though it takes a record `noDerivative` besides, and so its partial derivatives
// are calls of the function itself. Cost: rounds (a few) times the nodes of the body; kept for each function and
// classes of inputs.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "expression/store.h"

namespace mica::symbolic {

enum class Linearity : std::uint8_t {
  kZero,      // the literal 0
  kConstant,  // does not depend on them
  kLinear,    // f(a x + b y) = a f(x) + b f(y)
  kAffine,    // linear and a constant
  kNonlinear,
};

class FunctionLinearity {
 public:
  explicit FunctionLinearity(const Store& store) : store_(store) {}

  // Of all outputs together, if the inputs depend in these ways on what is asked about.
  Linearity Of(FunctionId function, std::vector<Linearity> inputs);

 private:
  struct Body;
  Linearity OfExpr(Expr e, Body& body);
  Linearity OfNode(Expr e, std::span<const Linearity> args, const Body& body);
  void Run(std::span<const Statement> statements, Body& body);
  void Assign(Expr target, Linearity value, Body& body);

  const Store& store_;
  std::map<std::pair<FunctionId, std::vector<Linearity>>, Linearity> known_;
};

}  // namespace mica::symbolic
