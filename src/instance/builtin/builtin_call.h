// Calls of the functions and operators that the language predefines (specification 3.7, 10.3, 16): their arguments are
// placed and checked by the table of signatures (builtin_table.h, builtin_arguments.cpp); what expression they become
// stands in the other builtin_*.cpp.
#pragma once

#include "expression/clock.h"
#include "instance/builtin/builtin_table.h"
#include "instance/typing/typer.h"

namespace mica::instance {

class BuiltinCalls {
 public:
  // `declared`: the inputs of the function that stands for the predefined one, where it has a declaration of its own
  // (external "builtin"); their names may then be used.
  BuiltinCalls(Typer& typer, const syntax::Call& call, std::vector<Name> declared = {})
      : typer_(typer), call_(call), span_(typer.SpanOf(call)), declared_(std::move(declared)) {}

  static std::span<const Builtin> table();
  Expr Type(std::string_view name);
  // builtin_distribution_call.cpp: out0 and out1 of spatialDistribution(); empty when something is wrong (reported).
  std::vector<Expr> Distribution();
  // The arguments of a statement, one for each parameter, invalid where an optional one is not given and where it is
  // not a value; false when something is wrong (reported).
  bool Statement(std::string_view name, bool in_when);
  Expr argument(std::size_t i) const { return args_[i]; }
  // As written; null where it is not given.
  const syntax::Expression* written(std::size_t i) const { return written_[i]; }

 private:
  static const Builtin kTable[];

  // builtin_arguments.cpp. The row that the arguments fit, or that comes nearest.
  const Builtin& Choose(std::span<const Builtin> rows);
  bool PlaceArguments(const Builtin& row, bool is_quiet);  // by place and name, into written_
  bool Check(const Builtin& row);                          // types them into args_
  bool IsAllowedHere(const Builtin& row, bool in_when);
  bool CheckArgument(const Builtin& row, std::size_t i, bool is_quiet);
  Expr TypedOnce(const syntax::Expression& argument);
  bool IsKind(BuiltinParameter::Kind kind, Expr& e);
  bool IsShape(BuiltinParameter::Shape shape, TypeId type);
  std::string What(std::size_t i) const;  // "argument 1 of sin"
  void ReportName(const Builtin& row, const syntax::NamedArgument& argument);

  bool given(std::size_t i) const { return i < args_.size() && args_[i].valid(); }
  std::optional<std::int64_t> Known(std::size_t i, std::string_view what);  // evaluated Integer
  // A size, evaluated; nothing where it is open, as it may be in functions and loops. False when it must be known and
  // is not, or is negative.
  bool SizeOf(std::size_t i, std::optional<std::int32_t>& size);
  // The common sizes of arguments that are applied element by element (12.4.6); empty when they differ (reported).
  std::optional<std::vector<std::int32_t>> ElementSizes();

  Expr Math(Op op);       // one Real argument, element by element
  Expr Numbers(Op op);    // several, element by element; Integers stay Integer
  Expr SameType(Op op);   // abs, noEvent: the type of the argument
  Expr ToInteger(Op op);  // sign, integer, Integer
  Expr MinMax(Op op);
  Expr Reduce(Op op);
  Expr InstanceName(Op op);
  // builtin_array_call.cpp
  Expr Size(Op op);
  Expr Fill(Op op);
  Expr Shape(Op op);
  Expr Promote(Op op);
  Expr Join(Op op);
  Expr Identity(Op op);
  Expr Linspace(Op op);
  Expr Matrixlike(Op op);
  // builtin_string_call.cpp
  Expr String(Op op);
  Expr Format(Op op);
  Expr OverloadedString();  // of a record; invalid for anything else
  // builtin_event_call.cpp
  Expr Smooth(Op op);
  Expr Homotopy(Op op);
  Expr Derivative(Op op);
  Expr Pre(Op op);
  Expr Predicate(Op op);
  Expr Sample(Op op);
  Expr Delay(Op op);
  Expr FirstOfDistribution(Op op);
  Expr OfConnection(Op op);
  Expr Stream(Op op);
  // builtin_clock_call.cpp
  Expr InferredClock(Op op);
  Expr RationalClock(Op op);
  Expr RealClock(Op op);
  Expr EventClock(Op op);
  Expr SolverClock(Op op);
  Expr Convert(Op op);
  Expr Hold(Op op);
  Expr Resample(Op op);
  Expr Shift(Op op);
  Expr OfClock(Op op);
  Expr ActiveState(Op op);
  Expr MakeClock(ClockKind kind, std::initializer_list<Expr> args);
  Expr Count(std::size_t i, std::string_view what, std::int64_t least, std::int64_t otherwise);
  bool WantVariable(std::size_t i);
  bool IsDistribution(Expr points);  // whether they can be initialPoints, as far as it is known

  Store& store() { return typer_.store(); }
  ExprPool& exprs() { return typer_.exprs(); }
  Types& types() { return typer_.types(); }
  Operators& ops() { return typer_.ops(); }
  TypeId type(std::size_t i) { return exprs().type(args_[i]); }

  Typer& typer_;
  const syntax::Call& call_;
  Span span_;
  std::vector<Name> declared_;
  const Builtin* row_ = nullptr;
  std::string_view name_;
  std::vector<const syntax::Expression*> written_;  // one for each parameter, a repeated one as often as it is given
  std::vector<Expr> args_;                          // the same, typed
  std::vector<std::pair<const syntax::Expression*, Expr>> typed_;
};

}  // namespace mica::instance
