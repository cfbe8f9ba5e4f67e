// Pass hold-relations: relations and event functions that change between events become held values (the specification,
// 8.5 and 3.7.2).
//
// Reads: equations, steps. Changes: their expressions (kHeld; noEvent and smooth are taken off), `held`. Keeps: the
// values at events.
// - x > y with operands that change between events, outside noEvent and smooth of order > 0: held, watched by the
// crossing
//   function x - y.
// - the same of time alone, a·time + b > 0 with a and b steady: a time event at -b/a, and the value is a comparison of
// time with
//   just that number, so that rounding cannot lose the event.
// - floor, ceil, integer, div of such operands: held; the crossing functions are the distances to the two neighbouring
// steps. mod
//   and rem are written with floor and div. Of time alone: a time event at the next step.
// - a relation between values that change at events only needs no watching, and is left alone; so is everything in
// bodies of
//   when-clauses (scalarize has put noEvent there) and in initial equations.
// - What a variable that changes at events only has from something else that changes in between (a function called with
//   a state, a relation in noEvent) is held as a whole, watched by whether it still is what it was. Of an algorithm
//   that computes it, the algorithm computes a hidden variable, and the variable holds that. A call that has other
//   outputs too is left alone.
// - semiLinear(x, a, b) is continuous, and becomes an if without events.
#include <algorithm>

#include "structure/passes.h"
#include "structure/reduce/linear_in_time.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

// Of the argument of floor(), ceil(), integer(), which counts in whole numbers, and of the terms that it is computed
// from: some fifty units in the last place.
constexpr double kIntegerRounding = 1e-14;

