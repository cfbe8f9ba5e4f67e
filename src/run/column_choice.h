// Run stage: which columns of a wide matrix A (M × N, M ≤ N) make a well-conditioned square one. Pure numbers.
//
// With B the chosen columns and C the others, an entry of B⁻¹ C is the factor by which |det B| changes when its column takes the place of the one
// of its row. A choice in which no such factor exceeds `worth` is kept; else columns change places, the greatest factor first, until none does. The
// determinant grows by `worth` at least each time, so that comes to an end (Gu & Eisenstat, SIAM J. Sci. Comput. 17, 1996). Columns change places only
// within a kind. A choice that is singular is made anew by elimination with pivots, which keeps the number of chosen columns of each kind.
// Cost: M² N, and as much for each change.
#pragma once

#include <vector>

namespace mica::run {

struct ColumnChoice {
  std::vector<bool> is_chosen;  // N, M of them true
  bool changed = false;
  bool is_singular = false;     // whatever is chosen
};

// `a` is row-major; `kind` by column, equal for columns that may change places; kFixed: a chosen column that stays.
inline constexpr int kFixedColumn = -1;
ColumnChoice ChooseColumns(const std::vector<double>& a, std::vector<bool> is_chosen, const std::vector<int>& kind, double worth);

}  // namespace mica::run
