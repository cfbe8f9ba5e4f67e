// Pass eliminate-aliases: scalars that equal another up to sign, or a literal, leave the equations.
//
// Reads: equalities that are sums of scalars with coefficients ±1 and a literal: x = y, x + y = 0, x - y = 0, x = 3,
// and sums that come down to these once some of their scalars are known to be zero. Changes: scalars (alias_of,
// alias_sign; kind kConstant with a value), marks used equations as removed, rewrites what is left, merges attributes
// (merge_attributes.h). Rounds go on while rewriting uncovers new aliases: R*i = v with i = 0 says v = 0. Keeps:
// outputs of steps (calls, algorithms, when-clauses), inputs and discrete variables stay as representatives where they
// meet others; two of these in one class would need an equation between them, so the equation stays. x of der(x) and
// its alias share one derivative. A variable whose pre() has an initial equation stays apart from what determines pre()
// otherwise (initial_pre.h). An equation that says nothing new (x = y where that followed already) is recorded as
// redundant: the next check reports it.
//
// Representative: what must stay first, then by StateSelect, having a derivative (and not for that alone, as the $der1
// of der(x[n]) is), a fixed start value, a start value, being declared, the shorter path, the order of declaration.
// Union-find with signs: near-linear in the equations of each round; rounds are few.
#include <algorithm>
#include <optional>

#include "graph/signed_union_find.h"
#include "structure/passes.h"
#include "structure/scalar/initial_pre.h"
#include "structure/scalar/merge_attributes.h"
#include "structure/scalar/rewrite.h"
#include "structure/scalar/signed_sum.h"
#include "structure/sort/incidence.h"
#include "structure/sort/initial_system.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

using graph::Index;

using Term = SignedSum::Term;

// What is known of a class of equal scalars; right at its root.
struct ClassFacts {
  bool has_fixed_member = false;  // an input or an output of a step: it must represent the class
  bool has_derivative = false;
  bool is_discrete = false;
  bool is_derivative = false;
  bool has_own_pre = false;  // an initial equation is about pre() of a member (initial_pre.h)
  std::optional<double> constant;
  Expr literal;  // of a class of Booleans
};

class AliasFinder {
 public:
  explicit AliasFinder(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        classes_(static_cast<Index>(model_.scalars.size())),
        facts_(model_.scalars.size()),
        is_fixed_(model_.scalars.size(), false),
        has_initial_pre_(ScalarsWithInitialPre(model_, store_)) {
    for (const Step& step : model_.steps)
      for (ScalarId target : step.targets)
        if (target) is_fixed_[target.index()] = true;
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      const Scalar& scalar = model_.scalars[ScalarId(i)];
      if (scalar.kind == ScalarKind::kInput) is_fixed_[i] = true;
      facts_[i] = {is_fixed_[i],
                   scalar.derivative.valid(),
                   scalar.kind == ScalarKind::kDiscrete,
                   model_.facts[ScalarId(i)].derivative_of.valid(),
                   has_initial_pre_[i],
                   std::nullopt,
                   {}};
    }
  }

  // Looks at all equations; whether anything was found.
  bool Run() {
    std::vector<EquationId> sums;
    SignedSum sum;
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {
      EquationId id(i);
      const ScalarEquation& equation = model_.equations[id];
      if (equation.is_removed || !equation.is_equality() || equation.active)
        continue;  // in a state, sides are equal at times
      if (IsReal(equation.left) || IsReal(equation.right)) {
        if (sum.Collect(equation, store_.exprs) && !UseSum(id, sum)) sums.push_back(id);
      } else if (store_.exprs.op(equation.left) == Op::kScalar && store_.exprs.op(equation.right) == Op::kScalar) {
        UseDiscrete(id);
      } else {
        UseLiteral(id);
      }
    }
    // Sums shrink as scalars become zero or meet: look again until nothing moves.
    for (bool moved = changed_; moved;) {
      moved = false;
      std::erase_if(sums, [&](EquationId id) {
        bool used = sum.Collect(model_.equations[id], store_.exprs) && UseSum(id, sum);
        moved = moved || used;
        return used;
      });
    }
    return changed_;
  }

  // Makes the classes found into aliases and constants of the model, and rewrites what is left of it.
  void Finish() {
    graph::CompressedRows classes = classes_.Classes();
    for (Index k = 0; k < classes.row_count(); ++k) FinishClass(classes.row(k));
    for (ScalarId id : new_constants_)  // the derivative of a constant is zero, and so on up
      for (ScalarId d = model_.scalars[id].derivative; d; d = model_.scalars[d].derivative) MakeConstant(d, 0.0);
    RewriteModel();
  }

