// Calls of the functions and operators that the language predefines (specification 3.7, 10.3, 16): how their arguments are typed and
// what expression they become.
#pragma once

#include <algorithm>

#include "expression/clock.h"
#include "instance/typer.h"

namespace mica::instance {

class BuiltinCalls {
 public:
  BuiltinCalls(Typer& typer, const syntax::Call& call) : typer_(typer), call_(call), span_(typer.SpanOf(call)) {}

  static bool Knows(std::string_view name) { return std::ranges::find(known_names(), name) != known_names().end(); }
  static std::span<const std::string_view> known_names();
  Expr Type(std::string_view name);
  // builtin_distribution_call.cpp: out0 and out1 of spatialDistribution(); empty when something is wrong (reported).
  std::vector<Expr> Distribution();

 private:
  struct Entry;
  static const Entry* Find(std::string_view name);

  // The positional arguments, typed. Reports a wrong count; false then or when one is wrong.
  bool Arguments(std::string_view name, std::size_t least, std::size_t most);
  Expr Named(std::string_view name);  // a named argument, or invalid
  bool WantReal(std::size_t i);       // as Real, of any shape
  bool WantInteger(std::size_t i);
  bool WantScalar(std::size_t i);
  bool WantRank(std::size_t i, std::size_t rank);
  std::optional<std::int64_t> Known(std::size_t i, std::string_view what);  // evaluated Integer

  Expr Math(Op op);        // one Real argument, element by element
  Expr Math2(Op op);
  Expr Division(Op op);    // div, mod, rem: Integer stays Integer
  Expr SameType(Op op);    // abs, -, noEvent, pre, …: the type of the argument
  Expr MinMax(bool is_max);
  Expr Reduce(Op op);      // sum, product
  Expr Size();
  Expr Fill(std::string_view name);
  Expr Matrixlike(std::string_view name);
  Expr String();
  Expr Event(std::string_view name);
  Expr Stream(std::string_view name);
  // builtin_clock_call.cpp. Invalid: not an operator of clocked equations.
  Expr Clocked(std::string_view name);
  bool IsClockedSample();
  Expr SampleClocked();
  Expr ClockConstructor();
  Expr MakeClock(ClockKind kind, std::initializer_list<Expr> args);
  bool NamedArguments(std::span<const std::string_view> names, std::size_t least);  // by place or name; "" has no name
  Expr Count(std::size_t i, std::string_view what, std::int64_t least, std::int64_t otherwise);
  bool WantVariable(std::size_t i);
  bool WantClock(std::size_t i);
  Expr Shape(std::string_view name);
  bool IsDistribution(Expr points);  // whether they can be initialPoints, as far as it is known

  Store& store() { return typer_.store(); }
  ExprPool& exprs() { return typer_.exprs(); }
  Types& types() { return typer_.types(); }
  Operators& ops() { return typer_.ops(); }
  TypeId type(std::size_t i) { return exprs().type(args_[i]); }

  Typer& typer_;
  const syntax::Call& call_;
  Span span_;
  std::string_view name_;
  std::vector<Expr> args_;
};

}  // namespace mica::instance
