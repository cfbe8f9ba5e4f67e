// The operators of clocked equations (specification chapter 16): clock constructors, conversions between partitions, previous, interval and
// firstTick. What clock inference needs as numbers (counters, factors, resolutions, the name of a solver method) is evaluated here; in an
// array of components, where it may differ between elements, it stays an expression of parameters.
#include <fmt/format.h>

#include "expression/clock.h"
#include "instance/builtin_call.h"

namespace mica::instance {

namespace {

constexpr std::string_view kNoDefault = "";

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
    args[0] = exprs.op(record) == Op::kRecord ? exprs.arg(record, i) : exprs.Make(Op::kField, store.types.Array(of[i].type, sizes), {record}, i);
    fields.push_back(MakeConversion(op, args, store));
  }
  return exprs.Make(Op::kRecord, type, fields);
}

}  // namespace

bool BuiltinCalls::NamedArguments(std::span<const std::string_view> names, std::size_t least) {
  std::size_t given = call_.arguments.size() + call_.named_arguments.size();
  if (given < least || given > names.size()) return Arguments(name_, least, names.size());  // says so
  args_.assign(names.size(), Expr());
  bool ok = true;
  auto put = [&](std::size_t place, const syntax::Expression& value) {
    args_[place] = typer_.Type(value);
    if (!ops().is_error(args_[place]) && types().kind(type(place)) == TypeKind::kTuple)
      args_[place] = exprs().Make(Op::kTupleItem, types()[type(place)].parts[0], {args_[place]}, 0);
    ok = ok && !ops().is_error(args_[place]);
  };
  for (std::size_t i = 0; i < call_.arguments.size(); ++i) put(i, *call_.arguments[i]);
  for (const syntax::NamedArgument* argument : call_.named_arguments) {
    std::string_view name = typer_.names().text(argument->name);
    std::size_t place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (place == names.size() || name == kNoDefault) {
      ops().Fail("E3233", typer_.SpanOf(*argument), fmt::format("{} has no argument {}", name_, name));
      return false;
    }
    if (args_[place].valid()) {
      ops().Fail("E3234", typer_.SpanOf(*argument), fmt::format("the argument {} of {} is given twice", name, name_));
      return false;
    }
    put(place, *argument->value);
  }
  for (std::size_t i = 0; i < least; ++i)
    if (!args_[i].valid()) {
      ops().Fail("E3221", span_, fmt::format("{} requires a first argument", name_));
      return false;
    }
  return ok;
}

// An Integer of parameters, at least `least`; `otherwise` where it is not given.
Expr BuiltinCalls::Count(std::size_t i, std::string_view what, std::int64_t least, std::int64_t otherwise) {
  if (i >= args_.size() || !args_[i].valid()) return exprs().Integer(otherwise);
  if (!WantInteger(i) || !WantScalar(i)) return ops().error();
  if (typer_.elaboration().VariabilityOf(args_[i]) > VariableKind::kParameter) {
    auto& d = typer_.elaboration().sink().Error("E3280", span_, fmt::format("{} of {} must be known at translation, and {} changes", what, name_, ops().Text(args_[i])));
    d.hint = "clocks are worked out before the simulation: use a literal or a parameter";
    return ops().error();
  }
  std::optional<Value> known = typer_.elaboration().TryEvaluate(args_[i]);
  if (!known) return args_[i];
  if (known->integer() < least) return ops().Fail("E3281", span_, fmt::format("{} of {} must be at least {}, and is {}", what, name_, least, known->integer()));
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
      auto& d = typer_.elaboration().sink().Error("E3227", span_, fmt::format("{}() is of a variable, but {} is an expression", name_, ops().Text(args_[i])));
      d.hint = "before the first tick it is the start value, which an expression does not have: give the expression a name";
      return false;
    }
  }
  return true;
}

bool BuiltinCalls::WantClock(std::size_t i) {
  if (types().kind(type(i)) == TypeKind::kClock && types().is_scalar(type(i))) return true;
  ops().Fail("E3222", span_, fmt::format("argument {} of {} must be a Clock, but {} is of type {}", i + 1, name_, ops().Text(args_[i]), ops().TypeText(args_[i])));
  return false;
}

Expr BuiltinCalls::MakeClock(ClockKind kind, std::initializer_list<Expr> args) {
  for (Expr arg : args)
    if (ops().is_error(arg)) return arg;
  return exprs().Make(Op::kClockOf, types().clock(), args, static_cast<std::uint64_t>(kind));
}

