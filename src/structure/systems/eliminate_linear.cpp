#include "structure/systems/eliminate_linear.h"

#include <fmt/format.h>
#include <algorithm>

namespace mica::structure {

using graph::Index;

std::size_t LinearElimination::FindOrder(GainValues& values) {
  std::vector<std::vector<SampledEntry>> sampled(rows_.size());
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::ranges::sort(rows_[r].terms, {}, &Term::unknown);
    for (const Term& term : rows_[r].terms) sampled[r].push_back({term.unknown, values.Of(term.factor)});
  }
  pivots_ = FindEliminationOrder(sampled, static_cast<Index>(unknowns_.size()), first_);
  return unknowns_.size() - pivots_.size();
}

Expr LinearElimination::Named(Expr value, const flat::Origin& origin, std::vector<Step>& before) {
  const ExprPool& exprs = context_.store.exprs;
  auto is_leaf = [&](Expr e) { return exprs.number(e) || exprs.op(e) == Op::kScalar; };
  if (is_leaf(value) || (exprs.op(value) == Op::kNeg && is_leaf(exprs.arg(value, 0)))) return value;
  auto [at, is_new] = named_.try_emplace(value);
  if (!is_new) return at->second;
  Scalar scalar;
  scalar.name = fmt::format("$eliminated{}", context_.model.scalars.size());
  scalar.type = context_.store.types.real();
  scalar.is_hidden = true;
  ScalarFacts facts;
  facts.is_auxiliary = true;
  facts.is_put_aside = true;
  ScalarId id = context_.model.Add(std::move(scalar), facts);
  Step step;
  step.kind = Step::Kind::kAssign;
  step.targets = {id};
  step.value = value;
  step.origin = origin;
  before.push_back(std::move(step));
  return at->second = context_.model.Ref(id, context_.store);
}

// row := row - row(unknown)/from(unknown) · from
void LinearElimination::Subtract(const Row& from, Index unknown, Row& row, std::vector<Step>& before) {
  auto own = std::ranges::lower_bound(row.terms, unknown, {}, &Term::unknown);
  auto pivot = std::ranges::lower_bound(from.terms, unknown, {}, &Term::unknown);
  Check(own != row.terms.end() && own->unknown == unknown && pivot != from.terms.end() && pivot->unknown == unknown,
        "a pivot that is not there");
  Expr share = Named(algebra_.Div(own->factor, pivot->factor), row.origin, before);
  Factors sum;
  auto a = row.terms.begin();
  auto b = from.terms.begin();
  while (a != row.terms.end() || b != from.terms.end()) {
    Index at = b == from.terms.end() || (a != row.terms.end() && a->unknown <= b->unknown) ? a->unknown : b->unknown;
    bool has_a = a != row.terms.end() && a->unknown == at, has_b = b != from.terms.end() && b->unknown == at;
    if (at != unknown) {
      Expr factor = has_a ? a->factor : context_.store.exprs.Real(0);
      if (has_b) factor = Named(algebra_.Sub(factor, algebra_.Mul(share, b->factor)), row.origin, before);
      // One that cancels stays, as 0: the order counts on it being there.
      sum.push_back({at, factor});
    }
    if (has_a) ++a;
    if (has_b) ++b;
  }
  row.terms = std::move(sum);
  row.rest = Named(algebra_.Sub(row.rest, algebra_.Mul(share, from.rest)), row.origin, before);
}

Expr LinearElimination::Sum(const Row& row, Index without) {
  std::vector<Expr> terms{row.rest};
  for (const Term& term : row.terms)
    if (term.unknown != without)
      terms.push_back(algebra_.Mul(term.factor, context_.model.Ref(unknowns_[term.unknown], context_.store)));
  return algebra_.Sum(terms, context_.store.types.real());
}

System LinearElimination::Eliminate(std::vector<Step>& before, std::vector<Step>& after) {
  std::vector<bool> is_used(rows_.size(), false), is_eliminated(unknowns_.size(), false);
  std::vector<std::vector<Index>> holders(unknowns_.size());  // rows that hold the unknown, some twice, some no longer
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (const Term& term : rows_[r].terms) holders[term.unknown].push_back(static_cast<Index>(r));
  for (EliminationPivot pivot : pivots_) {
    Row& from = rows_[pivot.row];
    is_used[pivot.row] = true;
    is_eliminated[pivot.column] = true;
    // What the other rows and the unknown itself need is computed once.
    for (Term& term : from.terms) term.factor = Named(term.factor, from.origin, before);
    from.rest = Named(from.rest, from.origin, before);
    std::vector<Index> rows = std::move(holders[pivot.column]);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (Index r : rows) {
      if (is_used[r] || !std::ranges::binary_search(rows_[r].terms, pivot.column, {}, &Term::unknown)) continue;
      Subtract(from, pivot.column, rows_[r], before);
      for (const Term& term : from.terms)
        if (term.unknown != pivot.column) holders[term.unknown].push_back(r);
    }
  }
  for (auto pivot = pivots_.rbegin(); pivot != pivots_.rend(); ++pivot) {
    const Row& row = rows_[pivot->row];
    auto own = std::ranges::lower_bound(row.terms, pivot->column, {}, &Term::unknown);
    Step step;
    step.kind = Step::Kind::kAssign;
    step.targets = {unknowns_[pivot->column]};
    step.value = algebra_.Neg(algebra_.Div(Sum(row, pivot->column), own->factor));
    step.origin = row.origin;
    after.push_back(std::move(step));
  }
  System left;
  left.is_linear = true;
  left.size_before_tearing = static_cast<std::uint32_t>(unknowns_.size());
  for (std::size_t k = 0; k < unknowns_.size(); ++k)
    if (!is_eliminated[k]) left.unknowns.push_back(unknowns_[k]);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (is_used[r]) continue;
    left.residuals.push_back(Sum(rows_[r], -1));
    left.origins.push_back(rows_[r].origin);
    left.residual_text.push_back(rows_[r].text);
  }
  return left;
}

}  // namespace mica::structure
