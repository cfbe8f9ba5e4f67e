// Where the sequence of explicit solutions that tearing found magnifies errors.
//
// A ladder of resistors torn at one end is a shooting method: each section multiplies the error of the tearing variable
// by 2.6, and after 40 sections nothing is left of the solution. Tearing itself sees structure only (graph/tearing.h).
// Here the factors, as far as they have values when the model is translated, tell how each variable of the sequence
// changes with the tearing variables,
//     S(v) = -Σ a(r, u) S(u) / a(r, v),
// in units in which rows and columns of the block have entries of about one (so that ohms and volts compare). Where a
// variable changes by more than kMostGrowth, those that it is computed from are torn too: several short sequences in
// place of a long one (multiple shooting). A row with a factor that has no value yet ends what is known. Cost: linear
// in the entries of the block, times the tearing variables that a variable depends on.
#pragma once

#include <span>
#include <vector>

#include "graph/tearing.h"

namespace mica::structure {

struct FactorRow {
  std::vector<graph::Index> entries;
  std::vector<double> factors;  // beside `entries`; not a number: not known
};

// Factors of rows and columns after which the largest entry of each is about one (Ruiz, 2001); what is not known counts
// for nothing.
void Balance(std::span<const FactorRow> rows, std::vector<double>& row_scale, std::vector<double>& column_scale);

// The same for a sequence with groups of equations that are solved together: the largest S there is. What is not known
// counts for nothing.
double LargestGrowth(std::span<const FactorRow> rows, graph::Index variable_count,
                     std::span<const graph::Index> tearing_variables,
                     const std::vector<std::span<const graph::TearingStep>>& parts);
inline constexpr double kMostGrowth = 1e7;  // of one rounding error: nine digits of sixteen are left

// Makes tearing variables of those that grow, and residuals of the equations that gave them.
void LimitGrowth(std::span<const FactorRow> rows, graph::Index variable_count, graph::Tearing& tearing);

}  // namespace mica::structure
