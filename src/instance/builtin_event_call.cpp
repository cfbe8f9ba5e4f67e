// Predefined operators about time, derivatives, events and connections (specification 3.7.4 to 3.7.5, 15.2, 9.5).
#include <fmt/format.h>

#include "instance/builtin_call.h"

namespace mica::instance {

Expr BuiltinCalls::Event(std::string_view name) {
  if (typer_.instances().IsInFunction(typer_.scope()) && name != "noEvent" && name != "smooth" && name != "homotopy" && name != "semiLinear" &&
      (name == "der" || name == "pre" || name == "edge" || name == "change" || name == "sample" || name == "initial" || name == "terminal" || name == "delay" || name == "spatialDistribution"))
    return ops().Fail("E3225", span_, fmt::format("{} cannot be used in a function", name));
  if (name == "noEvent") return SameType(Op::kNoEvent);
  if (name == "smooth") {
    if (!Arguments(name, 2, 2) || !WantInteger(0)) return ops().error();
    if (types().is_numeric(type(1)) && !WantReal(1)) return ops().error();
    return exprs().Make(Op::kSmooth, type(1), {args_[0], args_[1]});
  }
  if (name == "der") {
    if (!Arguments(name, 1, 1)) return ops().error();
    VariableKind kind = typer_.elaboration().VariabilityOf(args_[0]);
    if (types().kind(type(0)) == TypeKind::kInteger && kind <= VariableKind::kParameter)
      return ops().Fail("E3222", span_, fmt::format("der() is of a Real, but {} is of type {}", ops().Text(args_[0]), ops().TypeText(args_[0])));
    if (!WantReal(0)) return ops().error();
    if (kind <= VariableKind::kParameter) return ops().Fill(exprs().Real(0), types().sizes(type(0)));
    if (kind == VariableKind::kDiscrete) {
      return ops().Fail("E3226", span_, fmt::format("{} changes only at events, so it has no derivative", ops().Text(args_[0])));
    }
    return exprs().Make(Op::kDer, type(0), {args_[0]});
  }
  if (name == "pre" || name == "edge" || name == "change") {
    if (!Arguments(name, 1, 1)) return ops().error();
    Expr base = args_[0];
    while (exprs().op(base) == Op::kIndex) base = exprs().arg(base, 0);
    bool is_variable = exprs().op(base) == Op::kVar;
    if (!is_variable && typer_.elaboration().VariabilityOf(args_[0]) > VariableKind::kParameter)
      return ops().Fail("E3227", span_, fmt::format("{}() is of a variable, but {} is an expression", name, ops().Text(args_[0])));
    if (name == "edge" && types().kind(type(0)) != TypeKind::kBoolean)
      return ops().Fail("E3222", span_, fmt::format("edge() is of a Boolean, but {} is of type {}", ops().Text(args_[0]), ops().TypeText(args_[0])));
    if (!is_variable) {
      if (name == "pre") return args_[0];
      return ops().Fill(exprs().Boolean(false), types().sizes(type(0)));
    }
    TypeId result = name == "pre" ? type(0) : types().WithSizes(types().boolean(), types().sizes(type(0)));
    return exprs().Make(name == "pre" ? Op::kPre : name == "edge" ? Op::kEdge : Op::kChange, result, {args_[0]});
  }
  if (name == "initial" || name == "terminal") {
    if (!Arguments(name, 0, 0)) return ops().error();
    return exprs().Make(name == "initial" ? Op::kInitial : Op::kTerminal, types().boolean(), {});
  }
  if (name == "sample") {
    if (IsClockedSample()) return SampleClocked();
    if (!Arguments(name, 2, 2) || !WantReal(0) || !WantReal(1) || !WantScalar(0) || !WantScalar(1)) return ops().error();
    for (std::size_t i = 0; i < 2; ++i)
      if (typer_.elaboration().VariabilityOf(args_[i]) > VariableKind::kParameter)
        return ops().Fail("E3228", span_, fmt::format("{} of sample() must be a parameter, and {} changes", i == 0 ? "the start" : "the interval", ops().Text(args_[i])));
    return exprs().Make(Op::kSample, types().boolean(), {args_[0], args_[1]});
  }
  if (name == "delay") {
    if (!Arguments(name, 2, 3) || !WantReal(0) || !WantReal(1)) return ops().error();
    if (args_.size() == 3 && !WantReal(2)) return ops().error();
    Expr limit = args_.size() == 3 ? args_[2] : args_[1];
    if (typer_.elaboration().VariabilityOf(limit) > VariableKind::kParameter) {
      auto& d = typer_.elaboration().sink().Error("E3229", span_, fmt::format("the delay time {} changes, so its maximum must be given as a third argument", ops().Text(limit)));
      d.hint = "delay(expr, delayTime, delayMax) with a parameter delayMax";
      return ops().error();
    }
    bool is_written = typer_.elaboration().VariabilityOf(args_[1]) == VariableKind::kConstant;
    if (std::optional<Value> time = is_written ? typer_.elaboration().TryEvaluate(args_[1]) : std::nullopt; time && time->is_scalar()) {
      std::optional<Value> longest = args_.size() == 3 && typer_.elaboration().VariabilityOf(args_[2]) == VariableKind::kConstant ? typer_.elaboration().TryEvaluate(args_[2]) : std::nullopt;
      if (time->real() < 0) return ops().Fail("E3247", span_, fmt::format("the delay time is at least 0, but {} is {}", ops().Text(args_[1]), time->real()));
      if (longest && time->real() > longest->real())
        return ops().Fail("E3247", span_, fmt::format("the delay time {} is longer than its maximum {}", time->real(), longest->real()));
    }
    return exprs().Make(Op::kDelay, type(0), args_);
  }
  if (name == "spatialDistribution") {
    std::vector<Expr> outputs = Distribution();
    return outputs.empty() ? ops().error() : outputs[0];
  }
  if (name == "homotopy") {
    if (!Arguments(name, 2, 2)) return ops().error();
    Expr actual = args_.empty() ? Named("actual") : args_[0], simplified = args_.size() > 1 ? args_[1] : Named("simplified");
    if (!actual.valid() || !simplified.valid()) return ops().Fail("E3221", span_, "homotopy requires the arguments actual and simplified");
    if (ops().is_error(actual) || ops().is_error(simplified)) return ops().error();
    args_ = {actual, simplified};
    if (!WantReal(0) || !WantReal(1)) return ops().error();
    Expr fitted = ops().Coerce(args_[1], type(0), span_, "the simplified expression");
    if (ops().is_error(fitted)) return fitted;
    return exprs().Make(Op::kHomotopy, type(0), {args_[0], fitted});
  }
  if (name == "semiLinear") {
    if (!Arguments(name, 3, 3) || !WantReal(0) || !WantReal(1) || !WantReal(2)) return ops().error();
    std::size_t widest = 0;
    for (std::size_t i = 1; i < 3; ++i)
      if (types().rank(type(i)) > types().rank(type(widest))) widest = i;
    return exprs().Make(Op::kSemiLinear, type(widest), args_);
  }
  return {};
}

Expr BuiltinCalls::Stream(std::string_view name) {
  if (name == "cardinality") return typer_.TypeCardinality(call_);
  if (name == "rooted") return typer_.TypeRootQuestion(name, call_);
  if (!Arguments(name, 1, 1) || !WantReal(0)) return ops().error();
  Expr base = exprs().op(args_[0]) == Op::kIndex ? exprs().arg(args_[0], 0) : args_[0];
  Component* variable = exprs().op(base) == Op::kVar ? typer_.elaboration().component(exprs().var(base)) : nullptr;
  if (!variable || variable->connectedness != syntax::Connectedness::kStream)
    return ops().Fail("E3292", span_, fmt::format("{} is of a stream variable, but {} is not one", name, ops().Text(args_[0])));
  return exprs().Make(name == "inStream" ? Op::kInStream : Op::kActualStream, type(0), {args_[0]});
}

}  // namespace mica::instance