// Clock(), Clock(intervalCounter, resolution), Clock(interval), Clock(condition, startInterval), Clock(c, solverMethod): told apart by
// the names of the arguments, or the type of the first (16.3).
Expr BuiltinCalls::ClockConstructor() {
  if (call_.arguments.empty() && call_.named_arguments.empty()) return MakeClock(ClockKind::kInferred, {});
  auto is_named = [&](std::string_view name) {
    return std::ranges::any_of(call_.named_arguments, [&](const syntax::NamedArgument* a) { return typer_.names().text(a->name) == name; });
  };
  TypeKind first = TypeKind::kNone;
  if (!call_.arguments.empty()) {
    Expr e = typer_.Type(*call_.arguments[0]);
    if (ops().is_error(e)) return e;
    first = types().kind(exprs().type(e));
  } else {
    first = is_named("intervalCounter") || is_named("resolution") ? TypeKind::kInteger
            : is_named("condition") || is_named("startInterval") ? TypeKind::kBoolean
            : is_named("c") || is_named("solverMethod")          ? TypeKind::kClock
                                                                 : TypeKind::kReal;
  }
  static constexpr std::string_view kRational[] = {"intervalCounter", "resolution"}, kReal[] = {"interval"}, kEvent[] = {"condition", "startInterval"},
                                    kSolver[] = {"c", "solverMethod"};
  switch (first) {
    case TypeKind::kInteger: {
      if (!NamedArguments(kRational, 1) || !WantInteger(0) || !WantScalar(0)) return ops().error();
      Expr resolution = Count(1, "the resolution", 1, 1);
      // A counter that is a variable gives the interval anew at every tick.
      if (typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter)
        return WantVariable(0) ? MakeClock(ClockKind::kRational, {args_[0], resolution}) : ops().error();
      Expr counter = Count(0, "the interval", 0, 0);
      if (exprs().op(counter) == Op::kInteger && exprs().integer(counter) == 0) return MakeClock(ClockKind::kInferred, {});
      return MakeClock(ClockKind::kRational, {counter, resolution});
    }
    case TypeKind::kReal: {
      if (!NamedArguments(kReal, 1) || !WantReal(0) || !WantScalar(0)) return ops().error();
      if (typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter && !WantVariable(0)) return ops().error();
      return MakeClock(ClockKind::kReal, {args_[0]});
    }
    case TypeKind::kBoolean:
      if (!NamedArguments(kEvent, 1) || !WantScalar(0)) return ops().error();
      if (!args_[1].valid()) args_[1] = exprs().Real(0);
      if (!WantReal(1) || !WantScalar(1)) return ops().error();
      return MakeClock(ClockKind::kEvent, {args_[0], args_[1]});
    case TypeKind::kClock: {
      if (!NamedArguments(kSolver, 1) || !WantClock(0)) return ops().error();
      if (!args_[1].valid()) args_[1] = exprs().String("");
      if (types().kind(type(1)) != TypeKind::kString || !types().is_scalar(type(1)))
        return ops().Fail("E3222", span_, fmt::format("the solver method of a clock is a String, but {} is of type {}", ops().Text(args_[1]), ops().TypeText(args_[1])));
      if (typer_.elaboration().VariabilityOf(args_[1]) > VariableKind::kParameter)
        return ops().Fail("E3280", span_, fmt::format("the solver method of a clock must be known at translation, and {} changes", ops().Text(args_[1])));
      if (std::optional<Value> known = typer_.elaboration().TryEvaluate(args_[1])) args_[1] = ToExpr(*known, exprs());
      return MakeClock(ClockKind::kSolver, {args_[0], args_[1]});
    }
    default:
      return ops().Fail("E3222", span_, "a clock is made from an Integer counter, a Real interval, a Boolean condition or another clock");
  }
}

// The sample of events has two Real arguments (16.5.1).
bool BuiltinCalls::IsClockedSample() {
  if (call_.arguments.size() + call_.named_arguments.size() == 1) return true;
  for (const syntax::NamedArgument* argument : call_.named_arguments)
    if (typer_.names().text(argument->name) == "clock") return true;
  if (call_.arguments.size() != 2) return false;
  Expr second = typer_.Type(*call_.arguments[1]);
  return !ops().is_error(second) && types().kind(exprs().type(second)) == TypeKind::kClock;
}

