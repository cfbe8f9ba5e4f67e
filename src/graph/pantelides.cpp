#include "graph/pantelides.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/check.h"

namespace mica::graph {
namespace {

// Variables that are no derivatives, numbered from 0, and the pattern in which every other variable is replaced by the
// one it derives from.
struct CollapsedSystem {
  std::vector<Index> base_of_variable;  // number of the base
  std::vector<Index> variable_of_base;
  CompressedRows equations;
};

CollapsedSystem CollapseDerivatives(const IndexReduction& system) {
  CollapsedSystem collapsed;
  const auto count = static_cast<Index>(system.derivative_of_variable.size());
  collapsed.base_of_variable.assign(static_cast<std::size_t>(count), kNone);
  for (Index variable = 0; variable < count; ++variable) {
    if (system.antiderivative_of_variable[variable] != kNone) continue;
    for (Index v = variable; v != kNone; v = system.derivative_of_variable[v]) {
      collapsed.base_of_variable[v] = static_cast<Index>(collapsed.variable_of_base.size());
    }
    collapsed.variable_of_base.push_back(variable);
  }
  for (Index base : collapsed.base_of_variable) Check(base != kNone, "a chain of derivatives is a cycle");
  collapsed.equations = CompressedRows(static_cast<Index>(collapsed.variable_of_base.size()));
  std::vector<Index> entries;
  for (Index equation = 0; equation < system.equations.row_count(); ++equation) {
    entries.clear();
    for (Index variable : system.equations.row(equation)) entries.push_back(collapsed.base_of_variable[variable]);
    collapsed.equations.AddRow(entries);
  }
  return collapsed;
}

// Fills the explanations; whether every equation can be matched in the collapsed system.
bool TestTermination(IndexReduction& system) {
  const CollapsedSystem collapsed = CollapseDerivatives(system);
  const Matching matching = MaximumMatching(collapsed.equations);
  auto to_variables = [&](Explanation why) {
    for (Index& column : why.columns) column = collapsed.variable_of_base[column];
    return why;
  };
  const std::vector<Index> rows = matching.UnmatchedRows();
  for (std::size_t k = 0; k < std::min(rows.size(), IndexReduction::kMaxExplanations); ++k) {
    system.too_many_equations.push_back(to_variables(ExplainUnmatchedRow(collapsed.equations, matching, rows[k])));
  }
  const std::vector<Index> columns = matching.UnmatchedColumns();
  if (!columns.empty()) {
    const CompressedRows transposed = collapsed.equations.Transpose();
    for (std::size_t k = 0; k < std::min(columns.size(), IndexReduction::kMaxExplanations); ++k) {
      system.too_many_variables.push_back(to_variables(ExplainUnmatchedColumn(transposed, matching, columns[k])));
    }
  }
  return rows.empty();
}

class Pantelides {
 public:
  Pantelides(IndexReduction& system, Index max_differentiations)
      : system_(system), max_differentiations_(max_differentiations), origin_(system.derivative_of_equation.size()) {
    std::iota(origin_.begin(), origin_.end(), 0);
  }

  // Whether it came to an end within the fence.
  bool Run() {
    MatchHighest();
    for (Index equation : system_.matching.UnmatchedRows()) {
      while (!augmenter_.Augment(
          system_.matching, equation, [&](Index e) { return system_.equations.row(e); },
          [&](Index v) { return system_.derivative_of_variable[v] == kNone; })) {
        if (!Differentiate()) return false;
        equation = system_.derivative_of_equation[equation];
      }
    }
    return true;
  }

 private:
  // A first matching in the pattern of the highest variables alone.
  void MatchHighest() {
    CompressedRows highest(system_.equations.column_count());
    std::vector<Index> entries;
    for (Index equation = 0; equation < system_.equations.row_count(); ++equation) {
      entries.clear();
      for (Index variable : system_.equations.row(equation)) {
        if (system_.derivative_of_variable[variable] == kNone) entries.push_back(variable);
      }
      highest.AddRow(entries);
    }
    system_.matching = MaximumMatching(highest);
  }

