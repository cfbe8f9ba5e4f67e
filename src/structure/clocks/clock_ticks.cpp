#include "structure/clocks/clock_ticks.h"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

#include "expression/clock.h"
#include "symbolic/algebra.h"

namespace mica::structure {

std::uint32_t ClockTicks::BaseOf(Expr clock, std::uint32_t origin) {
  for (std::size_t i = 0; i < bases_.size(); ++i)
    if (bases_[i].clock == clock) return static_cast<std::uint32_t>(i + 1);
  symbolic::Algebra algebra(store_);
  Base base{BaseKind::kPeriodic, clock, {}, origin, {}, {}};
  Expr first = exprs_.arg(clock, 0);
  auto is_known = [&](Expr e) { return exprs_.op(e) != Op::kScalar || model_.is_known(exprs_.scalar(e)); };
  switch (static_cast<ClockKind>(exprs_.payload(clock))) {
    case ClockKind::kEvent:
      base.kind = BaseKind::kEvent;
      base.interval = exprs_.arg(clock, 1);
      break;
    case ClockKind::kRational:
      base.kind = is_known(first) ? BaseKind::kPeriodic : BaseKind::kVariable;
      base.interval = algebra.Div(algebra.ToReal(first), algebra.ToReal(exprs_.arg(clock, 1)));
      break;
    default:
      base.kind = is_known(first) ? BaseKind::kPeriodic : BaseKind::kVariable;
      base.interval = first;
  }
  bases_.push_back(base);
  return static_cast<std::uint32_t>(bases_.size());
}

ScalarId ClockTicks::AddScalar(std::string name, TypeId type, ScalarKind kind) {
  Scalar scalar;
  scalar.name = std::move(name);
  scalar.type = type;
  scalar.kind = kind;
  scalar.is_hidden = true;
  ScalarFacts facts;
  facts.is_auxiliary = true;
  facts.variability = flat::Variability::kDiscrete;
  return model_.Add(std::move(scalar), facts);
}

void ClockTicks::AddEquation(Expr left, Expr right, std::uint32_t origin, std::uint32_t clock) {
  ScalarEquation equation;
  equation.left = equation.written_left = left;
  equation.right = equation.written_right = right;
  equation.origin = origin;
  equation.clock = clock;
  model_.equations.Add(equation);
}

Expr ClockTicks::NewVariable(std::string name, TypeId type, Expr value, std::uint32_t clock, Expr start) {
  ScalarId id = AddScalar(std::move(name), type, ScalarKind::kDiscrete);
  model_.facts[id].clock = clock;
  model_.scalars[id].start = start;
  Expr variable = model_.Ref(id, store_);
  if (value) AddEquation(variable, value, model_.clocks[clock].origin, clock);
  return variable;
}

Expr ClockTicks::Pre(Expr scalar) { return exprs_.Make(Op::kPre, exprs_.type(scalar), {scalar}); }

Expr ClockTicks::Edge(Expr flag) {
  symbolic::Algebra algebra(store_);
  return algebra.And(flag, algebra.Not(Pre(flag)));
}

Expr ClockTicks::Flag(Expr start, Expr interval, Rational first, Rational step, std::uint32_t origin) {
  ScalarId flag =
      AddScalar(fmt::format("$clock{}", model_.samplers.size() + 1), store_.types.boolean(), ScalarKind::kTimeFlag);
  Sampler sampler{start, interval, flag, model_.origins[origin]};
  std::int64_t denominator = std::lcm(first.den(), step.den());
  sampler.first = first.num() * (denominator / first.den());
  sampler.step = step.num() * (denominator / step.den());
  sampler.denominator = denominator;
  model_.samplers.push_back(sampler);
  return model_.Ref(flag, store_);
}

// Of a base that is not periodic: true in the pass in which it ticks.
Expr ClockTicks::TicksOf(std::uint32_t number) {
  if (bases_[number - 1].ticks) return bases_[number - 1].ticks;
  symbolic::Algebra algebra(store_);
  Base base = bases_[number - 1];
  TypeId boolean = store_.types.boolean();
  Expr due = model_.Ref(AddScalar(fmt::format("$due{}", number), boolean, ScalarKind::kDiscrete), store_);
  Expr ticks = Edge(due);
  Expr initial = exprs_.Make(Op::kInitial, boolean, {});
  if (base.kind == BaseKind::kEvent) {
    AddEquation(due, Pre(exprs_.arg(base.clock, 0)), base.origin, kNoClock);
    bases_[number - 1].ticks = algebra.And(algebra.Not(initial), ticks);
    return bases_[number - 1].ticks;
  }
  // The first tick is at the start, the others when the last one has said.
  constexpr double kNever = 1e300;
  Expr flag = Flag(exprs_.Time(), exprs_.Real(kNever), 0, 1, base.origin);
  bases_[number - 1].ticks = algebra.And(algebra.Not(initial), algebra.Or(Edge(flag), ticks));
  std::uint32_t clock = ClockOf({number, 1, 0}, base.origin);
  Expr next = NewVariable(fmt::format("$next{}", number), store_.types.real(),
                          algebra.Add(exprs_.Time(), base.interval), clock);
  AddEquation(due, exprs_.Make(Op::kGreaterEqual, boolean, {exprs_.Time(), Pre(next)}), base.origin, kNoClock);
  return bases_[number - 1].ticks;
}

std::uint32_t ClockTicks::ClockOf(const ClockInference::Timing& timing, std::uint32_t origin) {
  for (std::size_t i = 0; i < made_.size(); ++i)
    if (made_[i].timing == timing) return static_cast<std::uint32_t>(i);
  symbolic::Algebra algebra(store_);
  Expr initial = exprs_.Make(Op::kInitial, store_.types.boolean(), {});
  Expr ticks;
  if (!IsCounted(timing.base)) {
    Expr unit = timing.base == ClockInference::kSeconds ? exprs_.Real(1) : bases_[timing.base - 1].interval;
    ticks = algebra.And(algebra.Not(initial), Edge(Flag(exprs_.Time(), unit, timing.start, timing.interval, origin)));
  } else {
    ticks = TicksOf(timing.base);
    for (std::size_t i = 0; i < made_.size(); ++i)  // made on the way
      if (made_[i].timing == timing) return static_cast<std::uint32_t>(i);
  }
  if (IsCounted(timing.base) && (timing.interval != Rational(1) || timing.start != Rational(0))) {
    std::uint32_t every = ClockOf({timing.base, 1, 0}, origin);
    TypeId integer = store_.types.integer(), boolean = store_.types.boolean();
    Base& base = bases_[timing.base - 1];
    if (!base.count) {
      Expr count = NewVariable(fmt::format("$ticks{}", timing.base), integer, {}, every, exprs_.Integer(-1));
      AddEquation(count, algebra.Add(Pre(count), exprs_.Integer(1)), origin, every);
      bases_[timing.base - 1].count = count;
    }
    Expr since = algebra.Sub(bases_[timing.base - 1].count, exprs_.Integer(timing.start.num()));
    Expr has_begun = exprs_.Make(Op::kGreaterEqual, boolean, {since, exprs_.Integer(0)});
    Expr rest = exprs_.Make(Op::kMod, integer, {since, exprs_.Integer(timing.interval.num())});
    ticks = algebra.And(ticks, algebra.And(has_begun, exprs_.Make(Op::kEqual, boolean, {rest, exprs_.Integer(0)})));
  }
  made_.push_back({timing, {}, {}});
  model_.clocks.push_back({ticks, origin});
  Check(made_.size() == model_.clocks.size(), "clocks are made here alone");
  return static_cast<std::uint32_t>(made_.size() - 1);
}

Expr ClockTicks::FirstTick(std::uint32_t clock) {
  if (made_[clock].first_tick) return made_[clock].first_tick;
  symbolic::Algebra algebra(store_);
  Expr started = NewVariable(fmt::format("$started{}", clock + 1), store_.types.boolean(), exprs_.Boolean(true), clock,
                             exprs_.Boolean(false));
  return made_[clock].first_tick = algebra.Not(Pre(started));
}

Expr ClockTicks::Interval(std::uint32_t clock) {
  if (made_[clock].interval) return made_[clock].interval;
  symbolic::Algebra algebra(store_);
  const ClockInference::Timing timing = made_[clock].timing;
  Expr factor = exprs_.Real(timing.interval.value());
  Expr interval;
  if (timing.base == ClockInference::kSeconds) {
    interval = factor;
  } else if (!IsCounted(timing.base)) {
    interval = algebra.Mul(factor, bases_[timing.base - 1].interval);
  } else {
    const Base base = bases_[timing.base - 1];
    Expr at_first = base.interval;
    if (base.kind == BaseKind::kVariable) {
      Expr variable = exprs_.arg(base.clock, 0);
      at_first = Pre(variable);
      if (static_cast<ClockKind>(exprs_.payload(base.clock)) == ClockKind::kRational)
        at_first = algebra.Div(algebra.ToReal(at_first), algebra.ToReal(exprs_.arg(base.clock, 1)));
      at_first = algebra.Mul(factor, at_first);
    }
    Expr last = NewVariable(fmt::format("$last{}", clock + 1), store_.types.real(), exprs_.Time(), clock);
    interval = algebra.If(FirstTick(clock), at_first, algebra.Sub(exprs_.Time(), Pre(last)));
  }
  return made_[clock].interval = interval;
}

}  // namespace mica::structure