class RelationHolder {
 public:
  explicit RelationHolder(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        occurrences_(context.store),
        plain_(
            store_, [this](Expr e) { return TakeOff(e, false); }, [this](Expr e) { return ExpandSemiLinear(e); }),
        holding_(
            store_, [this](Expr e) { return TakeOff(e, true); }, [this](Expr e) { return Hold(ExpandSemiLinear(e)); }) {
  }

  void Run() {
    for (std::size_t i = 0, count = model_.equations.size(); i < count; ++i) {
      ScalarEquation& equation = model_.equations[EquationId(i)];
      if (equation.is_removed) continue;
      origin_ = equation.origin;
      if (equation.is_equality()) {
        holding_.Apply(equation.left);
        holding_.Apply(equation.right);
        equation.left = HoldDiscrete(equation.left);
        equation.right = HoldDiscrete(equation.right);
      } else {
        std::uint32_t step = equation.step;
        Apply(model_.steps[step]);
        HoldOutputs(step);
      }
    }
    for (ScalarEquation& equation : model_.initial_equations) {
      if (equation.is_equality()) {
        plain_.Apply(equation.left);
        plain_.Apply(equation.right);
      } else {
        plain_.Apply(model_.steps[equation.step]);
      }
    }
    for (Step& step : context_.blocks.parameters) plain_.Apply(step);
    for (Step& step : model_.parameter_checks) plain_.Apply(step);
    for (Scalar& scalar : model_.scalars)
      for (Expr* attribute : {&scalar.start, &scalar.nominal, &scalar.min, &scalar.max}) plain_.Apply(*attribute);
    for (Sampler& sampler : model_.samplers) {
      plain_.Apply(sampler.start);
      plain_.Apply(sampler.interval);
    }
    for (Delay& delay : model_.delays) {
      holding_.Apply(delay.value);
      holding_.Apply(delay.delay_time);
    }
    for (Distribution& distribution : model_.distributions)
      for (Expr* e : {&distribution.in0, &distribution.in1, &distribution.x, &distribution.positive})
        holding_.Apply(*e);
  }

 private:
  void Apply(Step& step) {
    if (step.kind != Step::Kind::kWhen) {
      holding_.Apply(step);
      return;
    }
    for (Step::Branch& branch : step.branches) {
      plain_.Apply(branch.trigger);
      for (Step& inner : branch.steps) plain_.Apply(inner);
    }
  }

  Expr TakeOff(Expr e, bool holds) {
    switch (exprs_.op(e)) {
      case Op::kHeld:
        return e;
      case Op::kNoEvent:
        return plain_(exprs_.arg(e, 0));
      case Op::kSmooth: {
        auto order = exprs_.number(exprs_.arg(e, 0));
        bool is_smooth = order && *order > 0;
        return holds && !is_smooth ? holding_(exprs_.arg(e, 1)) : plain_(exprs_.arg(e, 1));
      }
      default:
        return {};
    }
  }

  Expr ExpandSemiLinear(Expr e) {
    if (exprs_.op(e) != Op::kSemiLinear) return e;
    Expr x = exprs_.arg(e, 0), positive = exprs_.arg(e, 1), negative = exprs_.arg(e, 2);
    TypeId real = store_.types.real();
    Expr condition = exprs_.Make(Op::kGreaterEqual, store_.types.boolean(), {x, exprs_.Real(0)});
    return exprs_.Make(
        Op::kIf, real,
        {condition, exprs_.Make(Op::kMul, real, {positive, x}), exprs_.Make(Op::kMul, real, {negative, x})});
  }

  // In a loop of an algorithm that was not unrolled no event can be watched for what reads its iterator.
  bool ChangesBetweenEvents(Expr e) { return Changes(e) && !occurrences_.reads_iterator(); }

  bool Changes(Expr e) {
    occurrences_.Clear();
    occurrences_.Add(e);
    return occurrences_.reads_time() || occurrences_.reads_delayed() ||
           std::ranges::any_of(occurrences_.found(), [&](const Occurrence& o) {
             return (o.how & (kSolvable | kInCondition)) != 0 && model_.is_continuous(o.scalar);
           });
  }

  Expr Hold(Expr e) {
    switch (exprs_.op(e)) {
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kGreater:
      case Op::kGreaterEqual:
        return ChangesBetweenEvents(e) ? HoldRelation(e) : e;
      case Op::kFloor:
      case Op::kCeil:
      case Op::kIntegerOf:
      case Op::kDivide:
        return ChangesBetweenEvents(e) ? HoldStep(e) : e;
      case Op::kMod:
      case Op::kRem: {
        if (!ChangesBetweenEvents(e)) return e;
        Expr x = exprs_.arg(e, 0), y = exprs_.arg(e, 1);
        TypeId type = exprs_.type(e);
        Expr count = exprs_.op(e) == Op::kMod
                         ? exprs_.Make(Op::kFloor, type, {exprs_.Make(Op::kDiv, store_.types.real(), {x, y})})
                         : exprs_.Make(Op::kDivide, type, {x, y});
        return exprs_.Make(Op::kSub, type, {x, exprs_.Make(Op::kMul, type, {HoldStep(count), y})});
      }
      default:
        return e;
    }
  }

  bool IsWhole(Expr e) const {
    TypeKind kind = store_.types.kind(exprs_.type(e));
    return kind == TypeKind::kInteger || kind == TypeKind::kBoolean || kind == TypeKind::kEnumeration;
  }

  // e held as long as its value stays.
  Expr HoldValue(Expr e) {
    TypeId real = store_.types.real();
    HeldId id(model_.held.size());
    Expr is_same =
        exprs_.Make(Op::kEqual, store_.types.boolean(), {e, exprs_.Make(Op::kHeld, exprs_.type(e), {e}, id.index())});
    Held held;
    held.crossings = {exprs_.Make(Op::kIf, real, {is_same, exprs_.Real(1), exprs_.Real(-1)})};
    return NewHeld(e, std::move(held));
  }

  // One side of an equation whose other side changes at events only.
  Expr HoldDiscrete(Expr e) {
    if (exprs_.op(e) == Op::kScalar || !IsWhole(e) || !ChangesBetweenEvents(e)) return e;
    return HoldValue(e);
  }

  // Discrete outputs of a step that follow from what changes between events.
  void HoldOutputs(std::uint32_t step) {
    if (model_.steps[step].kind == Step::Kind::kCall) return HoldCall(step);
    if (model_.steps[step].kind != Step::Kind::kAlgorithm) return;
    // Conditions on variables that turned out to move: again, until there is none.
    for (;;) {
      std::vector<ScalarId> moving;
      FindMoving(model_.steps[step].statements, false, moving);
      if (moving.empty()) return;
      for (ScalarId id : moving) MoveInside(step, id);
    }
  }

  // What the algorithm assigns to `id` becomes a variable of its own.
  void MoveInside(std::uint32_t step, ScalarId id) {
    ScalarId inside = NewInside(id);
    Rewriter to_inside(store_, [&](Expr node) -> Expr {
      if (exprs_.op(node) == Op::kPre) return node;
      return exprs_.op(node) == Op::kScalar && exprs_.scalar(node) == id ? model_.Ref(inside, store_) : Expr();
    });
    Step& algorithm = model_.steps[step];
    to_inside.Apply(algorithm);
    // As for any discrete output, what is not assigned keeps its value.
    Statement keep;
    keep.kind = Statement::Kind::kAssign;
    keep.targets = {model_.Ref(inside, store_)};
    keep.value = exprs_.Make(Op::kPre, model_.scalars[id].type, {model_.Ref(id, store_)});
    bool is_assigned = std::ranges::any_of(algorithm.statements, [&](const Statement& statement) {
      return statement.kind == Statement::Kind::kAssign && statement.targets[0] == keep.targets[0];
    });
    if (!is_assigned) algorithm.statements.insert(algorithm.statements.begin(), std::move(keep));
    std::ranges::replace(algorithm.targets, id, inside);
    AddHolding(id, inside);
  }

  void HoldCall(std::uint32_t step) {
    Step& call = model_.steps[step];
    if (!ChangesBetweenEvents(call.value)) return;
    // With continuous outputs it is computed between events, too.
    for (ScalarId target : call.targets)
      if (target && model_.scalars[target].kind != ScalarKind::kDiscrete) return;
    for (std::size_t i = 0; i < model_.steps[step].targets.size(); ++i) {
      ScalarId id = model_.steps[step].targets[i];
      if (!id || !IsWhole(model_.Ref(id, store_))) continue;
      ScalarId inside = NewInside(id);
      model_.steps[step].targets[i] = inside;
      AddHolding(id, inside);
    }
  }

  ScalarId NewInside(ScalarId id) {
    Scalar scalar;
    scalar.name = "$inside." + model_.scalars[id].name;
    scalar.type = model_.scalars[id].type;
    scalar.kind = ScalarKind::kAlgebraic;  // computed between events, too
    scalar.is_hidden = true;
    ScalarFacts facts;
    facts.is_auxiliary = true;
    return model_.Add(std::move(scalar), facts);
  }

  void AddHolding(ScalarId id, ScalarId inside) {
    ScalarEquation holding;
    holding.left = holding.written_left = model_.Ref(id, store_);
    holding.written_right = model_.Ref(inside, store_);
    holding.right = HoldValue(holding.written_right);
    holding.origin = origin_;
    model_.equations.Add(holding);
    model_.facts[id].is_when_assigned = false;  // the hidden variable is
  }

  // Discrete variables that are assigned what changes between events, or under a condition that does.
  void FindMoving(const std::vector<Statement>& statements, bool is_under, std::vector<ScalarId>& moving) {
    for (const Statement& statement : statements) {
      bool here = is_under;
      for (const StatementBranch& branch : statement.branches)
        here = here || (branch.condition && Changes(branch.condition));
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kTupleAssign)
        for (ScalarId id : AssignedScalars(std::span(&statement, 1), store_))
          if (Moves(id, here, statement.value) && std::ranges::find(moving, id) == moving.end()) moving.push_back(id);
      for (const StatementBranch& branch : statement.branches) FindMoving(branch.body, here, moving);
    }
  }