 private:
  bool IsReal(Expr e) const { return store_.types.kind(store_.exprs.type(e)) == TypeKind::kReal; }
  bool IsFree(ScalarId id) const {
    const Scalar& scalar = model_.scalars[id];
    return !scalar.alias_of && (!model_.is_known(id) || scalar.kind == ScalarKind::kInput);
  }

  void UseDiscrete(EquationId id) {
    const ScalarEquation& equation = model_.equations[id];
    ScalarId a = store_.exprs.scalar(equation.left), b = store_.exprs.scalar(equation.right);
    if (IsFree(a) && IsFree(b) && model_.scalars[a].type == model_.scalars[b].type) Unite(id, a, b, 1);
  }

  // b = true: known from the start, whatever its start value says, as pre(b) is b once the initial equations hold.
  void UseLiteral(EquationId id) {
    const ScalarEquation& equation = model_.equations[id];
    Expr left = equation.left, right = equation.right;
    if (store_.exprs.op(right) == Op::kScalar) std::swap(left, right);
    if (store_.exprs.op(left) != Op::kScalar || !store_.exprs.is_literal(right)) return;
    ScalarId scalar = store_.exprs.scalar(left);
    TypeKind kind = store_.types.kind(model_.scalars[scalar].type);
    if (kind != TypeKind::kBoolean || !IsFree(scalar) || model_.facts[scalar].clock != kNoClock) return;
    ClassFacts& facts = facts_[classes_.Find(static_cast<Index>(scalar.index())).root];
    if (facts.has_fixed_member || facts.has_own_pre || facts.literal) return;
    facts.literal = right;
    Remove(id, false);
  }

  // Uses the equation if it is an alias, a constant or 0 = 0 by now.
  bool UseSum(EquationId id, const SignedSum& sum) {
    double number = sum.number;
    Term left[2];
    std::size_t count = 0;
    for (auto [scalar, sign] : sum.terms) {
      if (!IsFree(scalar)) return false;  // a parameter: never substituted
      auto [root, root_sign] = classes_.Find(static_cast<Index>(scalar.index()));
      sign *= root_sign;
      if (classes_.IsZero(root)) continue;
      if (facts_[root].constant) {
        number += sign * *facts_[root].constant;
        continue;
      }
      auto same = std::find_if(left, left + count,
                               [&](const Term& t) { return t.scalar.index() == static_cast<std::uint32_t>(root); });
      if (same != left + count) {
        if (same->sign == sign) return false;  // 2 x: not a sum with signs
        *same = left[--count];
        continue;
      }
      if (count == 2) return false;
      left[count++] = {ScalarId(static_cast<std::size_t>(root)), sign};
    }
    if (count == 0) return number == 0 && Remove(id, true);  // 0 = 3 stays: the check that follows names it
    if (count == 1) return SetConstant(id, static_cast<Index>(left[0].scalar.index()), -left[0].sign * number);
    return number == 0 && Unite(id, left[0].scalar, left[1].scalar, -left[0].sign * left[1].sign);
  }

  bool Remove(EquationId id, bool is_redundant) {
    model_.equations[id].is_removed = true;
    if (is_redundant) model_.redundant.push_back(id);
    changed_ = true;
    return true;
  }

  bool SetConstant(EquationId id, Index root, double value) {
    ClassFacts& facts = facts_[root];
    // A class with a member that something else determines stays for the check; der(x) = 0 does not say what x is.
    if (facts.has_fixed_member || facts.is_discrete || facts.is_derivative || facts.has_own_pre) return false;
    facts.constant = value == 0 ? 0.0 : value;  // no negative zero
    return Remove(id, false);
  }

  bool MayUnite(const ClassFacts& a, const ClassFacts& b) const {
    if (a.has_fixed_member && b.has_fixed_member) return false;
    if (a.literal || b.literal) return false;  // next round, with the literal in its place
    if (a.is_derivative || b.is_derivative) return false;
    // pre() of one of them has an initial equation of its own. That of the other must be open: not an output of a step,
    // which keeps its value.
    if (a.has_own_pre && (b.has_own_pre || b.has_fixed_member)) return false;
    if (b.has_own_pre && a.has_fixed_member) return false;
    if (a.is_discrete == b.is_discrete) return true;
    // A continuous variable that always equals one assigned in a when-clause is discrete itself, if nobody
    // differentiates it.
    const ClassFacts &discrete = a.is_discrete ? a : b, &continuous = a.is_discrete ? b : a;
    return discrete.has_fixed_member && !continuous.has_derivative;
  }

