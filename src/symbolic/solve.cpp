#include "symbolic/solve.h"

#include <algorithm>
#include <cmath>

#include "symbolic/collect_terms.h"

namespace mica::symbolic {

Solver::Solver(FunctionDerivatives& functions, std::function<bool(Expr)> is_parameter,
               std::function<SignSet(Expr)> sign)
    : functions_(functions),
      algebra_(functions.store()),
      pool_(functions.store().exprs),
      changes_(functions.store().exprs,
               [this, is_parameter = std::move(is_parameter)](Expr e) {
                 switch (pool_.op(e)) {
                   case Op::kVar:
                   case Op::kScalar:
                   case Op::kLocal:
                     return !is_parameter(e);
                   case Op::kTime:
                   case Op::kDer:
                   case Op::kPre:
                   case Op::kInitial:
                   case Op::kHeld:
                   case Op::kSample:
                   case Op::kDelay:
                   case Op::kSpatialDistribution:
                     return true;
                   case Op::kCall:
                     return functions_.store().functions[pool_.function(e)].is_impure;
                   default:
                     return false;
                 }
               }),
      signs_(functions.store().exprs, std::move(sign)) {}

Certainty Solver::CertaintyOf(Expr divisor) {
  if (auto number = pool_.number(divisor)) return *number != 0 ? Certainty::kAlways : Certainty::kMayVanish;
  if (signs_.Of(divisor).cannot_vanish()) return Certainty::kNonzero;
  return changes_(divisor) ? Certainty::kMayVanish : Certainty::kParameter;
}

std::optional<Solution> Solver::Solve(Expr left, Expr right, Expr unknown) {
  bool in_left = DependsOn(pool_, left, unknown), in_right = DependsOn(pool_, right, unknown);
  if (!in_left && !in_right) return std::nullopt;
  if (left == unknown && !in_right) return Solution{right};
  if (right == unknown && !in_left) return Solution{left};
  if (auto solution = SolveLinear(left, right, unknown)) return solution;
  if (in_left != in_right) return in_left ? Isolate(left, right, unknown) : Isolate(right, left, unknown);
  return std::nullopt;
}

// factor*x + rest = 0
std::optional<Solution> Solver::SolveLinear(Expr left, Expr right, Expr unknown) {
  auto l = FindLinearParts(functions_, left, unknown);
  if (!l) return std::nullopt;
  auto r = FindLinearParts(functions_, right, unknown);
  if (!r) return std::nullopt;
  Expr factor = CollectTerms(algebra_, algebra_.Sub(l->factor, r->factor));
  if (algebra_.IsZero(factor)) return std::nullopt;
  Expr rest = CollectTerms(algebra_, algebra_.Sub(r->rest, l->rest));
  return Solution{algebra_.Div(rest, factor), CertaintyOf(factor)};
}

std::optional<Solution> Solver::Isolate(Expr side, Expr other, Expr unknown) {
  Certainty certainty = Certainty::kAlways;
  while (side != unknown)
    if (!Step(side, other, unknown, certainty)) return std::nullopt;
  return Solution{other, certainty, false};
}

// Moves the outermost function of `side` to the other side; false if the unknown is in several arguments, or there is
// no inverse.
bool Solver::Step(Expr& side, Expr& other, Expr unknown, Certainty& certainty) {
  Algebra& a = algebra_;
  std::vector<Expr> args = pool_.ArgsCopy(side);
  std::size_t where = args.size();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!DependsOn(pool_, args[i], unknown)) continue;
    if (where != args.size()) {
      // x + f(x) and the like; perhaps linear one level down.
      return false;
    }
    where = i;
  }
  if (where == args.size()) return false;
  Expr x = args[where], rest = args.size() == 2 ? args[1 - where] : Expr();
  auto doubt = [&](Certainty c) { certainty = std::max(certainty, c); };
  switch (pool_.op(side)) {
    case Op::kNeg:
      other = a.Neg(other);
      break;
    case Op::kAdd:
      other = a.Sub(other, rest);
      break;
    case Op::kSub:
      other = where == 0 ? a.Add(other, rest) : a.Sub(rest, other);
      break;
    case Op::kMul:
      doubt(CertaintyOf(rest));
      if (a.IsZero(rest)) return false;
      other = a.Div(other, rest);
      break;
    case Op::kDiv:
      if (where == 0) {
        other = a.Mul(other, rest);
        break;
      }
      if (a.IsZero(rest)) return false;
      doubt(CertaintyOf(other));
      other = a.Div(rest, other);
      break;
    case Op::kExp:
      doubt(signs_.Of(other).bits == SignSet::kPositive ? Certainty::kNonzero : Certainty::kMayVanish);
      other = a.Function(Op::kLog, other);
      break;
    case Op::kLog:
      other = a.Function(Op::kExp, other);
      break;
    case Op::kLog10:
      other = a.Pow(a.Real(10), other);
      break;
    case Op::kSqrt:
      doubt(signs_.Of(other).is_nonnegative() ? Certainty::kNonzero : Certainty::kMayVanish);
      other = a.Mul(other, other);
      break;
    case Op::kSinh: {  // log(y + sqrt(y^2 + 1)), by the sign of y so that nothing cancels
      Expr size = a.Function(Op::kAbs, other);
      Expr inverse = a.Function(Op::kLog, a.Add(size, a.Function(Op::kSqrt, a.Add(a.Mul(other, other), a.Real(1)))));
      other = a.Mul(a.Function(Op::kSign, other), inverse);
      break;
    }
    case Op::kAtan:
      doubt(Certainty::kMayVanish);
      other = a.Function(Op::kTan, other);
      break;
    case Op::kNoEvent:
      other = a.NoEvent(other);
      break;
    case Op::kSmooth:
      if (where != 1) return false;
      break;
    case Op::kPow:
      return StepPower(side, other, unknown, certainty);
    case Op::kCall:
      return StepInverse(side, other, unknown);
    default:
      return false;
  }
  side = x;
  return true;
}

