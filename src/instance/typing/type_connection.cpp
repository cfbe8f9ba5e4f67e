// Expressions that ask about the connections of the whole model: cardinality (specification 3.7.4.3) and
// Connections.isRoot, rooted (9.4). The answers are literals; inside an array of components whose elements differ, an
// array of literals and the place in it.
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

std::string_view Typer::ConnectionsOperator(const syntax::Call& call) {
  const syntax::ComponentReference& callee = *call.callee;
  if (callee.parts.size() != 2 || names().text(callee.parts[0].name) != "Connections") return {};
  bool is_shadowed =
      static_cast<bool>(callee.leading_dot ? instances().FindElement(instances().root(), callee.parts[0].name)
                                           : instances().Lookup(scope_, callee.parts[0].name));
  return is_shadowed ? std::string_view() : names().text(callee.parts[1].name);
}

// One literal of each element of an array of these sizes, and which of them is meant. Of an array without elements one
// literal stands for none.
Expr Typer::OfElements(const std::vector<Expr>& literals, Sizes sizes, std::vector<Expr> subscripts) {
  subscripts.resize(sizes.size(), exprs().Colon());
  if (std::ranges::all_of(literals, [&](Expr literal) { return literal == literals[0]; })) {
    std::vector<std::int32_t> open;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (exprs().op(subscripts[i]) == Op::kColon)
        open.push_back(sizes[i]);
      else if (types().rank(exprs().type(subscripts[i])) == 1)
        open.push_back(types().sizes(exprs().type(subscripts[i]))[0]);
    }
    return ops().Fill(literals[0], open);
  }
  // Nested from the last dimension outwards.
  std::vector<Expr> level = literals;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    auto size = static_cast<std::size_t>(sizes[i]);
    std::vector<Expr> above;
    for (std::size_t at = 0; at + size <= level.size() && size > 0; at += size)
      above.push_back(exprs().Make(Op::kArray, types().Array(exprs().type(level[at]), sizes[i]),
                                   std::span(level).subspan(at, size)));
    level = std::move(above);
  }
  return exprs().Index(level[0], subscripts);
}

Expr Typer::TypeCardinality(const syntax::ComponentReference& reference, Span span) {
  Place place = TypePlace(reference, PlaceUse::kConnector);
  if (!place.component) return ops().error();
  if (place.is_absent) return exprs().Integer(0);
  if (!instances().IsConnector(place.component))
    return ops().Fail(kWrongArgumentType, SpanOf(reference),
                      fmt::format("cardinality is of a connector, but {} is not one", tree_->Text(reference)));
  ConnectionFacts* facts = elaboration_.connection_facts();
  if (!facts)
    return ops().Fail(
        kConnectionsNotKnownYet, span,
        "cardinality is known once all connections are: it cannot decide about components, sizes or connections");
  std::vector<Expr> literals;
  for (std::int32_t count : facts->Cardinality(place.component)) literals.push_back(exprs().Integer(count));
  if (literals.empty()) literals.push_back(exprs().Integer(0));
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(place.component);
  return OfElements(literals, sizes, std::move(place.subscripts));
}

Expr Typer::TypeRootQuestion(std::string_view name, const syntax::ComponentReference& reference, Span span) {
  Place place = TypePlace(reference, PlaceUse::kConnector);
  if (!place.component) return ops().error();
  if (place.is_absent) return exprs().Boolean(false);
  ConnectionFacts* facts = elaboration_.connection_facts();
  if (!facts)
    return ops().Fail(
        kConnectionsNotKnownYet, span,
        fmt::format("{} is known once all connections are: it cannot decide about components, sizes or connections",
                    name));
  std::vector<Expr> literals;
  for (bool answer : name == "Connections.isRoot" ? facts->IsRoot(place.component) : facts->IsRooted(place.component))
    literals.push_back(exprs().Boolean(answer));
  if (literals.empty()) literals.push_back(exprs().Boolean(false));
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(place.component);
  if (place.component->primitive != Primitive::kNone) sizes.resize(sizes.size() - place.component->sizes.size());
  place.subscripts.resize(sizes.size());
  return OfElements(literals, sizes, std::move(place.subscripts));
}

}  // namespace mica::instance
