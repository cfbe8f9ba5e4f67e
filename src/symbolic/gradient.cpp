#include "symbolic/gradient.h"

#include <algorithm>
#include <queue>

#include <fmt/format.h>

namespace mica::symbolic {

Gradient::Gradient(FunctionDerivatives& functions, std::function<bool(Expr)> wanted)
    : functions_(functions),
      algebra_(functions.store()),
      pool_(functions.store().exprs),
      wanted_(wanted),
      depends_(functions.store().exprs, wanted),
      has_events_(functions.store().exprs,
                  [&pool = functions.store().exprs](Expr e) {
                    return IsRelation(pool.op(e)) || ClassOf(pool.op(e)) == OpClass::kEventMath;
                  }),
      may_fail_(functions.store().exprs,
                [&pool = functions.store().exprs](Expr e) {
                  OpClass op_class = ClassOf(pool.op(e));
                  return pool.op(e) == Op::kDiv || pool.op(e) == Op::kPow || pool.op(e) == Op::kCall ||
                         op_class == OpClass::kMath || op_class == OpClass::kEventMath;
                }),
      rules_(functions, [](Expr) { return Expr(); }) {}

void Gradient::Gather(Expr e, Expr adjoint) {
  if (!algebra_.IsZero(adjoint)) adjoints_[e].push_back(adjoint);
}

std::optional<std::vector<PartialTerm>> Gradient::Of(Expr root) {
  error_.clear();
  adjoints_.clear();
  Check(pool_.type(root) == algebra_.types().real(), "a gradient is of a Real scalar");
  // The leaves that occur, and the nodes on the way to them: handles in descending order are an order from the root
  // down.
  std::vector<Expr> nodes;
  ExprSet seen;
  PostOrder(pool_, root, seen, [&](Expr e) { return depends_(e); }, [&](Expr e) { nodes.push_back(e); });
  std::ranges::sort(nodes, std::greater<>());
  Gather(root, algebra_.Real(1));
  std::vector<PartialTerm> result;
  for (Expr e : nodes) {
    auto found = adjoints_.find(e);
    if (found == adjoints_.end()) {
      if (wanted_(e)) result.push_back({e, algebra_.Real(0)});
      continue;
    }
    Expr adjoint = algebra_.Sum(found->second, algebra_.types().real());
    adjoints_.erase(found);
    if (wanted_(e))
      result.push_back({e, adjoint});
    else if (!Spread(e, adjoint))
      return std::nullopt;
  }
  std::ranges::reverse(result);
  return result;
}

// Where a branch that is not taken has the adjoint 0, what may fail there (a division) must not be evaluated.
Expr Gradient::Times(Expr adjoint, Expr partial, int depth) {
  constexpr int kDeepest = 100;
  if (depth > kDeepest || !may_fail_(partial)) return algebra_.Mul(adjoint, partial);
  if (pool_.op(adjoint) == Op::kNeg) return algebra_.Neg(Times(pool_.arg(adjoint, 0), partial, depth + 1));
  if (pool_.op(adjoint) != Op::kIf) return algebra_.Mul(adjoint, partial);
  std::vector<Expr> args = pool_.ArgsCopy(adjoint);
  if (!algebra_.IsZero(args[1]) && !algebra_.IsZero(args[2])) return algebra_.Mul(adjoint, partial);
  auto branch = [&](Expr value) { return algebra_.IsZero(value) ? value : Times(value, partial, depth + 1); };
  return algebra_.If(args[0], branch(args[1]), branch(args[2]));
}

bool Gradient::Spread(Expr e, Expr adjoint) {
  std::vector<Expr> args = pool_.ArgsCopy(e);
  switch (pool_.op(e)) {
    case Op::kAdd:
      Gather(args[0], adjoint), Gather(args[1], adjoint);
      return true;
    case Op::kSub:
      Gather(args[0], adjoint), Gather(args[1], algebra_.Neg(adjoint));
      return true;
    case Op::kNeg:
      Gather(args[0], algebra_.Neg(adjoint));
      return true;
    case Op::kIf:
      if (pool_.type(e) != algebra_.types().real()) break;
      Gather(args[1], algebra_.If(args[0], adjoint, algebra_.Real(0)));
      Gather(args[2], algebra_.If(args[0], algebra_.Real(0), adjoint));
      return true;
    case Op::kNoEvent:
      if (has_events_(args[0])) break;  // what comes of conditions inside must stay inside
      Gather(args[0], adjoint);
      return true;
    case Op::kSign:
    case Op::kCeil:
    case Op::kFloor:
    case Op::kDivide:
    case Op::kToReal:
    case Op::kPre:
      return true;  // 0
    default:
      break;
  }
  bool scalars = std::ranges::all_of(args, [&](Expr arg) { return algebra_.types().is_scalar(pool_.type(arg)); });
  OpClass op_class = ClassOf(pool_.op(e));
  bool by_rule =
      scalars && (op_class == OpClass::kOperator || op_class == OpClass::kMath || op_class == OpClass::kEventMath ||
                  pool_.op(e) == Op::kSmooth || pool_.op(e) == Op::kSemiLinear || pool_.op(e) == Op::kHomotopy);
  if (!by_rule || pool_.op(e) == Op::kIf) return SpreadForward(e, adjoint);
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (pool_.type(args[i]) != algebra_.types().real() || !depends_(args[i])) continue;
    std::vector<Expr> unit(args.size(), algebra_.Real(0));
    unit[i] = algebra_.Real(1);
    // An argument that occurs twice gets both of its parts, one after the other.
    Expr partial = rules_.Rule(e, unit);
    if (!partial) return error_ = rules_.error(), false;
    Gather(args[i], Times(adjoint, partial));
  }
  return true;
}

bool Gradient::SpreadForward(Expr e, Expr adjoint) {
  std::vector<Expr> roots{e};
  if (pool_.type(e) != algebra_.types().real()) return error_ = "only Real scalars have a gradient", false;
  for (Expr leaf : Collect(pool_, roots, wanted_)) {
    PartialDerivative partial(functions_, leaf);
    Expr d = partial.Of(e);
    if (!d) return error_ = partial.error(), false;
    Gather(leaf, Times(adjoint, d));
  }
  return true;
}

}  // namespace mica::symbolic
