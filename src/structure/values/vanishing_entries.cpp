#include "structure/values/vanishing_entries.h"

#include <algorithm>

#include "structure/sort/partial_derivative.h"

namespace mica::structure {

graph::CompressedRows WithoutVanishing(PassContext& context, std::span<const ScalarEquation* const> equations,
                                       const std::vector<ScalarId>& unknowns, const EquationGraph& graph) {
  ScalarModel& model = context.model;
  BindingValues values(model, context.store);
  PartialDerivative partial(context.derivatives);
  OccurrenceCollector occurrences(context.store);
  std::vector<signed char> is_zero(model.scalars.size(), -1);  // -1: not asked yet
  auto vanishes = [&](ScalarId id) {
    ScalarKind kind = model.scalars[id].kind;
    if (kind != ScalarKind::kParameter && kind != ScalarKind::kConstant) return false;
    if (is_zero[id.index()] < 0) {
      const Value* value = values.Scalar(id);
      bool is_number = value && value->is_scalar() && (value->is_real() || value->is_integral());
      is_zero[id.index()] = is_number && value->real() == 0;
    }
    return is_zero[id.index()] == 1;
  };
  graph::CompressedRows result(graph.solvable.column_count());
  std::vector<Index> kept;
  for (std::size_t r = 0; r < graph.rows.size(); ++r) {
    auto row = graph.solvable.row(static_cast<Index>(r));
    const ScalarEquation& equation = *equations[graph.rows[r].equation];
    kept.assign(row.begin(), row.end());
    if (equation.is_equality() && row.size() > 1) {
      occurrences.Clear();
      occurrences.Add(equation.left);
      occurrences.Add(equation.right);
      if (std::ranges::any_of(occurrences.found(), [&](const Occurrence& o) { return vanishes(o.scalar); })) {
        auto terms = partial.All(symbolic::Algebra(context.store).Sub(equation.left, equation.right), [&](ScalarId id) {
          return std::ranges::any_of(row, [&](Index column) { return unknowns[column] == id; });
        });
        if (terms)
          std::erase_if(kept, [&](Index column) {
            auto term = std::ranges::find(*terms, unknowns[column], &PartialTerm::scalar);
            return term == terms->end() ||
                   (partial.Classify(term->derivative, model) == Factor::kParameter &&
                    partial.ClassifyByValue(term->derivative, model, values) == Factor::kVaries);
          });
      }
    }
    result.AddRow(kept);
  }
  return result;
}

}  // namespace mica::structure