  bool Moves(ScalarId id, bool is_under, Expr value) {
    if (model_.scalars[id].kind != ScalarKind::kDiscrete) return false;
    if (!IsWhole(model_.Ref(id, store_))) return is_under && model_.facts[id].is_when_assigned && IsReal(id);
    return is_under || Changes(value);
  }
  bool IsReal(ScalarId id) const { return store_.types.kind(model_.scalars[id].type) == TypeKind::kReal; }

  Expr NewHeld(Expr value, Held held) {
    held.value = value;
    held.origin = model_.origins[origin_];
    HeldId id = model_.held.Add(std::move(held));
    return exprs_.Make(Op::kHeld, exprs_.type(value), {value}, id.index());
  }

  // The sign of a slope: 1, -1, or 0 when it is not known here.
  int SignOf(Expr slope) {
    if (auto number = exprs_.number(slope)) return *number > 0 ? 1 : *number < 0 ? -1 : 0;
    return 0;
  }

  // -offset/slope, and whether dividing by the slope is safe: a literal, or a quotient (the model itself divides by its
  // denominator).
  Expr TimeOf(const LinearInTime& line, Expr level) {
    if (!line.slope || (SignOf(line.slope) == 0 && exprs_.op(line.slope) != Op::kDiv)) return {};
    Expr rise = algebra_.Sub(level, line.offset);
    if (exprs_.op(line.slope) != Op::kDiv) return algebra_.Div(rise, line.slope);
    return algebra_.Div(algebra_.Mul(rise, exprs_.arg(line.slope, 1)), exprs_.arg(line.slope, 0));
  }

