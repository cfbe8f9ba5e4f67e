// The operators of clocked equations (specification chapter 16): clock constructors, conversions between partitions,
// previous, interval and firstTick. What clock inference needs as numbers (counters, factors, resolutions, the name of
// a solver method) is evaluated here; in an array of components, where it may differ between elements, it stays an
// expression of parameters.
#include <fmt/format.h>

#include "expression/clock.h"
#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

namespace {

// The operator on args[0]; of a record, on each of its fields.
Expr MakeConversion(Op op, std::vector<Expr> args, Store& store) {
  ExprPool& exprs = store.exprs;
  TypeId type = exprs.type(args[0]);
  if (store.types.kind(type) != TypeKind::kRecord) return exprs.Make(op, type, args);
  Expr record = args[0];
  std::vector<RecordField> of = store.types.record(type).fields;
  std::vector<std::int32_t> sizes(store.types.sizes(type).begin(), store.types.sizes(type).end());
  std::vector<Expr> fields;
  for (std::size_t i = 0; i < of.size(); ++i) {
    args[0] = exprs.op(record) == Op::kRecord
                  ? exprs.arg(record, i)
                  : exprs.Make(Op::kField, store.types.Array(of[i].type, sizes), {record}, i);
    fields.push_back(MakeConversion(op, args, store));
  }
  return exprs.Make(Op::kRecord, type, fields);
}

}  // namespace

// An Integer of parameters, at least `least`; `otherwise` where it is not given.
Expr BuiltinCalls::Count(std::size_t i, std::string_view what, std::int64_t least, std::int64_t otherwise) {
  if (!given(i)) return exprs().Integer(otherwise);
  if (typer_.elaboration().VariabilityOf(args_[i]) > VariableKind::kParameter) {
    auto& d = typer_.elaboration().sink().Report(
        kVariableClock, span_,
        fmt::format("{} of {} must be known at translation, and {} changes", what, name_, ops().Text(args_[i])));
    d.hint = "clocks are worked out before the simulation: use a literal or a parameter";
    return ops().error();
  }
  std::optional<Value> known = typer_.elaboration().TryEvaluate(args_[i]);
  if (!known) return args_[i];
  if (known->integer() < least)
    return ops().Fail(kClockArgumentOutOfRange, span_,
                      fmt::format("{} of {} must be at least {}, and is {}", what, name_, least, known->integer()));
  return exprs().Integer(known->integer());
}

bool BuiltinCalls::WantVariable(std::size_t i) {
  if (typer_.elaboration().VariabilityOf(args_[i]) <= VariableKind::kParameter) return true;
  std::vector<Expr> open{args_[i]};
  while (!open.empty()) {
    Expr base = open.back();
    open.pop_back();
    while (exprs().op(base) == Op::kIndex || exprs().op(base) == Op::kField) base = exprs().arg(base, 0);
    if (exprs().op(base) == Op::kRecord) {
      for (Expr field : exprs().args(base)) open.push_back(field);
    } else if (exprs().op(base) != Op::kVar) {
      auto& d = typer_.elaboration().sink().Report(
          kArgumentNotVariable, span_,
          fmt::format("{}() is of a variable, but {} is an expression", name_, ops().Text(args_[i])));
      d.hint =
          "before the first tick it is the start value, which an expression does not have: give the expression a name";
      return false;
    }
  }
  return true;
}

Expr BuiltinCalls::MakeClock(ClockKind kind, std::initializer_list<Expr> args) {
  for (Expr arg : args)
    if (ops().is_error(arg)) return arg;
  return exprs().Make(Op::kClockOf, types().clock(), args, static_cast<std::uint64_t>(kind));
}

Expr BuiltinCalls::InferredClock(Op) { return MakeClock(ClockKind::kInferred, {}); }

Expr BuiltinCalls::RationalClock(Op) {
  Expr resolution = Count(1, "the resolution", 1, 1);
  // A counter that is a variable gives the interval anew at every tick.
  if (typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter)
    return WantVariable(0) ? MakeClock(ClockKind::kRational, {args_[0], resolution}) : ops().error();
  Expr counter = Count(0, "the interval", 0, 0);
  if (exprs().op(counter) == Op::kInteger && exprs().integer(counter) == 0) return MakeClock(ClockKind::kInferred, {});
  return MakeClock(ClockKind::kRational, {counter, resolution});
}

Expr BuiltinCalls::RealClock(Op) {
  if (typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter && !WantVariable(0)) return ops().error();
  return MakeClock(ClockKind::kReal, {args_[0]});
}

Expr BuiltinCalls::EventClock(Op) {
  if (typer_.elaboration().VariabilityOf(args_[0]) <= VariableKind::kParameter) {
    auto& d = typer_.elaboration().sink().Report(
        kClockNeverTicks, span_,
        fmt::format("the condition {} does not change during simulation, so this clock never ticks",
                    ops().Text(args_[0])));
    d.hint = "a clock of a condition ticks when it becomes true; Clock(interval) ticks with a period";
    return ops().error();
  }
  return MakeClock(ClockKind::kEvent, {args_[0], given(1) ? args_[1] : exprs().Real(0)});
}

Expr BuiltinCalls::SolverClock(Op) {
  Expr method = given(1) ? args_[1] : exprs().String("");
  if (std::optional<Value> known = typer_.elaboration().TryEvaluate(method)) method = ToExpr(*known, exprs());
  return MakeClock(ClockKind::kSolver, {args_[0], method});
}

Expr BuiltinCalls::Convert(Op op) { return MakeConversion(op, args_, store()); }

// hold, previous
Expr BuiltinCalls::Hold(Op op) {
  if (!WantVariable(0)) return ops().error();
  if (typer_.elaboration().VariabilityOf(args_[0]) <= VariableKind::kParameter) return args_[0];
  return MakeConversion(op, {args_[0]}, store());
}

// subSample, superSample
Expr BuiltinCalls::Resample(Op op) {
  Expr count = Count(1, "the factor", 0, 0);
  return ops().is_error(count) ? count : MakeConversion(op, {args_[0], count}, store());
}

// shiftSample, backSample
Expr BuiltinCalls::Shift(Op op) {
  if (op == Op::kBackSample && types().kind(type(0)) != TypeKind::kClock && !WantVariable(0)) return ops().error();
  Expr count = Count(1, "the shift", 0, 0), resolution = Count(2, "the resolution", 1, 1);
  if (ops().is_error(count) || ops().is_error(resolution)) return ops().error();
  return MakeConversion(op, {args_[0], count, resolution}, store());
}

// interval, firstTick
Expr BuiltinCalls::OfClock(Op op) {
  return exprs().Make(op, op == Op::kInterval ? types().real() : types().boolean(), args_);
}

Expr BuiltinCalls::ActiveState(Op op) {
  const auto* reference = written_[0]->As<syntax::ComponentReference>();
  if (!reference)
    return ops().Fail(kWrongArgumentType, typer_.SpanOf(*written_[0]),
                      fmt::format("activeState is of a component that is a state, but {} is an expression",
                                  typer_.tree()->Text(*written_[0])));
  Typer::Place place = typer_.TypePlace(*reference, Typer::PlaceUse::kValue);
  if (!place.component) return ops().error();
  return exprs().Make(op, types().boolean(), {}, typer_.elaboration().StateNumber(place.component));
}

}  // namespace mica::instance
