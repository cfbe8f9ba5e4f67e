// Pass sort-dynamics: the section `dynamics`, every equation that holds always, as sorted steps.
//
// Reads: equations, kinds of scalars (select-states). Changes: blocks.dynamics, blocks.systems, counts. Keeps: the
// scalar model, but for auxiliary scalars that systems need. A switch that a state fixes asks for more
// (inline_switches.h). Unknown are derivatives of states, algebraic and discrete scalars; states, inputs, parameters
// and pre-values are known.
#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/reduce/actual_equations.h"
#include "structure/sort/sort_blocks.h"
#include "structure/sort/sort_equations.h"
#include "structure/stage/inline_switches.h"
#include "structure/values/vanishing_entries.h"

namespace mica::structure {

bool SortEquations(PassContext& context, std::span<const ScalarEquation> step_formulas,
                   const std::vector<bool>& replaced, std::vector<Step>& out) {
  ScalarModel& model = context.model;
  SortProblem problem;
  std::vector<bool> has_formula(model.scalars.size(), false);
  for (const ScalarEquation& formula : step_formulas)
    has_formula[context.store.exprs.scalar(formula.left).index()] = true;
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    ScalarId id(i);
    const Scalar& scalar = model.scalars[id];
    if (scalar.alias_of || model.is_known(id) || model.facts[id].is_put_aside ||
        (scalar.kind == ScalarKind::kState && !has_formula[i]))
      continue;
    problem.AddUnknown(id, model.scalars.size());
  }
  problem.column_of.resize(model.scalars.size(), graph::kNone);
  ActualEquations actual(context.store);
  for (std::size_t i = 0; i < model.equations.size(); ++i) {
    const ScalarEquation& equation = model.equations[EquationId(i)];
    if (!equation.is_removed && (replaced.empty() || !replaced[i])) problem.equations.push_back(actual.Of(equation));
  }
  for (const ScalarEquation& formula : step_formulas) problem.equations.push_back(&formula);
  problem.graph = BuildEquationGraph(model, context.store, problem.equations, problem.column_of,
                                     static_cast<Index>(problem.unknowns.size()), context.in_stage);
  // Calls, algorithms and when-clauses determine their outputs unless that leaves an equation without an unknown.
  graph::Matching matching(static_cast<Index>(problem.graph.rows.size()), static_cast<Index>(problem.unknowns.size()));
  for (std::size_t r = 0; r < problem.graph.rows.size(); ++r) {
    ScalarId output = problem.graph.rows[r].output;
    if (!output || problem.column_of[output.index()] == graph::kNone) continue;
    if (matching.row_of_column[problem.column_of[output.index()]] == graph::kNone)
      matching.Match(static_cast<Index>(r), problem.column_of[output.index()]);
  }
  // What parameters make vanish is matched only if nothing else is left.
  graph::CompressedRows without = WithoutVanishing(context, problem.equations, problem.unknowns, problem.graph);
  matching = graph::MaximumMatching(without, std::move(matching));
  problem.matching = graph::MaximumMatching(problem.graph.solvable, std::move(matching));
  std::vector<Index> rows = problem.matching.UnmatchedRows(), columns = problem.matching.UnmatchedColumns();
  if (!rows.empty() || !columns.empty()) {
    Diagnostic& diagnostic =
        context.sink.Report(kNoMatchingAfterReduction, context.flat.span,
                            "the equations cannot be assigned to the unknowns after index reduction");
    for (std::size_t i = 0; i < rows.size() && i < context.options.message_limit; ++i) {
      const ScalarEquation& equation = *problem.equations[problem.graph.rows[rows[i]].equation];
      diagnostic.notes.push_back(
          {model.origins[equation.origin].span, "determines nothing: " + EquationText(model, equation, context.store)});
    }
    for (std::size_t i = 0; i < columns.size() && i < context.options.message_limit; ++i)
      diagnostic.notes.push_back(
          {{}, fmt::format("determined by nothing: {}", model.scalars[problem.unknowns[columns[i]]].name)});
    return false;
  }
  return SortBlocks(context, problem, out);
}

bool SortDynamics(PassContext& context) { return SortWithSwitches(context); }

}  // namespace mica::structure