  // Before its first tick a clocked variable has its start value: variables that start differently are not the same.
  bool StartTogether(ScalarId a, ScalarId b, int sign) {
    if (model_.facts[a].clock == kNoClock) return true;
    Expr x = StartOf(model_.scalars[a], store_), y = StartOf(model_.scalars[b], store_);
    return x == y && (sign > 0 || store_.exprs.is_number(x, 0));
  }

  bool Unite(EquationId id, ScalarId a, ScalarId b, int sign) {
    if (!StartTogether(a, b, sign)) return false;
    Index x = static_cast<Index>(a.index()), y = static_cast<Index>(b.index());
    Index rx = classes_.Find(x).root, ry = classes_.Find(y).root;
    if (rx == ry) {
      bool contradicts = classes_.RelativeSign(x, y) != sign;
      if (contradicts && (facts_[rx].has_fixed_member || facts_[rx].is_discrete)) return false;
      if (contradicts) classes_.Unite(x, y, sign);  // x = -x: all of them are zero
      return Remove(id, !contradicts);
    }
    ClassFacts merged = facts_[rx];
    const ClassFacts& other = facts_[ry];
    if (!MayUnite(merged, other)) return false;
    merged.has_fixed_member = merged.has_fixed_member || other.has_fixed_member;
    merged.has_derivative = merged.has_derivative || other.has_derivative;
    merged.is_discrete = merged.is_discrete || other.is_discrete;
    merged.has_own_pre = merged.has_own_pre || other.has_own_pre;
    classes_.Unite(x, y, sign);
    facts_[classes_.Find(x).root] = merged;
    return Remove(id, false);
  }

  // Greater is better as a representative.
  auto Rank(ScalarId id) const {
    const Scalar& scalar = model_.scalars[id];
    const ScalarFacts& facts = model_.facts[id];
    std::size_t path = scalar.source ? context_.flat.variables[scalar.source].path.size() : 1000;
    return std::tuple(static_cast<bool>(is_fixed_[id.index()]), scalar.kind == ScalarKind::kDiscrete,
                      facts.state_select, scalar.derivative.valid() && !facts.is_auxiliary, scalar.fixed,
                      scalar.start.valid(), !facts.is_auxiliary, -static_cast<long>(path),
                      -static_cast<long>(id.index()));
  }

  void MakeConstant(ScalarId id, double value) {
    Scalar& scalar = model_.scalars[id];
    scalar.kind = ScalarKind::kConstant;
    scalar.value = store_.exprs.Real(value);
  }

  void FinishClass(std::span<const Index> members) {
    auto id_of = [](Index i) { return ScalarId(static_cast<std::size_t>(i)); };
    auto [root, first_sign] = classes_.Find(members[0]);
    bool is_zero = classes_.IsZero(root);
    if (is_zero || facts_[root].constant) {
      double value = is_zero ? 0.0 : *facts_[root].constant;
      for (Index member : members) {
        double signed_value = classes_.Find(member).sign * value;
        MakeConstant(id_of(member), signed_value == 0 ? 0.0 : signed_value);
        new_constants_.push_back(id_of(member));
      }
      return;
    }
    if (facts_[root].literal) {
      for (Index member : members) {
        model_.scalars[id_of(member)].kind = ScalarKind::kConstant;
        model_.scalars[id_of(member)].value = facts_[root].literal;
      }
      return;
    }
    if (members.size() < 2) return;
    ScalarId best = id_of(members[0]);
    for (Index member : members)
      if (Rank(id_of(member)) > Rank(best)) best = id_of(member);
    if (facts_[root].has_derivative) model_.DerivativeOf(best, store_);
    std::vector<SignedMember> others;
    for (Index member : members) {
      ScalarId id = id_of(member);
      if (id == best) continue;
      int sign = classes_.RelativeSign(member, static_cast<Index>(best.index()));
      others.push_back({id, sign});
      SetAlias(id, best, sign);
    }
    MergeAttributes(context_, best, others);
    if (model_.scalars[best].kind == ScalarKind::kAlgebraic && facts_[root].is_discrete)
      model_.scalars[best].kind = ScalarKind::kDiscrete;
  }

