#include "structure/sort/equation_graph.h"

#include <algorithm>

#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

bool IsReal(Expr e, const Store& store) { return store.types.kind(store.exprs.type(e)) == TypeKind::kReal; }

// The scalar that stands alone on a side, perhaps under `not` or a minus sign.
ScalarId LoneScalar(Expr side, const Store& store) {
  const ExprPool& exprs = store.exprs;
  while (exprs.op(side) == Op::kNot || exprs.op(side) == Op::kNeg) side = exprs.arg(side, 0);
  return exprs.op(side) == Op::kScalar ? exprs.scalar(side) : ScalarId();
}

}  // namespace

Expr SolveDiscrete(Expr left, Expr right, ScalarId unknown, Store& store) {
  ExprPool& exprs = store.exprs;
  symbolic::Algebra algebra(store);
  for (int side = 0; side < 2; ++side, std::swap(left, right)) {
    if (LoneScalar(left, store) != unknown || Reads(right, unknown, store)) continue;
    for (; exprs.op(left) != Op::kScalar; left = exprs.arg(left, 0))
      right = exprs.op(left) == Op::kNot ? algebra.Not(right) : algebra.Neg(right);
    return right;
  }
  return {};
}

void AddReads(const ScalarEquation& equation, const ScalarModel& model, OccurrenceCollector& occurrences) {
  if (!equation.is_equality()) return occurrences.Add(model.steps[equation.step]);
  occurrences.Add(equation.left);
  occurrences.Add(equation.right);
}

EquationGraph BuildEquationGraph(const ScalarModel& model, const Store& store,
                                 std::span<const ScalarEquation* const> equations, const std::vector<Index>& column_of,
                                 Index column_count, bool between_events) {
  EquationGraph graph;
  graph.solvable = graph::CompressedRows(column_count);
  graph.needed = graph::CompressedRows(column_count);
  OccurrenceCollector occurrences(store);
  std::vector<Index> solvable, needed;
  auto column = [&](ScalarId id) { return id.index() < column_of.size() ? column_of[id.index()] : graph::kNone; };
  auto add_unique = [](std::vector<Index>& list, Index c) {
    if (std::ranges::find(list, c) == list.end()) list.push_back(c);
  };
  auto is_kept = [&](const Occurrence& o) {
    return between_events &&
           ((o.how & (kSolvable | kInCondition)) == 0 || model.scalars[o.scalar].kind == ScalarKind::kDiscrete);
  };
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const ScalarEquation& equation = *equations[i];
    occurrences.Clear();
    solvable.clear();
    needed.clear();
    if (equation.is_equality()) {
      occurrences.Add(equation.left);
      occurrences.Add(equation.right);
      bool is_real = IsReal(equation.left, store) || IsReal(equation.right, store);
      ScalarId lone_left = LoneScalar(equation.left, store), lone_right = LoneScalar(equation.right, store);
      for (const Occurrence& o : occurrences.found()) {
        Index c = column(o.scalar);
        if (c == graph::kNone || !o.is_needed()) continue;
        // der(x) and x may share a column: then occurrences repeat.
        if (!is_kept(o)) needed.push_back(c);
        if ((o.how & kSolvable) == 0) continue;
        bool of_real = store.types.kind(model.scalars[o.scalar].type) == TypeKind::kReal;
        if (model.facts[o.scalar].is_when_assigned) continue;
        if (is_real ? of_real : (o.scalar == lone_left || o.scalar == lone_right)) solvable.push_back(c);
      }
      if (!is_real && lone_left && lone_right)
        std::ranges::stable_sort(solvable, {}, [&](Index c) { return c != column(lone_left); });
      auto drop_repeats = [](std::vector<Index>& list) {
        if (list.size() < 2) return;
        std::vector<Index> sorted(list);
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) == sorted.end()) return;
        std::vector<Index> kept;
        for (Index c : list)
          if (auto at = std::ranges::lower_bound(sorted, c); at != sorted.end() && *at == c) {
            kept.push_back(c);
            sorted.erase(std::ranges::lower_bound(sorted, c), std::ranges::upper_bound(sorted, c));
          }
        list = std::move(kept);
      };
      drop_repeats(solvable);
      drop_repeats(needed);
      graph.rows.push_back({static_cast<Index>(i), {}});
      graph.solvable.AddRow(solvable);
      graph.needed.AddRow(needed);
      continue;
    }
    const Step& step = model.steps[equation.step];
    occurrences.Add(step);
    std::vector<Index> arguments;
    for (const Occurrence& o : occurrences.found()) {
      Index c = column(o.scalar);
      if (c == graph::kNone || !o.is_needed()) continue;
      if (!is_kept(o)) add_unique(needed, c);
      bool of_real = store.types.kind(model.scalars[o.scalar].type) == TypeKind::kReal;
      if (step.kind == Step::Kind::kCall && of_real && (o.how & kSolvable) != 0 &&
          !model.facts[o.scalar].is_when_assigned && model.is_continuous(o.scalar))
        arguments.push_back(c);
    }
    // An algorithm reads its own outputs only after it has assigned them or from before the event.
    if (step.kind == Step::Kind::kAlgorithm)
      for (ScalarId target : step.targets)
        if (target) std::erase(needed, column(target));
    std::size_t needed_count = needed.size();
    for (ScalarId target : step.targets) {
      if (!target) continue;
      // An output that is known already (an input, a state) has no column: the row then constrains the arguments.
      solvable.clear();
      if (column(target) != graph::kNone) solvable.push_back(column(target));
      if (store.types.kind(model.scalars[target].type) == TypeKind::kReal)
        for (Index c : arguments) add_unique(solvable, c);
      needed.resize(needed_count);
      if (column(target) != graph::kNone) add_unique(needed, column(target));
      graph.rows.push_back({static_cast<Index>(i), target});
      graph.solvable.AddRow(solvable);
      graph.needed.AddRow(needed);
    }
  }
  return graph;
}

}  // namespace mica::structure
