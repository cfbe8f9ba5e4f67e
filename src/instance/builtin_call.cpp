#include "instance/builtin_call.h"

#include <algorithm>
#include <fmt/format.h>

namespace mica::instance {

namespace {

constexpr std::string_view kMathNames[] = {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"};
// Those and all others.
constexpr std::string_view kNames[] = {
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt", "atan2", "abs",
    "sign", "div", "mod", "rem", "ceil", "floor", "integer", "min", "max", "sum", "product", "size", "ndims", "scalar",
    "vector", "matrix", "transpose", "outerProduct", "symmetric", "cross", "skew", "identity", "diagonal", "zeros", "ones",
    "fill", "linspace", "cat", "array", "promote", "noEvent", "smooth", "pre", "edge", "change", "initial", "terminal",
    "sample", "delay", "der", "String", "Integer", "homotopy", "semiLinear", "getInstanceName", "cardinality", "rooted", "inStream",
    "actualStream", "Clock", "hold", "previous", "subSample", "superSample", "shiftSample", "backSample", "noClock", "interval",
    "firstTick", "activeState", "ticksInState", "timeInState", "spatialDistribution"};

}  // namespace

std::span<const std::string_view> BuiltinCalls::known_names() { return kNames; }

bool BuiltinCalls::Arguments(std::string_view name, std::size_t least, std::size_t most) {
  std::size_t given = call_.arguments.size() + call_.named_arguments.size();
  if (given < least || given > most) {
    std::string wanted = least == most ? fmt::format("{} argument{}", least, least == 1 ? "" : "s")
                         : most == SIZE_MAX ? fmt::format("at least {} argument{}", least, least == 1 ? "" : "s")
                                            : fmt::format("{} to {} arguments", least, most);
    ops().Fail("E3221", span_, fmt::format("{} requires {}, but is given {}", name, wanted, given));
    return false;
  }
  bool ok = true;
  for (const syntax::Expression* argument : call_.arguments) {
    args_.push_back(typer_.Type(*argument));
    ok = ok && !ops().is_error(args_.back());
    if (ok && types().kind(type(args_.size() - 1)) == TypeKind::kTuple) {
      // Of a call with several results, an argument takes the first.
      Expr call = args_.back();
      args_.back() = exprs().Make(Op::kTupleItem, types()[exprs().type(call)].parts[0], {call}, 0);
    }
  }
  return ok;
}

Expr BuiltinCalls::Named(std::string_view name) {
  for (const syntax::NamedArgument* argument : call_.named_arguments)
    if (typer_.names().text(argument->name) == name) return typer_.Type(*argument->value);
  return {};
}

bool BuiltinCalls::WantReal(std::size_t i) {
  if (types().kind(type(i)) == TypeKind::kInteger) args_[i] = ops().ToReal(args_[i]);
  if (types().kind(type(i)) == TypeKind::kReal) return true;
  ops().Fail("E3222", span_, fmt::format("argument {} of {} must be Real, but {} is of type {}", i + 1, name_, ops().Text(args_[i]), ops().TypeText(args_[i])));
  return false;
}

bool BuiltinCalls::WantInteger(std::size_t i) {
  if (types().kind(type(i)) == TypeKind::kInteger) return true;
  ops().Fail("E3222", span_, fmt::format("argument {} of {} must be an Integer, but {} is of type {}", i + 1, name_, ops().Text(args_[i]), ops().TypeText(args_[i])));
  return false;
}

bool BuiltinCalls::WantScalar(std::size_t i) { return WantRank(i, 0); }

bool BuiltinCalls::WantRank(std::size_t i, std::size_t rank) {
  if (types().rank(type(i)) == rank) return true;
  static constexpr std::string_view kShapes[] = {"a scalar", "a vector", "a matrix"};
  ops().Fail("E3223", span_, fmt::format("argument {} of {} must be {}, but {} is of type {}", i + 1, name_, kShapes[rank], ops().Text(args_[i]), ops().TypeText(args_[i])));
  return false;
}

std::optional<std::int64_t> BuiltinCalls::Known(std::size_t i, std::string_view what) {
  if (!WantInteger(i) || !WantScalar(i)) return std::nullopt;
  if (exprs().op(args_[i]) == Op::kInteger) return exprs().integer(args_[i]);
  std::optional<Value> value = typer_.elaboration().Evaluate(args_[i], span_, what);
  if (!value) return std::nullopt;
  return value->integer();
}

namespace {

// The number that is written there, if it is one.
std::optional<double> Literal(Expr e, const ExprPool& exprs) {
  switch (exprs.op(e)) {
    case Op::kReal: return exprs.real(e);
    case Op::kInteger: return static_cast<double>(exprs.integer(e));
    case Op::kToReal: return Literal(exprs.arg(e, 0), exprs);
    case Op::kNeg:
      if (std::optional<double> value = Literal(exprs.arg(e, 0), exprs)) return -*value;
      return std::nullopt;
    default: return std::nullopt;
  }
}

// What the argument must be, when it is not (specification 3.7.1.2).
std::string_view DomainMissed(Op op, double x) {
  if (op == Op::kSqrt && x < 0) return "at least 0";
  if ((op == Op::kLog || op == Op::kLog10) && x <= 0) return "more than 0";
  if ((op == Op::kAsin || op == Op::kAcos) && !(x >= -1 && x <= 1)) return "between -1 and 1";
  return "";
}

}  // namespace

Expr BuiltinCalls::Math(Op op) {
  if (!Arguments(name_, 1, 1) || !WantReal(0)) return ops().error();
  if (std::optional<double> x = Literal(args_[0], exprs()))
    if (std::string_view domain = DomainMissed(op, *x); !domain.empty())
      return ops().Fail("E3247", span_, fmt::format("the argument of {} must be {}, but it is {}", name_, domain, ops().Text(args_[0])));
  return exprs().Make(op, type(0), {args_[0]});
}

Expr BuiltinCalls::Math2(Op op) {
  if (!Arguments(name_, 2, 2) || !WantReal(0) || !WantReal(1)) return ops().error();
  Sizes sizes = types().rank(type(0)) > 0 ? types().sizes(type(0)) : types().sizes(type(1));
  std::vector<std::int32_t> copy(sizes.begin(), sizes.end());
  return exprs().Make(op, types().WithSizes(types().real(), copy), {args_[0], args_[1]});
}

Expr BuiltinCalls::Division(Op op) {
  if (!Arguments(name_, 2, 2)) return ops().error();
  for (std::size_t i = 0; i < 2; ++i)
    if (types().kind(type(i)) != TypeKind::kInteger && !WantReal(i)) return ops().error();
  ops().Unify(args_[0], args_[1]);
  Sizes sizes = types().rank(type(0)) > 0 ? types().sizes(type(0)) : types().sizes(type(1));
  std::vector<std::int32_t> copy(sizes.begin(), sizes.end());
  return exprs().Make(op, types().WithSizes(type(0), copy), {args_[0], args_[1]});
}

Expr BuiltinCalls::SameType(Op op) {
  if (!Arguments(name_, 1, 1)) return ops().error();
  return exprs().Make(op, type(0), {args_[0]});
}

Expr BuiltinCalls::MinMax(bool is_max) {
  if (!Arguments(name_, 1, 2)) return ops().error();
  if (args_.size() == 1) {
    if (types().rank(type(0)) == 0) return ops().Fail("E3223", span_, fmt::format("{} of one argument requires an array, but {} is of type {}", name_, ops().Text(args_[0]), ops().TypeText(args_[0])));
    return exprs().Make(is_max ? Op::kMaxOf : Op::kMinOf, types().Element(type(0)), {args_[0]});
  }
  if (!WantScalar(0) || !WantScalar(1)) return ops().error();
  ops().Unify(args_[0], args_[1]);
  if (type(0) != type(1)) return ops().Fail("E3222", span_, fmt::format("the arguments of {} differ in type: {} and {}", name_, ops().TypeText(args_[0]), ops().TypeText(args_[1])));
  return exprs().Make(is_max ? Op::kMax : Op::kMin, type(0), {args_[0], args_[1]});
}

Expr BuiltinCalls::Reduce(Op op) {
  if (!Arguments(name_, 1, 1)) return ops().error();
  TypeId element = types().Element(type(0));
  if (types().kind(element) == TypeKind::kNone) element = types().real();
  if (types().rank(type(0)) == 0) return args_[0];
  if (types().kind(element) == TypeKind::kRecord) return typer_.ReduceRecords(op, args_[0], span_);
  return exprs().Make(op, element, {args_[0]});
}

Expr BuiltinCalls::Size() {
  if (Expr own = typer_.SizeOfUnfinished(call_); own.valid()) return own;
  if (!Arguments(name_, 1, 2)) return ops().error();
  std::size_t rank = types().rank(type(0));
  auto one = [&](std::size_t i) {
    std::int32_t size = types().sizes(type(0))[i];
    return size >= 0 ? exprs().Integer(size) : exprs().Make(Op::kSize, types().integer(), {args_[0], exprs().Integer(static_cast<std::int64_t>(i) + 1)});
  };
  if (args_.size() == 1) {
    std::vector<Expr> sizes;
    for (std::size_t i = 0; i < rank; ++i) sizes.push_back(one(i));
    return exprs().Make(Op::kArray, types().Array(types().integer(), static_cast<std::int32_t>(rank)), sizes);
  }
  if (!WantInteger(1) || !WantScalar(1)) return ops().error();
  if (exprs().op(args_[1]) == Op::kInteger) {
    std::int64_t k = exprs().integer(args_[1]);
    if (k < 1 || k > static_cast<std::int64_t>(rank))
      return ops().Fail("E3224", span_, fmt::format("{} has {} dimension{}, and size {} is asked for", ops().Text(args_[0]), rank, rank == 1 ? "" : "s", k));
    return one(static_cast<std::size_t>(k) - 1);
  }
  return exprs().Make(Op::kSize, types().integer(), {args_[0], args_[1]});
}

// zeros, ones, fill: sizes must be known in a model, may be open in a function.
Expr BuiltinCalls::Fill(std::string_view name) {
  bool has_value = name == "fill";
  if (!Arguments(name, has_value ? 2 : 1, SIZE_MAX)) return ops().error();
  Expr value = has_value ? args_[0] : exprs().Integer(name == "zeros" ? 0 : 1);
  std::vector<Expr> made{value};
  std::vector<std::int32_t> sizes;
  bool in_function = typer_.instances().IsInFunction(typer_.scope());
  for (std::size_t i = has_value ? 1 : 0; i < args_.size(); ++i) {
    if (!WantInteger(i) || !WantScalar(i)) return ops().error();
    bool is_open = in_function || typer_.UsesLoop(args_[i]);  // each round has its own
    std::optional<Value> known = is_open ? typer_.elaboration().TryEvaluate(args_[i])
                                             : typer_.elaboration().Evaluate(args_[i], span_, fmt::format("a size in {}", name));
    if (!known && !is_open) return ops().error();
    if (known && known->integer() < 0) return ops().Fail("E3306", span_, fmt::format("{} is given the size {}: a size cannot be negative", name, known->integer()));
    sizes.push_back(known ? static_cast<std::int32_t>(known->integer()) : kUnknownSize);
    made.push_back(known ? exprs().Integer(known->integer()) : args_[i]);
  }
  return exprs().Make(Op::kFill, types().Array(exprs().type(value), sizes), made);
}

Expr BuiltinCalls::Type(std::string_view name) {
  name_ = name;
  if (std::ranges::find(kMathNames, name) != std::end(kMathNames)) return Math(*FindMathOp(name));
  if (name == "atan2") return Math2(Op::kAtan2);
  if (name == "abs") return SameType(Op::kAbs);
  if (name == "sign") {
    if (!Arguments(name, 1, 1) || !WantReal(0)) return ops().error();
    return exprs().Make(Op::kSign, types().WithSizes(types().integer(), types().sizes(type(0))), {args_[0]});
  }
  if (name == "div") return Division(Op::kDivide);
  if (name == "mod") return Division(Op::kMod);
  if (name == "rem") return Division(Op::kRem);
  if (name == "ceil" || name == "floor") return Math(name == "ceil" ? Op::kCeil : Op::kFloor);
  if (name == "integer") {
    if (!Arguments(name, 1, 1) || !WantReal(0)) return ops().error();
    return exprs().Make(Op::kIntegerOf, types().WithSizes(types().integer(), types().sizes(type(0))), {args_[0]});
  }
  if (name == "min" || name == "max") return MinMax(name == "max");
  if (name == "sum") return Reduce(Op::kSumOf);
  if (name == "product") return Reduce(Op::kProductOf);
  if (name == "size") return Size();
  if (name == "ndims") {
    if (!Arguments(name, 1, 1)) return ops().error();
    return exprs().Integer(static_cast<std::int64_t>(types().rank(type(0))));
  }
  if (name == "zeros" || name == "ones" || name == "fill") return Fill(name);
  if (name == "scalar" || name == "vector" || name == "matrix" || name == "promote" || name == "cat" || name == "array") return Shape(name);
  if (name == "String") return String();
  if (name == "Integer") {
    if (!Arguments(name, 1, 1)) return ops().error();
    if (types().kind(type(0)) != TypeKind::kEnumeration)
      return ops().Fail("E3222", span_, fmt::format("Integer() requires an enumeration value, but {} is of type {}; integer() rounds a Real down", ops().Text(args_[0]), ops().TypeText(args_[0])));
    return exprs().Make(Op::kOrdinal, types().WithSizes(types().integer(), types().sizes(type(0))), {args_[0]});
  }
  if (name == "getInstanceName") {
    Component* component = typer_.scope()->component;
    std::string path = component ? typer_.instances().PathText(component) : "";
    Component* top = typer_.instances().top();
    // The name of the simulated class itself, without those of the packages around it (specification 3.7.4).
    std::string model(top && top->type && top->type->name.valid() ? store().names.text(top->type->name) : "");
    return exprs().String(path.empty() ? model : model + "." + path);
  }
  if (Expr made = Matrixlike(name); made.valid()) return made;
  if (Expr made = Event(name); made.valid()) return made;
  if (Expr made = Clocked(name); made.valid()) return made;
  return Stream(name);
}

}  // namespace mica::instance