  void SetAlias(ScalarId id, ScalarId target, int sign) {
    Scalar& scalar = model_.scalars[id];
    scalar.alias_of = target;
    scalar.alias_sign = sign;
    scalar.kind = model_.scalars[target].kind;
    if (scalar.derivative) SetAlias(scalar.derivative, model_.DerivativeOf(target, store_), sign);
  }

  void RewriteModel() {
    ExprPool& exprs = store_.exprs;
    symbolic::Algebra algebra(store_);
    Rewriter rewrite(store_, [&](Expr e) -> Expr {
      if (exprs.op(e) != Op::kScalar) return {};
      const Scalar& scalar = model_.scalars[exprs.scalar(e)];
      if (scalar.alias_of) {
        Expr target = model_.Ref(scalar.alias_of, store_);
        return scalar.alias_sign < 0 ? algebra.Neg(target) : target;
      }
      bool was_variable = scalar.kind == ScalarKind::kConstant && scalar.value.valid() &&
                          (exprs.op(scalar.value) == Op::kReal ||
                           (exprs.op(scalar.value) == Op::kBoolean &&
                            model_.facts[exprs.scalar(e)].variability > flat::Variability::kParameter));
      return was_variable ? scalar.value : Expr();
    });
    auto rewrite_equation = [&](ScalarEquation& equation) {
      rewrite.Apply(equation.left);
      rewrite.Apply(equation.right);
    };
    for (TickingClock& clock : model_.clocks) rewrite.Apply(clock.ticks);
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {
      ScalarEquation& equation = model_.equations[EquationId(i)];
      rewrite.Apply(equation.active);
      if (equation.is_removed || !equation.is_equality()) continue;
      rewrite_equation(equation);
      if (equation.left == equation.right) Remove(EquationId(i), true);
    }
    for (ScalarEquation& equation : model_.initial_equations)
      if (equation.is_equality()) rewrite_equation(equation);
    for (Step& step : model_.steps) {
      rewrite.Apply(step);
      RewriteReinits(step);
    }
    for (Delay& delay : model_.delays) {
      rewrite.Apply(delay.value);
      rewrite.Apply(delay.delay_time);
    }
    for (Distribution& distribution : model_.distributions)
      for (Expr* e : {&distribution.in0, &distribution.in1, &distribution.x, &distribution.positive}) rewrite.Apply(*e);
  }

  // reinit(x, e) of an alias x = -y sets y to -e.
  void RewriteReinits(Step& step) {
    if (step.kind == Step::Kind::kReinit) {
      const Scalar& target = model_.scalars[step.targets[0]];
      if (target.alias_of && target.alias_sign < 0) step.value = symbolic::Algebra(store_).Neg(step.value);
      if (target.alias_of) step.targets[0] = target.alias_of;
    }
    for (Step::Branch& branch : step.branches)
      for (Step& inner : branch.steps) RewriteReinits(inner);
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  graph::SignedUnionFind classes_;
  std::vector<ClassFacts> facts_;
  std::vector<bool> is_fixed_, has_initial_pre_;
  std::vector<ScalarId> new_constants_;
  bool changed_ = false;
};

}  // namespace

bool EliminateAliases(PassContext& context) {
  if (context.options.leaves_out("eliminate-aliases")) return true;  // other passes call it, too
  constexpr int kMaxRounds = 20;  // each round but the last removes equations; in practice there are two or three
  for (int round = 0; round < kMaxRounds; ++round) {
    AliasFinder finder(context);
    if (!finder.Run()) break;
    finder.Finish();
  }
  // An alias of a scalar that became an alias or constant in a later round points at what is left.
  for (Scalar& scalar : context.model.scalars) {
    while (scalar.alias_of && context.model.scalars[scalar.alias_of].alias_of) {
      const Scalar& next = context.model.scalars[scalar.alias_of];
      scalar.alias_sign *= next.alias_sign;
      scalar.alias_of = next.alias_of;
    }
    if (!scalar.alias_of) continue;
    const Scalar& target = context.model.scalars[scalar.alias_of];
    scalar.kind = target.kind;
    if (target.kind != ScalarKind::kConstant || !target.value) continue;
    scalar.value = scalar.alias_sign < 0 ? symbolic::Algebra(context.store).Neg(target.value) : target.value;
    scalar.alias_of = {};
    scalar.alias_sign = 1;
  }
  return !context.sink.has_errors();
}

}  // namespace mica::structure
