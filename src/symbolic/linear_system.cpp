#include "symbolic/linear_system.h"

#include <algorithm>

#include "symbolic/simplify.h"

namespace mica::symbolic {

namespace {

class Elimination {
 public:
  Elimination(Algebra& algebra, const LinearSystem& system, const std::function<SignSet(Expr)>& sign,
              LinearLimits limits)
      : algebra_(algebra),
        n_(system.size),
        a_(system.matrix),
        b_(system.right),
        signs_(algebra.pool(), sign),
        limits_(limits) {}

  std::optional<std::vector<Expr>> Solve() {
    std::size_t budget = algebra_.pool().size() + limits_.nodes_per_unknown * n_ * n_;
    std::vector<bool> row_done(n_), column_done(n_);
    struct Pivot {
      std::size_t row, column;
    };
    std::vector<Pivot> pivots;
    for (std::size_t step = 0; step < n_; ++step) {
      auto pivot = FindPivot(row_done, column_done);
      if (!pivot || algebra_.pool().size() > budget) return std::nullopt;
      auto [r, c] = *pivot;
      pivots.push_back({r, c});
      row_done[r] = column_done[c] = true;
      for (std::size_t i = 0; i < n_; ++i) {
        if (row_done[i] || algebra_.IsZero(At(i, c))) continue;
        Expr factor = algebra_.Div(At(i, c), At(r, c));
        for (std::size_t k = 0; k < n_; ++k)
          if (!column_done[k]) At(i, k) = Minus(At(i, k), algebra_.Mul(factor, At(r, k)));
        b_[i] = Minus(b_[i], algebra_.Mul(factor, b_[r]));
        At(i, c) = algebra_.Real(0);
      }
    }
    std::vector<Expr> x(n_);
    for (auto pivot = pivots.rbegin(); pivot != pivots.rend(); ++pivot) {
      Expr value = b_[pivot->row];
      for (std::size_t k = 0; k < n_; ++k)
        if (k != pivot->column && x[k]) value = Minus(value, algebra_.Mul(At(pivot->row, k), x[k]));
      x[pivot->column] = algebra_.Div(value, At(pivot->row, pivot->column));
    }
    return algebra_.pool().size() > budget ? std::nullopt : std::optional(std::move(x));
  }

  // x_i = det(A with column i replaced by b) / det A
  std::optional<std::vector<Expr>> Cramer() {
    if (n_ > 3) return std::nullopt;
    Expr determinant = Determinant(a_);
    if (!signs_.Of(determinant).cannot_vanish()) return std::nullopt;
    std::vector<Expr> x;
    for (std::size_t i = 0; i < n_; ++i) {
      std::vector<Expr> replaced = a_;
      for (std::size_t r = 0; r < n_; ++r) replaced[r * n_ + i] = b_[r];
      x.push_back(algebra_.Div(Determinant(replaced), determinant));
    }
    return x;
  }

 private:
  struct Position {
    std::size_t row, column;
  };

  Expr& At(std::size_t row, std::size_t column) { return a_[row * n_ + column]; }
  Expr Minus(Expr a, Expr b) { return CollectTerms(algebra_, algebra_.Sub(a, b)); }

  // Literals before signed expressions; of those the one whose row and column are emptiest.
  std::optional<Position> FindPivot(const std::vector<bool>& row_done, const std::vector<bool>& column_done) {
    std::vector<std::size_t> in_row(n_), in_column(n_);
    for (std::size_t r = 0; r < n_; ++r)
      for (std::size_t c = 0; c < n_; ++c) {
        if (row_done[r] || column_done[c] || algebra_.IsZero(At(r, c))) continue;
        ++in_row[r];
        ++in_column[c];
      }
    std::optional<Position> best;
    std::size_t best_cost = SIZE_MAX;
    for (std::size_t r = 0; r < n_; ++r)
      for (std::size_t c = 0; c < n_; ++c) {
        if (row_done[r] || column_done[c]) continue;
        Expr e = At(r, c);
        auto number = algebra_.pool().number(e);
        if (number ? *number == 0 : !signs_.Of(e).cannot_vanish()) continue;
        std::size_t fill = (in_row[r] - 1) * (in_column[c] - 1);
        std::size_t cost = 4 * fill + (number ? (std::abs(*number) == 1 ? 0 : 1) : 3);
        if (cost < best_cost) {
          best_cost = cost;
          best = Position{r, c};
        }
      }
    return best;
  }

  Expr Determinant(const std::vector<Expr>& m) {
    Algebra& a = algebra_;
    auto two = [&](std::size_t p, std::size_t q, std::size_t r, std::size_t s) {
      return a.Sub(a.Mul(m[p], m[s]), a.Mul(m[q], m[r]));
    };
    if (n_ == 1) return m[0];
    if (n_ == 2) return two(0, 1, 2, 3);
    Expr sum = a.Add(a.Sub(a.Mul(m[0], two(4, 5, 7, 8)), a.Mul(m[1], two(3, 5, 6, 8))), a.Mul(m[2], two(3, 4, 6, 7)));
    return CollectTerms(a, sum);
  }

  Algebra& algebra_;
  std::size_t n_;
  std::vector<Expr> a_, b_;
  Signs signs_;
  LinearLimits limits_;
};

}  // namespace

std::optional<std::vector<Expr>> SolveLinearSystem(Algebra& algebra, const LinearSystem& system,
                                                   const std::function<SignSet(Expr)>& sign_of_leaf,
                                                   LinearLimits limits) {
  Check(system.matrix.size() == system.size * system.size && system.right.size() == system.size,
        "the system is not square");
  if (system.size > limits.largest) return std::nullopt;
  if (auto solution = Elimination(algebra, system, sign_of_leaf, limits).Solve()) return solution;
  return Elimination(algebra, system, sign_of_leaf, limits).Cramer();
}

}  // namespace mica::symbolic
