// Predefined operators about time, derivatives, events and connections (specification 3.7.4 to 3.7.5, 15.2, 9.5).
#include <fmt/format.h>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

Expr BuiltinCalls::Smooth(Op op) {
  if (types().is_numeric(type(1))) args_[1] = ops().ToReal(args_[1]);
  return exprs().Make(op, type(1), args_);
}

Expr BuiltinCalls::Derivative(Op op) {
  VariableKind kind = typer_.elaboration().VariabilityOf(args_[0]);
  if (Expr given = TypedOnce(*written_[0]);
      types().kind(exprs().type(given)) == TypeKind::kInteger && kind <= VariableKind::kParameter)
    return ops().Fail(
        kWrongArgumentType, span_,
        fmt::format("der() is of a Real, but {} is of type {}", ops().Text(given), ops().TypeText(given)));
  if (kind <= VariableKind::kParameter) return ops().Fill(exprs().Real(0), types().sizes(type(0)));
  if (kind == VariableKind::kDiscrete)
    return ops().Fail(kDerivativeOfDiscrete, span_,
                      fmt::format("{} changes only at events, so it has no derivative", ops().Text(args_[0])));
  return exprs().Make(op, type(0), {args_[0]});
}

// pre, edge, change
Expr BuiltinCalls::Pre(Op op) {
  Expr base = args_[0];
  while (exprs().op(base) == Op::kIndex) base = exprs().arg(base, 0);
  bool is_variable = exprs().op(base) == Op::kVar;
  if (!is_variable && typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter)
    return ops().Fail(kArgumentNotVariable, span_,
                      fmt::format("{}() is of a variable, but {} is an expression", name_, ops().Text(args_[0])));
  if (!is_variable) return op == Op::kPre ? args_[0] : ops().Fill(exprs().Boolean(false), types().sizes(type(0)));
  return exprs().Make(op, op == Op::kPre ? type(0) : types().WithSizes(types().boolean(), types().sizes(type(0))),
                      {args_[0]});
}

// initial, terminal, ticksInState, timeInState
Expr BuiltinCalls::Predicate(Op op) {
  TypeId result = op == Op::kTicksInState  ? types().integer()
                  : op == Op::kTimeInState ? types().real()
                                           : types().boolean();
  return exprs().Make(op, result, {});
}

Expr BuiltinCalls::Sample(Op op) { return exprs().Make(op, types().boolean(), args_); }

Expr BuiltinCalls::Delay(Op op) {
  Expr limit = args_.size() == 3 ? args_[2] : args_[1];
  if (typer_.elaboration().VariabilityOf(limit) > VariableKind::kParameter) {
    auto& d = typer_.elaboration().sink().Report(
        kDelayWithoutMaximum, span_,
        fmt::format("the delay time {} changes, so its maximum must be given as a third argument", ops().Text(limit)));
    d.hint = "delay(expr, delayTime, delayMax) with a parameter delayMax";
    return ops().error();
  }
  bool is_written = typer_.elaboration().VariabilityOf(args_[1]) == VariableKind::kConstant;
  if (std::optional<Value> time = is_written ? typer_.elaboration().TryEvaluate(args_[1]) : std::nullopt;
      time && time->is_scalar()) {
    std::optional<Value> longest =
        args_.size() == 3 && typer_.elaboration().VariabilityOf(args_[2]) == VariableKind::kConstant
            ? typer_.elaboration().TryEvaluate(args_[2])
            : std::nullopt;
    if (time->real() < 0)
      return ops().Fail(kArgumentOutOfRange, span_,
                        fmt::format("the delay time is at least 0, but {} is {}", ops().Text(args_[1]), time->real()));
    if (longest && time->real() > longest->real())
      return ops().Fail(kArgumentOutOfRange, span_,
                        fmt::format("the delay time {} is longer than its maximum {}", time->real(), longest->real()));
  }
  return exprs().Make(op, type(0), args_);
}

Expr BuiltinCalls::FirstOfDistribution(Op) {
  std::vector<Expr> outputs = Distribution();
  return outputs.empty() ? ops().error() : outputs[0];
}

Expr BuiltinCalls::Homotopy(Op op) {
  Expr fitted = ops().Coerce(args_[1], type(0), span_, "the simplified expression");
  if (ops().is_error(fitted)) return fitted;
  return exprs().Make(op, type(0), {args_[0], fitted});
}

// cardinality, and questions about the graph of connections
Expr BuiltinCalls::OfConnection(Op op) {
  const auto* reference = written_[0]->As<syntax::ComponentReference>();
  if (!reference)
    return ops().Fail(kWrongArgumentType, typer_.SpanOf(*written_[0]),
                      fmt::format("{} is of a connector or a variable of one, but {} is an expression", name_,
                                  typer_.tree()->Text(*written_[0])));
  return op == Op::kCardinality ? typer_.TypeCardinality(*reference, span_)
                                : typer_.TypeRootQuestion(name_, *reference, span_);
}

Expr BuiltinCalls::Stream(Op op) {
  Expr base = exprs().op(args_[0]) == Op::kIndex ? exprs().arg(args_[0], 0) : args_[0];
  Component* variable = exprs().op(base) == Op::kVar ? typer_.elaboration().component(exprs().var(base)) : nullptr;
  if (!variable || variable->connectedness != syntax::Connectedness::kStream)
    return ops().Fail(kNotAStream, span_,
                      fmt::format("{} is of a stream variable, but {} is not one", name_, ops().Text(args_[0])));
  return exprs().Make(op, type(0), {args_[0]});
}

}  // namespace mica::instance