  // Differentiates all that the last search reached.
  bool Differentiate() {
    const auto equations = augmenter_.reached_rows();
    const auto variables = augmenter_.reached_columns();
    for (Index equation : equations) {
      if (system_.differentiations[origin_[equation]] >= max_differentiations_) {
        system_.too_many_equations.push_back(GivenSet(equations, variables));
        return false;
      }
    }
    for (Index variable : variables) {
      const auto derivative = static_cast<Index>(system_.derivative_of_variable.size());
      system_.derivative_of_variable[variable] = derivative;
      system_.derivative_of_variable.push_back(kNone);
      system_.antiderivative_of_variable.push_back(variable);
      system_.matching.row_of_column.push_back(kNone);
    }
    system_.equations.GrowColumns(static_cast<Index>(system_.derivative_of_variable.size()));
    std::vector<Index> entries;
    for (Index equation : equations) {
      entries.clear();
      for (Index variable : system_.equations.row(equation))
        entries.push_back(system_.derivative_of_variable[variable]);
      const Index derivative = system_.equations.AddRow(entries);
      system_.derivative_of_equation[equation] = derivative;
      system_.derivative_of_equation.push_back(kNone);
      system_.antiderivative_of_equation.push_back(equation);
      origin_.push_back(origin_[equation]);
      ++system_.differentiations[origin_[equation]];
      system_.matching.column_of_row.push_back(kNone);
      const Index variable = system_.matching.column_of_row[equation];
      if (variable == kNone) continue;  // the one that the search started from
      system_.matching.column_of_row[equation] = kNone;
      system_.matching.row_of_column[variable] = kNone;
      system_.matching.Match(derivative, system_.derivative_of_variable[variable]);
    }
    return true;
  }

  // The same set in terms of given equations and of variables that are no derivatives.
  Explanation GivenSet(std::span<const Index> equations, std::span<const Index> variables) const {
    Explanation why;
    for (Index equation : equations) why.rows.push_back(origin_[equation]);
    for (Index variable : variables) {
      while (system_.antiderivative_of_variable[variable] != kNone)
        variable = system_.antiderivative_of_variable[variable];
      why.columns.push_back(variable);
    }
    return why;
  }

  IndexReduction& system_;
  Index max_differentiations_;
  std::vector<Index> origin_;  // by equation: the given one it derives from
  Augmenter augmenter_;
};

}  // namespace

IndexReduction ReduceIndex(const CompressedRows& equations, const std::vector<Index>& derivative_of_variable,
                           Index max_differentiations) {
  Check(std::ssize(derivative_of_variable) == equations.column_count(),
        "the map of derivatives does not fit the equations");
  IndexReduction given;
  given.equations = equations;
  given.derivative_of_variable = derivative_of_variable;
  given.antiderivative_of_variable.assign(derivative_of_variable.size(), kNone);
  for (Index variable = 0; variable < equations.column_count(); ++variable) {
    const Index derivative = derivative_of_variable[variable];
    if (derivative == kNone) continue;
    Check(derivative >= 0 && derivative < equations.column_count(), "a derivative lies outside the system");
    Check(given.antiderivative_of_variable[derivative] == kNone, "two variables have the same derivative");
    given.antiderivative_of_variable[derivative] = variable;
  }
  given.derivative_of_equation.assign(static_cast<std::size_t>(equations.row_count()), kNone);
  given.antiderivative_of_equation = given.derivative_of_equation;
  given.differentiations.assign(static_cast<std::size_t>(equations.row_count()), 0);
  given.matching = Matching(equations.row_count(), equations.column_count());
  if (!TestTermination(given)) {
    given.status = IndexReductionStatus::kSingular;
    return given;
  }
  IndexReduction reduced = given;
  if (Pantelides(reduced, max_differentiations).Run()) return reduced;
  given.status = IndexReductionStatus::kTooManyDifferentiations;
  given.too_many_equations = std::move(reduced.too_many_equations);
  given.differentiations = std::move(reduced.differentiations);
  return given;
}

}  // namespace mica::graph