Expr BuiltinCalls::SampleClocked() {
  static constexpr std::string_view kNames[] = {kNoDefault, "clock"};
  if (!NamedArguments(kNames, 1)) return ops().error();
  if (types().kind(type(0)) == TypeKind::kClock)
    return ops().Fail("E3222", span_, fmt::format("sample takes a value from outside the clocked equations, but {} is a Clock", ops().Text(args_[0])));
  if (!args_[1].valid()) return MakeConversion(Op::kSampleClocked, {args_[0]}, store());
  if (!WantClock(1)) return ops().error();
  return MakeConversion(Op::kSampleClocked, {args_[0], args_[1]}, store());
}

Expr BuiltinCalls::Clocked(std::string_view name) {
  static constexpr std::string_view kClockNames[] = {"Clock", "hold", "previous", "subSample", "superSample", "shiftSample", "backSample", "noClock", "interval", "firstTick",
                                                     "activeState", "ticksInState", "timeInState"};
  if (std::ranges::find(kClockNames, name) == std::end(kClockNames)) return {};
  if (typer_.instances().IsInFunction(typer_.scope())) return ops().Fail("E3225", span_, fmt::format("{} cannot be used in a function", name));
  if (name == "Clock") return ClockConstructor();
  if (name == "hold" || name == "previous") {
    if (!Arguments(name, 1, 1)) return ops().error();
    if (types().kind(type(0)) == TypeKind::kClock) return ops().Fail("E3222", span_, fmt::format("{} is of a clocked variable, but {} is a Clock", name, ops().Text(args_[0])));
    if (!WantVariable(0)) return ops().error();
    if (typer_.elaboration().VariabilityOf(args_[0]) <= VariableKind::kParameter) return args_[0];
    return MakeConversion(name == "hold" ? Op::kHold : Op::kPrevious, {args_[0]}, store());
  }
  if (name == "noClock") {
    if (!Arguments(name, 1, 1)) return ops().error();
    if (types().kind(type(0)) == TypeKind::kClock) return ops().Fail("E3222", span_, "noClock is of a clocked variable, not of a Clock");
    return MakeConversion(Op::kNoClock, {args_[0]}, store());
  }
  if (name == "interval" || name == "firstTick") {
    if (!Arguments(name, 0, 1)) return ops().error();
    bool is_interval = name == "interval";
    return exprs().Make(is_interval ? Op::kInterval : Op::kFirstTick, is_interval ? types().real() : types().boolean(), args_);
  }
  if (name == "activeState") {
    const auto* reference = call_.arguments.size() == 1 ? call_.arguments[0]->As<syntax::ComponentReference>() : nullptr;
    if (!reference) return ops().Fail("E3221", span_, "activeState requires a component that is a state");
    Typer::Place place = typer_.TypePlace(*reference, Typer::PlaceUse::kValue);
    if (!place.component) return ops().error();
    return exprs().Make(Op::kActiveState, types().boolean(), {}, typer_.elaboration().StateNumber(place.component));
  }
  if (name == "ticksInState" || name == "timeInState") {
    if (!Arguments(name, 0, 0)) return ops().error();
    return name == "ticksInState" ? exprs().Make(Op::kTicksInState, types().integer(), {}) : exprs().Make(Op::kTimeInState, types().real(), {});
  }
  bool is_shift = name == "shiftSample" || name == "backSample";
  static constexpr std::string_view kFactor[] = {kNoDefault, "factor"}, kShift[] = {kNoDefault, "shiftCounter", "resolution"},
                                    kBack[] = {kNoDefault, "backCounter", "resolution"};
  std::span<const std::string_view> names = !is_shift ? std::span<const std::string_view>(kFactor) : name == "shiftSample" ? kShift : kBack;
  if (!NamedArguments(names, is_shift ? 2 : 1)) return ops().error();
  if (name == "backSample" && types().kind(type(0)) != TypeKind::kClock && !WantVariable(0)) return ops().error();
  Op op = name == "subSample" ? Op::kSubSample : name == "superSample" ? Op::kSuperSample : name == "shiftSample" ? Op::kShiftSample : Op::kBackSample;
  Expr count = is_shift ? Count(1, "the shift", 0, 0) : Count(1, "the factor", 0, 0);
  if (ops().is_error(count)) return count;
  if (!is_shift) return MakeConversion(op, {args_[0], count}, store());
  Expr resolution = Count(2, "the resolution", 1, 1);
  if (ops().is_error(resolution)) return resolution;
  return MakeConversion(op, {args_[0], count, resolution}, store());
}

}  // namespace mica::instance
