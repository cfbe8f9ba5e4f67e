#include "structure/systems/tearing_growth.h"

#include <algorithm>
#include <cmath>

namespace mica::structure {

using graph::Index;

namespace {

constexpr double kCutGrowth = 10;  // of what is cut, once a cut is to be made
constexpr std::size_t kMostTerms = 4'000'000;

}  // namespace

void Balance(std::span<const FactorRow> rows, std::vector<double>& row_scale, std::vector<double>& column_scale) {
  constexpr int kSweeps = 6;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::vector<double> column_most(column_scale.size(), 0);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      double most = 0;
      for (std::size_t k = 0; k < rows[r].entries.size(); ++k) {
        double size = std::abs(rows[r].factors[k]) * row_scale[r] * column_scale[rows[r].entries[k]];
        if (!(size > 0) || !std::isfinite(size)) continue;
        most = std::max(most, size);
        column_most[rows[r].entries[k]] = std::max(column_most[rows[r].entries[k]], size);
      }
      if (most > 0) row_scale[r] /= std::sqrt(most);
    }
    for (std::size_t c = 0; c < column_scale.size(); ++c)
      if (column_most[c] > 0) column_scale[c] /= std::sqrt(column_most[c]);
  }
}

double LargestGrowth(std::span<const FactorRow> rows, Index variable_count, std::span<const Index> tearing_variables,
                     const std::vector<std::span<const graph::TearingStep>>& parts) {
  std::vector<double> row_scale(rows.size(), 1), column_scale(static_cast<std::size_t>(variable_count), 1);
  Balance(rows, row_scale, column_scale);
  std::size_t torn = tearing_variables.size();
  std::vector<std::vector<double>> changes(
      static_cast<std::size_t>(variable_count));  // by tearing variable; empty: with none
  for (std::size_t t = 0; t < torn; ++t) {
    changes[tearing_variables[t]].assign(torn, 0);
    changes[tearing_variables[t]][t] = 1;
  }
  std::vector<Index> place(static_cast<std::size_t>(variable_count), graph::kNone);
  double largest = 0;
  for (std::span<const graph::TearingStep> part : parts) {
    std::size_t n = part.size();
    for (std::size_t k = 0; k < n; ++k) place[part[k].variable] = static_cast<Index>(k);
    std::vector<std::vector<double>> a(n, std::vector<double>(n + torn, 0));  // the group, and what stands on the right
    for (std::size_t k = 0; k < n; ++k) {
      const FactorRow& row = rows[part[k].equation];
      for (std::size_t e = 0; e < row.entries.size(); ++e) {
        Index entry = row.entries[e];
        double factor = row.factors[e] * row_scale[part[k].equation] * column_scale[entry];
        if (place[entry] != graph::kNone)
          a[k][place[entry]] += factor;
        else
          for (std::size_t t = 0; t < changes[entry].size(); ++t) a[k][n + t] -= factor * changes[entry][t];
      }
    }
    for (std::size_t k = 0; k < n; ++k) place[part[k].variable] = graph::kNone;
    for (std::size_t k = 0; k < n; ++k) {  // Gauss and Jordan, by the largest of the column
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      std::swap(a[k], a[pivot]);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k || a[i][k] == 0) continue;
        double share = a[i][k] / a[k][k];
        for (std::size_t c = k; c < n + torn; ++c) a[i][c] -= share * a[k][c];
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<double> change(torn, 0);
      double most = 0;
      for (std::size_t t = 0; t < torn; ++t) {
        change[t] = a[k][n + t] / a[k][k];
        most = std::isfinite(change[t]) ? std::max(most, std::abs(change[t])) : INFINITY;
      }
      if (!std::isfinite(most) || most == 0) continue;
      changes[part[k].variable] = std::move(change);
      largest = std::max(largest, most);
    }
  }
  return largest;
}

void LimitGrowth(std::span<const FactorRow> rows, Index variable_count, graph::Tearing& tearing) {
  std::vector<double> row_scale(rows.size(), 1), column_scale(static_cast<std::size_t>(variable_count), 1);
  Balance(rows, row_scale, column_scale);
  struct Term {
    Index torn;
    double change;
  };
  std::vector<std::vector<Term>> changes(static_cast<std::size_t>(variable_count));
  for (Index torn : tearing.tearing_variables) changes[torn] = {{torn, 1}};
  std::vector<double> sum(static_cast<std::size_t>(variable_count), 0);
  std::vector<Index> touched;
  std::vector<bool> grows(static_cast<std::size_t>(variable_count), false);
  std::size_t terms = 0;
  auto most_of = [](const std::vector<Term>& list) {
    double most = 0;
    for (const Term& term : list) most = std::max(most, std::abs(term.change));
    return most;
  };
  // S of the variable that the row gives; empty if it is not known.
  auto change_of = [&](Index row, Index variable) {
    const FactorRow& at = rows[row];
    double own = 0;
    touched.clear();
    for (std::size_t k = 0; k < at.entries.size(); ++k) {
      double factor = at.factors[k] * row_scale[row] * column_scale[at.entries[k]];
      if (at.entries[k] == variable) {
        own = factor;
        continue;
      }
      for (const Term& term : changes[at.entries[k]]) {
        if (sum[term.torn] == 0) touched.push_back(term.torn);
        sum[term.torn] -= factor * term.change;
      }
    }
    std::vector<Term> result;
    bool is_known = own != 0 && std::isfinite(own);
    for (Index torn : touched) {
      double change = sum[torn] / own;
      sum[torn] = 0;
      is_known = is_known && std::isfinite(change);
      if (is_known && change != 0) result.push_back({torn, change});
    }
    if (!is_known) result.clear();
    return result;
  };
  for (auto [row, variable] : tearing.sequence) {
    std::vector<Term> change = change_of(row, variable);
    if (most_of(change) > kMostGrowth) {
      // Cut before: what the row takes starts anew, all of it, as each part carries the same error.
      for (Index entry : rows[row].entries) {
        if (entry == variable || most_of(changes[entry]) <= kCutGrowth) continue;
        grows[entry] = true;
        changes[entry] = {{entry, 1}};
      }
      change = change_of(row, variable);
    }
    terms += change.size();
    changes[variable] = std::move(change);
    if (terms > kMostTerms) break;
  }
  std::erase_if(tearing.sequence, [&](graph::TearingStep step) {
    if (!grows[step.variable]) return false;
    tearing.tearing_variables.push_back(step.variable);
    tearing.residual_equations.push_back(step.equation);
    return true;
  });
  std::ranges::sort(tearing.tearing_variables);
  std::ranges::sort(tearing.residual_equations);
}

}  // namespace mica::structure