// x^n with odd n: the root with the sign of the other side.
bool Solver::StepPower(Expr& side, Expr& other, Expr unknown, Certainty& certainty) {
  Algebra& a = algebra_;
  Expr base = pool_.arg(side, 0), exponent = pool_.arg(side, 1);
  if (DependsOn(pool_, exponent, unknown)) {
    auto number = pool_.number(base);
    if (!number || *number <= 0 || *number == 1) return false;
    certainty =
        std::max(certainty, signs_.Of(other).bits == SignSet::kPositive ? Certainty::kNonzero : Certainty::kMayVanish);
    other = a.Div(a.Function(Op::kLog, other), a.Real(std::log(*number)));
    side = exponent;
    return true;
  }
  auto n = pool_.number(exponent);
  if (!n || std::fmod(std::abs(*n), 2) != 1 || *n < 0) return false;
  Expr root = a.Pow(a.Function(Op::kAbs, other), a.Real(1 / *n));
  other = a.Mul(a.ToReal(a.Make(Op::kSign, a.types().integer(), {{other}})), root);
  side = base;
  return true;
}

// annotation(inverse(x = g(a, y))): y = f(a, x) becomes x = g(a, y).
bool Solver::StepInverse(Expr& side, Expr& other, Expr unknown) {
  Store& store = functions_.store();
  const Function& function = store.functions[pool_.function(side)];
  if (function.output_count != 1) return false;
  std::vector<Expr> args = pool_.ArgsCopy(side);
  for (const FunctionInverse& inverse : function.inverses) {
    if (inverse.input >= args.size() || !DependsOn(pool_, args[inverse.input], unknown)) continue;
    bool elsewhere = false;
    for (std::size_t i = 0; i < args.size(); ++i) elsewhere |= i != inverse.input && DependsOn(pool_, args[i], unknown);
    if (elsewhere) continue;
    Substitution values(store);
    for (std::size_t i = 0; i < args.size() && i < function.input_count; ++i)
      if (i != inverse.input) values.Set(pool_.Local(i, function.input(i).type), args[i]);
    values.Set(pool_.Local(function.input_count, function.output(0).type), other);
    std::vector<Expr> arguments;
    for (Expr argument : inverse.arguments) arguments.push_back(values.Apply(argument));
    const Function& by = store.functions[inverse.function];
    if (by.output_count != 1 || arguments.size() > by.input_count) continue;
    other = pool_.Make(Op::kCall, pool_.type(args[inverse.input]), arguments, inverse.function.index());
    side = args[inverse.input];
    return true;
  }
  return false;
}

}  // namespace mica::symbolic
