// Mathematical functions, reductions and getInstanceName().
#include "instance/builtin/builtin_call.h"

#include <fmt/format.h>

#include "instance/codes.h"

namespace mica::instance {

namespace {

// The number that is written there, if it is one.
std::optional<double> Literal(Expr e, const ExprPool& exprs) {
  switch (exprs.op(e)) {
    case Op::kReal:
      return exprs.real(e);
    case Op::kInteger:
      return static_cast<double>(exprs.integer(e));
    case Op::kToReal:
      return Literal(exprs.arg(e, 0), exprs);
    case Op::kNeg:
      if (std::optional<double> value = Literal(exprs.arg(e, 0), exprs)) return -*value;
      return std::nullopt;
    default:
      return std::nullopt;
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
  if (std::optional<double> x = Literal(args_[0], exprs()))
    if (std::string_view domain = DomainMissed(op, *x); !domain.empty())
      return ops().Fail(
          kArgumentOutOfRange, span_,
          fmt::format("the argument of {} must be {}, but it is {}", name_, domain, ops().Text(args_[0])));
  return exprs().Make(op, type(0), {args_[0]});
}

Expr BuiltinCalls::Numbers(Op op) {
  std::optional<std::vector<std::int32_t>> sizes = ElementSizes();
  if (!sizes) return ops().error();
  // Integers stay Integer where all are.
  for (std::size_t i = 1; i < args_.size(); ++i) ops().Unify(args_[i - 1], args_[i]);
  for (std::size_t i = args_.size() - 1; i > 0; --i) ops().Unify(args_[i - 1], args_[i]);
  return exprs().Make(op, types().WithSizes(types().Element(type(0)), *sizes), args_);
}

Expr BuiltinCalls::SameType(Op op) { return exprs().Make(op, type(0), {args_[0]}); }

Expr BuiltinCalls::ToInteger(Op op) {
  return exprs().Make(op, types().WithSizes(types().integer(), types().sizes(type(0))), {args_[0]});
}

Expr BuiltinCalls::MinMax(Op op) {
  ops().Unify(args_[0], args_[1]);
  if (type(0) != type(1))
    return ops().Fail(kWrongArgumentType, span_,
                      fmt::format("the arguments of {} differ in type: {} and {}", name_, ops().TypeText(args_[0]),
                                  ops().TypeText(args_[1])));
  return exprs().Make(op, type(0), {args_[0], args_[1]});
}

Expr BuiltinCalls::Reduce(Op op) {
  if (types().rank(type(0)) == 0) return args_[0];
  TypeId element = types().Element(type(0));
  if (types().kind(element) == TypeKind::kRecord) return typer_.ReduceRecords(op, args_[0], span_);
  return exprs().Make(op, element, {args_[0]});
}

Expr BuiltinCalls::InstanceName(Op) {
  Component* component = typer_.scope()->component;
  std::string path = component ? typer_.instances().PathText(component) : "";
  Component* top = typer_.instances().top();
  // The name of the simulated class itself, without those of the packages around it (specification 3.7.4).
  std::string model(top && top->type && top->type->name.valid() ? store().names.text(top->type->name) : "");
  return exprs().String(path.empty() ? model : model + "." + path);
}

}  // namespace mica::instance
