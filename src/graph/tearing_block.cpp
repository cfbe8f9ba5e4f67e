#include "graph/tearing_block.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "graph/matching.h"

namespace mica::graph {

TearingBlock::TearingBlock(const TearingProblem& problem) : equations(problem.equations) {
  Check(std::ssize(problem.solvability) == equations.entry_count(), "the solvabilities do not fit the block");
  Check(problem.preference.empty() || std::ssize(problem.preference) == equations.column_count(),
        "the preferences do not fit the block");
  Transposed transposed = equations.TransposeWithEntries();
  variables = std::move(transposed.graph);
  equation_entry = std::move(transposed.original_entry);
  for (Index variable = 0; variable < variable_count(); ++variable) {
    const auto row = variables.row(variable);
    Check(std::adjacent_find(row.begin(), row.end()) == row.end(), "a block to be torn has repeated entries");
  }
  solvable.resize(problem.solvability.size());
  for (std::size_t k = 0; k < solvable.size(); ++k) solvable[k] = problem.solvability[k] == Solvability::kAlways;
  cost.assign(static_cast<std::size_t>(variable_count()), kTearingUnit);
  forced.assign(static_cast<std::size_t>(variable_count()), false);
  for (std::size_t variable = 0; variable < problem.preference.size(); ++variable) {
    if (problem.preference[variable] == kTearAlways)
      forced[variable] = true;
    else
      cost[variable] = kTearingUnit - std::clamp(problem.preference[variable], -1'000'000, kTearingUnit - 1);
  }
  ForceUnsolvable();
}

TearingBlock TearingBlock::Transpose() const {
  TearingBlock transposed;
  transposed.equations = variables;
  transposed.variables = equations;
  transposed.equation_entry.resize(equation_entry.size());
  transposed.solvable.resize(solvable.size());
  for (std::size_t k = 0; k < equation_entry.size(); ++k) {
    transposed.equation_entry[equation_entry[k]] = static_cast<Index>(k);
    transposed.solvable[k] = solvable[equation_entry[k]];
  }
  transposed.cost.assign(static_cast<std::size_t>(equation_count()), kTearingUnit);
  transposed.forced.assign(static_cast<std::size_t>(equation_count()), false);
  transposed.ForceUnsolvable();
  return transposed;
}

void TearingBlock::ForceUnsolvable() {
  std::vector<bool> solved_for(static_cast<std::size_t>(variable_count()), false);
  for (Index entry = 0; entry < equations.entry_count(); ++entry) {
    if (solvable[entry]) solved_for[equations.entry(entry)] = true;
  }
  for (Index variable = 0; variable < variable_count(); ++variable) {
    if (!solved_for[variable]) forced[variable] = true;
  }
}

Index TearingBlock::LowerBound() const {
  CompressedRows usable(variable_count());
  std::vector<Index> entries;
  Index shortest_row = variable_count() + 1;
  std::vector<bool> solved_for(static_cast<std::size_t>(variable_count()), false);
  for (Index equation = 0; equation < equation_count(); ++equation) {
    entries.clear();
    for (Index entry = equations.row_begin(equation); entry < equations.row_end(equation); ++entry) {
      if (!solvable[entry] || forced[equations.entry(entry)]) continue;
      entries.push_back(equations.entry(entry));
      solved_for[equations.entry(entry)] = true;
    }
    if (!entries.empty()) shortest_row = std::min(shortest_row, equations.degree(equation));
    usable.AddRow(entries);
  }
  Index shortest_column = equation_count() + 1;
  for (Index variable = 0; variable < variable_count(); ++variable) {
    if (solved_for[variable]) shortest_column = std::min(shortest_column, variables.degree(variable));
  }
  // At most so many steps: what can be matched, and what the first and the last step leave room for.
  Index steps = MaximumMatching(usable).CountMatched();
  steps = std::min(steps, variable_count() - (shortest_row - 1));
  steps = std::min(steps, equation_count() - (shortest_column - 1));
  return variable_count() - std::max<Index>(0, steps);
}

std::int64_t TearingBlock::CostBound(Index count) const {
  std::int64_t bound = 0;
  std::vector<int> others;
  for (Index variable = 0; variable < variable_count(); ++variable) {
    if (forced[variable]) {
      bound += cost[variable];
      --count;
    } else {
      others.push_back(cost[variable]);
    }
  }
  if (count <= 0) return bound;
  std::nth_element(others.begin(), others.begin() + (count - 1), others.end());
  return std::accumulate(others.begin(), others.begin() + count, bound);
}

std::int64_t TearingBlock::CostOf(const std::vector<Index>& torn) const {
  std::int64_t sum = 0;
  for (Index variable : torn) sum += cost[variable];
  return sum;
}

}  // namespace mica::graph