  Expr HoldRelation(Expr e) {
    Expr left = exprs_.arg(e, 0), right = exprs_.arg(e, 1);
    Expr difference = algebra_.Sub(left, right);
    Held held;
    auto line = FindLinearInTime(difference, model_, store_);
    Expr time = line ? TimeOf(*line, exprs_.Real(0)) : Expr();
    if (!time) {
      held.crossings = {difference};
      return NewHeld(e, std::move(held));
    }
    held.time_event = time;
    TypeId boolean = store_.types.boolean();
    Expr after = exprs_.Make(Op::kGreaterEqual, boolean, {exprs_.Time(), time}),
         before = exprs_.Make(Op::kLess, boolean, {exprs_.Time(), time});
    bool is_greater = exprs_.op(e) == Op::kGreater || exprs_.op(e) == Op::kGreaterEqual;
    bool holds_at_edge = exprs_.op(e) == Op::kGreaterEqual || exprs_.op(e) == Op::kLessEqual;
    // At its own event the value is the one that follows. At the start there is nothing before: what the relation says
    // itself counts, and the event comes after. That holds beyond initial(), in the event iteration at the start, where
    // clauses with initial() have had their turn.
    constexpr std::uint64_t kUntilSettled = 1;
    auto with_start = [&](Expr value, Expr at_start) {
      return exprs_.Make(Op::kIf, boolean, {exprs_.Make(Op::kInitial, boolean, {}, kUntilSettled), at_start, value});
    };
    if (!holds_at_edge) {
      Expr strictly = exprs_.Make(Op::kGreater, boolean, {exprs_.Time(), time});
      after = with_start(after, strictly);
    } else {
      before = with_start(before, exprs_.Make(Op::kLessEqual, boolean, {exprs_.Time(), time}));
    }
    int sign = SignOf(line->slope);
    Expr value;
    if (sign != 0) {
      value = (sign > 0) == is_greater ? after : before;
    } else {
      Expr rises = exprs_.Make(Op::kGreater, boolean, {line->slope, exprs_.Real(0)});
      value = exprs_.Make(Op::kIf, boolean, {rises, is_greater ? after : before, is_greater ? before : after});
    }
    return NewHeld(value, std::move(held));
  }

  // floor, ceil, integer, div: the value h is held while its argument stays between two steps.
  Expr HoldStep(Expr e) {
    TypeId real = store_.types.real();
    auto to_real = [&](Expr x) {
      return store_.types.kind(exprs_.type(x)) == TypeKind::kReal ? x : exprs_.Make(Op::kToReal, real, {x});
    };
    Op op = exprs_.op(e);
    Expr argument = to_real(exprs_.arg(e, 0));
    if (op == Op::kDivide) argument = exprs_.Make(Op::kDiv, real, {argument, to_real(exprs_.arg(e, 1))});
    HeldId id(model_.held.size());
    auto line = op == Op::kDivide ? std::nullopt : FindLinearInTime(argument, model_, store_);
    Expr value = e;
    Held held;
    auto held_as_real = [&](Expr of) { return to_real(exprs_.Make(Op::kHeld, exprs_.type(of), {of}, id.index())); };
    auto plus = [&](Expr x, double c) { return algebra_.Add(x, exprs_.Real(c)); };
    if (line && TimeOf(*line, exprs_.Real(0))) {
      // Rounding must not leave the value one step behind at its own event: the argument is moved by a few units in the
      // last place. At the event it is moved in the direction in which the argument goes: the value is the one that
      // follows.
      auto absolute = [&](Expr x) { return algebra_.Function(Op::kAbs, x); };
      Expr size = algebra_.Add(plus(absolute(argument), 1), absolute(line->offset));
      int sign = SignOf(line->slope);
      Expr rises = exprs_.Make(Op::kGreater, store_.types.boolean(), {line->slope, exprs_.Real(0)});
      auto by_sign = [&](Expr up, Expr down) { return sign > 0 ? up : sign < 0 ? down : algebra_.If(rises, up, down); };
      Expr slack = algebra_.Mul(by_sign(exprs_.Real(kIntegerRounding), exprs_.Real(-kIntegerRounding)), size);
      value = exprs_.Make(op, exprs_.type(e), {exprs_.Make(Op::kAdd, real, {argument, slack})});
      Expr h = held_as_real(value);
      Expr up = TimeOf(*line, op == Op::kCeil ? h : plus(h, 1)),
           down = TimeOf(*line, op == Op::kCeil ? plus(h, -1) : h);
      held.time_event = by_sign(up, down);
      return NewHeld(value, std::move(held));
    }
    Expr h = held_as_real(value);
    Expr low = h, high = plus(h, 1);
    if (op == Op::kCeil) low = plus(h, -1), high = h;
    if (op == Op::kDivide) {  // towards zero: the step at 0 is two wide
      auto sign_test = [&](Op relation) { return exprs_.Make(relation, store_.types.boolean(), {h, exprs_.Real(0)}); };
      low = exprs_.Make(Op::kIf, real, {sign_test(Op::kLessEqual), plus(h, -1), h});
      high = exprs_.Make(Op::kIf, real, {sign_test(Op::kGreaterEqual), plus(h, 1), h});
    }
    held.crossings = {algebra_.Sub(argument, low), algebra_.Sub(argument, high)};
    return NewHeld(value, std::move(held));
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Algebra algebra_{store_};
  OccurrenceCollector occurrences_;
  Rewriter plain_, holding_;
  std::uint32_t origin_ = 0;
};

}  // namespace

bool HoldRelations(PassContext& context) {
  RelationHolder(context).Run();
  return true;
}

}  // namespace mica::structure
