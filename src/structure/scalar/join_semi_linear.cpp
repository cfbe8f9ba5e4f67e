// Pass join-semi-linear: chains of semiLinear are solved as the specification says (3.7.2.5).
//
//     y = semiLinear(x, sa, s1);                         s1 = if x >= 0 then sa else sb;
//     y = semiLinear(x, s1, s2);        becomes          s2 = s1; …
//     …                                                  y = semiLinear(x, sa, sb);
//     y = semiLinear(x, sN, sb);
//
// y is the flow of enthalpy through components one after the other, x the flow of mass: at x = 0 the equations do not
// tell s1 … sN, and as they stand they are a singular system then.
//
// Reads: equalities of ±y and ±semiLinear(±x, …), after alias elimination has found which flows are the same.
// semiLinear(-x, a, b) is -semiLinear(x, b, a). Changes: the equations of a chain; eliminate-aliases then sees s2 = s1.
// Keeps: how many equations there are.
#include <map>
#include <unordered_map>

#include "structure/passes.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

struct Link {
  EquationId equation;
  Expr positive, negative;  // y = sign * semiLinear(x, positive, negative)
};

class SemiLinearChains {
 public:
  explicit SemiLinearChains(PassContext& context)
      : model_(context.model), store_(context.store), exprs_(context.store.exprs), algebra_(context.store) {}

  bool Run() {
    for (std::size_t i = 0; i < model_.equations.size(); ++i) Collect(EquationId(i));
    bool changed = false;
    for (auto& [key, links] : groups_)
      if (links.size() > 1) changed = Join(std::get<0>(key), std::get<1>(key), std::get<2>(key), links) || changed;
    return changed;
  }

 private:
  // Takes minus signs off; the sign they leave.
  int TakeSign(Expr& e) const {
    int sign = 1;
    for (; exprs_.op(e) == Op::kNeg; e = exprs_.arg(e, 0)) sign = -sign;
    return sign;
  }

  void Collect(EquationId id) {
    const ScalarEquation& equation = model_.equations[id];
    if (equation.is_removed || !equation.is_equality() || equation.active || equation.clock != kNoClock) return;
    Expr y = equation.left, product = equation.right;
    int sign = TakeSign(y) * TakeSign(product);
    if (exprs_.op(y) == Op::kSemiLinear) std::swap(y, product);
    if (exprs_.op(y) != Op::kScalar || exprs_.op(product) != Op::kSemiLinear) return;
    Expr x = exprs_.arg(product, 0), positive = exprs_.arg(product, 1), negative = exprs_.arg(product, 2);
    if (TakeSign(x) < 0) {
      sign = -sign;
      std::swap(positive, negative);
    }
    if (exprs_.op(x) != Op::kScalar) return;
    groups_[{exprs_.scalar(y), exprs_.scalar(x), sign}].push_back({id, positive, negative});
  }

  bool IsUnknown(Expr e) const {
    if (exprs_.op(e) != Op::kScalar) return false;
    const Scalar& scalar = model_.scalars[exprs_.scalar(e)];
    return scalar.kind == ScalarKind::kAlgebraic && !scalar.alias_of && !scalar.derivative;
  }

  bool Join(ScalarId y, ScalarId x, int sign, const std::vector<Link>& links) {
    std::unordered_map<Expr, std::vector<std::size_t>> from, to;  // by what stands first, and last
    for (std::size_t i = 0; i < links.size(); ++i) {
      from[links[i].positive].push_back(i);
      to[links[i].negative].push_back(i);
    }
    // The link that goes on where this one ends, if there is no doubt about it.
    auto next = [&](std::size_t i) {
      Expr between = links[i].negative;
      auto after = from.find(between);
      bool is_one = after != from.end() && after->second.size() == 1 && to[between].size() == 1 && IsUnknown(between);
      return is_one && after->second[0] != i ? after->second[0] : links.size();
    };
    std::vector<bool> is_continued(links.size(), false);
    for (std::size_t i = 0; i < links.size(); ++i)
      if (std::size_t after = next(i); after < links.size()) is_continued[after] = true;
    bool changed = false;
    for (std::size_t first = 0; first < links.size(); ++first) {
      if (is_continued[first] || next(first) == links.size()) continue;
      std::vector<std::size_t> chain{first};
      while (next(chain.back()) < links.size()) chain.push_back(next(chain.back()));
      Replace(y, x, sign, links, chain);
      changed = true;
    }
    return changed;
  }

  void Replace(ScalarId y, ScalarId x, int sign, const std::vector<Link>& links,
               const std::vector<std::size_t>& chain) {
    TypeId real = store_.types.real();
    Expr flow = model_.Ref(x, store_), first = links[chain.front()].positive, last = links[chain.back()].negative;
    Expr product = exprs_.Make(Op::kSemiLinear, real, {flow, first, last});
    Set(links[chain[0]].equation, model_.Ref(y, store_), sign < 0 ? algebra_.Neg(product) : product);
    Expr between = links[chain[0]].negative;
    Expr forward = exprs_.Make(Op::kGreaterEqual, store_.types.boolean(), {flow, exprs_.Real(0)});
    Set(links[chain[1]].equation, between, exprs_.Make(Op::kIf, real, {forward, first, last}));
    for (std::size_t i = 2; i < chain.size(); ++i) Set(links[chain[i]].equation, links[chain[i - 1]].negative, between);
  }

  void Set(EquationId id, Expr left, Expr right) {
    model_.equations[id].left = left;
    model_.equations[id].right = right;
  }

  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Algebra algebra_;
  std::map<std::tuple<ScalarId, ScalarId, int>, std::vector<Link>> groups_;
};

}  // namespace

bool JoinSemiLinear(PassContext& context) { return !SemiLinearChains(context).Run() || EliminateAliases(context); }

}  // namespace mica::structure
