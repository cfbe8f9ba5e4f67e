// Connections through arrays of components whose elements were instantiated apart (instance/lookup/split_array.cpp):
// one for each element.
#include <fmt/format.h>

#include "flat/codes.h"
#include "flat/flattener.h"
#include "flat/iterate.h"
#include "instance/codes.h"

namespace mica::flat {

using instance::Component;
using instance::Typer;

std::optional<std::vector<std::int32_t>> Flattener::PlacesOf(Expr subscript, std::int32_t size, Span span) {
  std::vector<std::int32_t> places;
  if (exprs().op(subscript) == Op::kColon) {
    for (std::int32_t i = 1; i <= size; ++i) places.push_back(i);
    return places;
  }
  std::optional<Value> value = elaboration_.Evaluate(subscript, span, "a subscript in connect");
  if (!value) return std::nullopt;
  for (std::size_t i = 0; i < value->count(); ++i) {
    std::int64_t place = value->integer(i) + (value->kind == TypeKind::kBoolean ? 1 : 0);
    if (place < 1 || place > size) {
      ops().Fail(instance::kSubscriptOutOfBounds, span,
                 fmt::format("subscript {} is out of bounds: the dimension has size {}", place, size));
      return std::nullopt;
    }
    places.push_back(static_cast<std::int32_t>(place));
  }
  return places;
}

std::optional<Flattener::EndElements> Flattener::ElementsOf(Typer& typer, const syntax::Expression& expression,
                                                            const End& end) {
  EndElements elements;
  if (!end.component) {
    elements.ends.push_back(end);
    return elements;
  }
  auto is_open = [&](Expr s) { return exprs().op(s) == Op::kColon || !types().is_scalar(exprs().type(s)); };
  std::vector<std::int32_t> all = end.split ? end.split->sizes : elaboration_.AllSizes(end.component);
  const std::vector<Expr>& subscripts = end.split ? end.split_subscripts : end.subscripts;
  std::vector<std::vector<std::int32_t>> places;
  std::vector<std::int32_t> counts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!end.split && !is_open(subscripts[i])) {  // may speak of the element of an array around
      places.push_back({0});
    } else {
      std::optional<std::vector<std::int32_t>> known = PlacesOf(subscripts[i], all[i], end.span);
      if (!known) return std::nullopt;
      places.push_back(std::move(*known));
    }
    counts.push_back(static_cast<std::int32_t>(places.back().size()));
    if (is_open(subscripts[i])) elements.sizes.push_back(counts.back());
  }
  bool ok = true;
  std::optional<std::vector<std::int32_t>> inner;  // sizes of what is connected of one element of a split array
  std::size_t inner_count = 1;
  ForEachIndex(counts, [&](std::span<const std::int32_t> at) {
    if (!ok) return;
    if (!end.split) {
      End one = end;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (is_open(subscripts[i])) one.subscripts[i] = exprs().Integer(places[i][static_cast<std::size_t>(at[i] - 1)]);
      elements.ends.push_back(std::move(one));
      return;
    }
    std::size_t number = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      number = number * static_cast<std::size_t>(all[i]) +
               static_cast<std::size_t>(places[i][static_cast<std::size_t>(at[i] - 1)] - 1);
    typer.PushElement(end.split, number);
    std::optional<End> one = EndOf(typer, expression);
    std::optional<EndElements> parts = one ? ElementsOf(typer, expression, *one) : std::nullopt;
    typer.PopElement();
    if (!parts) {
      ok = false;
      return;
    }
    if (one->component) {
      if (inner && *inner != parts->sizes) {
        ops().Fail(instance::kElementsDifferInStructure, end.span,
                   fmt::format("{} differs in size between the elements of {}", typer.tree()->Text(expression),
                               elaboration_.instances().PathText(end.split)));
        ok = false;
        return;
      }
      if (!inner) inner_count = parts->ends.size();
      inner = parts->sizes;
    }
    std::move(parts->ends.begin(), parts->ends.end(), std::back_inserter(elements.ends));
  });
  if (!ok) return std::nullopt;
  if (inner && inner_count != 1) {
    // What is absent counts as much as what is there.
    std::vector<End> filled;
    for (End& one : elements.ends) filled.insert(filled.end(), one.component ? 1 : inner_count, one);
    elements.ends = std::move(filled);
  }
  if (inner) elements.sizes.insert(elements.sizes.end(), inner->begin(), inner->end());
  return elements;
}

void Flattener::ConnectElements(Typer& typer, const syntax::ConnectEquation& equation, const std::optional<End>& a,
                                const std::optional<End>& b) {
  if (!a || !b || !a->component || !b->component) return;
  if (!loops_.empty()) {
    must_unroll_ = true;  // each round has other components
    return;
  }
  std::optional<EndElements> left = ElementsOf(typer, *equation.left, *a),
                             right = ElementsOf(typer, *equation.right, *b);
  if (!left || !right) return;
  if (left->ends.size() != right->ends.size()) {
    sink().Report(kConnectorSizesDiffer, typer.SpanOf(equation),
                  fmt::format("connectors of different size: {} are {}, {} are {}", typer.tree()->Text(*equation.left),
                              left->ends.size(), typer.tree()->Text(*equation.right), right->ends.size()));
    return;
  }
  for (std::size_t i = 0; i < left->ends.size(); ++i) ConnectEnds(typer, equation, left->ends[i], right->ends[i]);
}

}  // namespace mica::flat
