#include "flat/connect/connect_ends.h"

#include <fmt/format.h>

#include "flat/iterate.h"
#include "instance/codes.h"

namespace mica::flat {

EndResolver::EndResolver(instance::Elaboration& elaboration, const std::vector<Loop>& loops)
    : elaboration_(elaboration), loops_(loops), evaluator_(elaboration.store(), nothing_) {
  for (const Loop& loop : loops) iterators_.push_back(loop.iterator);
}

void EndResolver::ForEachRound(const std::function<bool()>& visit) {
  std::vector<std::int32_t> counts;
  for (const Loop& loop : loops_) counts.push_back(static_cast<std::int32_t>(loop.size()));
  bool go_on = true;
  ForEachIndex(counts, [&](std::span<const std::int32_t> round) {
    if (!go_on) return;
    at_.clear();
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      Value value = loops_[i].At(static_cast<std::size_t>(round[i] - 1), elaboration_.store().types);
      evaluator_.SetIterator(loops_[i].iterator, value);
      at_.push_back(ToExpr(value, elaboration_.store().exprs));
    }
    go_on = visit();
  });
}

std::optional<Value> EndResolver::Evaluate(Expr subscript, Span span) {
  if (std::optional<Value> value = evaluator_.Evaluate(subscript)) return value;
  return elaboration_.Evaluate(SubstituteIterators(subscript, iterators_, at_, elaboration_.store()), span,
                               "a subscript in connect");
}

bool EndResolver::Resolve(const End& end, Choice& choice) {
  const ExprPool& exprs = elaboration_.store().exprs;
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(end.component);
  choice = {};
  for (std::size_t i = 0; i < end.subscripts.size(); ++i) {  // fewer where the end is an array as one unit
    std::vector<std::int32_t> values;
    Expr s = end.subscripts[i];
    if (exprs.op(s) == Op::kColon) {
      for (std::int32_t k = 1; k <= sizes[i]; ++k) values.push_back(k);
      choice.open.push_back(true);
    } else {
      std::optional<Value> value = Evaluate(s, end.span);
      if (!value) return false;
      for (std::size_t k = 0; k < value->count(); ++k) {
        std::int64_t place = value->integer(k);
        if (value->kind == TypeKind::kBoolean) ++place;
        if (place < 1 || place > sizes[i]) {
          elaboration_.sink().Report(instance::kSubscriptOutOfBounds, end.span,
                                     fmt::format("subscript {} is out of bounds: dimension {} of {} has size {}", place,
                                                 i + 1, elaboration_.instances().PathText(end.component), sizes[i]));
          return false;
        }
        values.push_back(static_cast<std::int32_t>(place));
      }
      choice.open.push_back(!value->is_scalar());
    }
    if (choice.open.back()) choice.open_sizes.push_back(static_cast<std::int32_t>(values.size()));
    choice.places.push_back(std::move(values));
  }
  return true;
}

std::uint32_t EndResolver::Number(const Choice& choice, std::span<const std::int32_t> at,
                                  std::span<const std::int32_t> sizes) const {
  std::uint32_t number = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < choice.places.size(); ++i) {
    std::int32_t place = choice.places[i][choice.open[i] ? static_cast<std::size_t>(at[next++] - 1) : 0];
    number = number * static_cast<std::uint32_t>(sizes[i]) + static_cast<std::uint32_t>(place - 1);
  }
  return number;
}

std::optional<std::vector<std::int32_t>> EndResolver::Places(const std::vector<Expr>& subscripts, Span span) {
  std::vector<std::int32_t> places;
  for (Expr s : subscripts) {
    if (elaboration_.store().exprs.op(s) == Op::kColon) return std::nullopt;
    std::optional<Value> value = Evaluate(s, span);
    if (!value || !value->is_scalar()) return std::nullopt;
    places.push_back(static_cast<std::int32_t>(value->integer()));
  }
  return places;
}

}  // namespace mica::flat
