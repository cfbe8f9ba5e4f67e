// The ends of connections: which connector a reference in connect or in an operator of package Connections means, in
// each round of the loops around it.
#pragma once

#include <functional>

#include "flat/model.h"
#include "instance/typing/typer.h"

namespace mica::flat {

// A loop around a connect-equation, with the values that its iterator takes.
// A regular loop is known by its first value and its step, however many rounds it has; others by all their values.
struct Loop {
  Expr iterator;
  std::vector<Value> values;
  std::int64_t first = 1, step = 1;  // without values: `count` rounds from here
  std::size_t count = 0;

  std::size_t size() const { return values.empty() ? count : values.size(); }
  Value At(std::size_t i, const Types& types) const {
    return values.empty() ? Value::Integer(first + static_cast<std::int64_t>(i) * step, types) : values[i];
  }
};

struct End {
  instance::Component* component = nullptr;
  std::vector<Expr> subscripts;  // one for each dimension of AllSizes(component)
  bool is_outside = false;
  std::vector<instance::Typer::UndeclaredPart> undeclared;  // `component` is an expandable connector then
  instance::Component* split =
      nullptr;  // an array whose elements were instantiated apart, with subscripts that leave open which is meant
  std::vector<Expr> split_subscripts;
  Span span;
};

// Numbers for the subscripts of ends. One serves all rounds of one connection.
class EndResolver {
 public:
  EndResolver(instance::Elaboration& elaboration, const std::vector<Loop>& loops);

  // Calls `visit` for every combination of values of the loops' iterators, until it returns false.
  void ForEachRound(const std::function<bool()>& visit);

  // What the subscripts of an end are in this round.
  struct Choice {
    std::vector<std::vector<std::int32_t>> places;  // of each dimension
    std::vector<bool> open;                         // the dimension is a vector or colon, and stays
    std::vector<std::int32_t> open_sizes;
  };
  // False when a subscript is not known or out of bounds (reported).
  bool Resolve(const End& end, Choice& choice);
  // The row-major number of one element: `at` has a number for each open dimension.
  std::uint32_t Number(const Choice& choice, std::span<const std::int32_t> at,
                       std::span<const std::int32_t> sizes) const;
  // Likewise of subscripts alone, scalars all, such as those after an undeclared name.
  std::optional<std::vector<std::int32_t>> Places(const std::vector<Expr>& subscripts, Span span);

 private:
  std::optional<Value> Evaluate(Expr subscript, Span span);

  instance::Elaboration& elaboration_;
  const std::vector<Loop>& loops_;
  Environment nothing_;
  Evaluator evaluator_;
  std::vector<Expr> iterators_, at_;  // of the loops, with their values in this round
};

}  // namespace mica::flat
