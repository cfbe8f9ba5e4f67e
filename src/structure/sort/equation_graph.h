// The bipartite graph of scalar equations and unknowns that checking, index reduction and sorting work on.
//
// A row is an equality, or one output of a step: a call with k outputs is k rows, so that rows and columns can be
// matched one to one; a step without outputs (an assertion) has no row. Two patterns per row:
//   solvable  what the row may determine, best first: of a Real equality the continuous unknowns that occur outside
//   conditions;
// of an equality of
//             another type a variable that stands alone on one side; of a step its output, then, for a call, continuous
//             unknowns
// among its
//             arguments (the call is then inverted by iteration).
//   needed    every unknown that must be known for evaluating the row, its own included.
#pragma once

#include <span>
#include <vector>

#include "graph/compressed_rows.h"
#include "structure/scalar/scalar_model.h"
#include "structure/sort/incidence.h"

namespace mica::structure {

using graph::Index;

struct EquationRow {
  Index equation = graph::kNone;  // place in the list of equations given
  ScalarId output;                // of a step
};

struct EquationGraph {
  std::vector<EquationRow> rows;
  graph::CompressedRows solvable, needed;
};

// `between_events`: discrete unknowns and held relations keep their values, so that no row needs them. `column_of`
// gives the column of each scalar, kNone for what is known (it may be shorter than the scalars: the rest is known).
EquationGraph BuildEquationGraph(const ScalarModel& model, const Store& store,
                                 std::span<const ScalarEquation* const> equations, const std::vector<Index>& column_of,
                                 Index column_count, bool between_events = false);

// What the equation reads: both sides, or the step that it is.
void AddReads(const ScalarEquation& equation, const ScalarModel& model, OccurrenceCollector& occurrences);

// Whether `left` = `right` of a type other than Real can be turned into `unknown := …`, and that value; invalid if not.
Expr SolveDiscrete(Expr left, Expr right, ScalarId unknown, Store& store);

}  // namespace mica::structure
