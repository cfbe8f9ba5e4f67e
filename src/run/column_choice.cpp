#include "run/column_choice.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"

namespace mica::run {

namespace {

constexpr double kSingular = 1e-10;  // a pivot beside the largest number in its column before elimination

class Chooser {
 public:
  Chooser(const std::vector<double>& a, std::vector<bool> is_chosen, const std::vector<int>& kind)
      : a_(a), kind_(kind), n_(kind.size()), m_(static_cast<std::size_t>(std::count(is_chosen.begin(), is_chosen.end(), true))) {
    Check(a.size() == m_ * n_ && is_chosen.size() == n_, "a choice of columns has as many as there are rows");
    choice_.is_chosen = std::move(is_chosen);
    // Rows by their largest entry: constraints have no common scale.
    for (std::size_t r = 0; r < m_; ++r) {
      double largest = 0;
      for (std::size_t c = 0; c < n_; ++c) largest = std::max(largest, std::abs(a_[r * n_ + c]));
      if (largest > 0)
        for (std::size_t c = 0; c < n_; ++c) a_[r * n_ + c] /= largest;
    }
  }

  ColumnChoice Run(double worth) {
    if (!Reduce(choice_.is_chosen)) {
      ChooseAnew();
      if (choice_.is_singular) return choice_;
    }
    for (std::size_t swaps = 0; swaps < 10 * n_ + 10; ++swaps) {
      std::size_t best_row = m_, best_column = n_;
      double best = worth;
      for (std::size_t r = 0; r < m_; ++r)
        for (std::size_t c = 0; c < n_; ++c) {
          if (choice_.is_chosen[c] || kind_[c] != kind_[column_of_row_[r]] || kind_[c] == kFixedColumn) continue;
          if (double factor = std::abs(work_[r * n_ + c]); factor > best) best = factor, best_row = r, best_column = c;
        }
      if (best_row == m_) break;
      choice_.is_chosen[column_of_row_[best_row]] = false;
      choice_.is_chosen[best_column] = true;
      choice_.changed = true;
      if (!Reduce(choice_.is_chosen)) choice_.is_singular = true;
      if (choice_.is_singular) break;
    }
    return choice_;
  }

 private:
  void Eliminate(std::size_t row, std::size_t column) {
    double pivot = work_[row * n_ + column];
    for (std::size_t c = 0; c < n_; ++c) work_[row * n_ + c] /= pivot;
    for (std::size_t r = 0; r < m_; ++r) {
      double factor = work_[r * n_ + column];
      if (r == row || factor == 0) continue;
      for (std::size_t c = 0; c < n_; ++c) work_[r * n_ + c] -= factor * work_[row * n_ + c];
    }
    column_of_row_[row] = column;
  }

  // work := B⁻¹ A by Gauss and Jordan. False: B is singular.
  bool Reduce(const std::vector<bool>& chosen) {
    work_ = a_;
    column_of_row_.assign(m_, n_);
    for (std::size_t c = 0; c < n_; ++c) {
      if (!chosen[c]) continue;
      double largest = 0;
      std::size_t best = m_;
      for (std::size_t r = 0; r < m_; ++r) {
        largest = std::max(largest, std::abs(a_[r * n_ + c]));
        if (column_of_row_[r] == n_ && (best == m_ || std::abs(work_[r * n_ + c]) > std::abs(work_[best * n_ + c]))) best = r;
      }
      double pivot = best == m_ ? 0 : std::abs(work_[best * n_ + c]);
      if (!(pivot > kSingular * largest) || !std::isfinite(pivot)) return false;
      Eliminate(best, c);
    }
    return true;
  }

  // Complete pivoting among the columns of kinds that still need some.
  void ChooseAnew() {
    std::map<int, std::size_t> wanted;
    for (std::size_t c = 0; c < n_; ++c)
      if (choice_.is_chosen[c]) ++wanted[kind_[c]];
    std::vector<bool> chosen(n_, false);
    work_ = a_;
    column_of_row_.assign(m_, n_);
    for (std::size_t count = 0; count < m_; ++count) {
      bool only_fixed = wanted[kFixedColumn] > 0;
      std::size_t best_row = m_, best_column = n_;
      double best = kSingular;
      for (std::size_t r = 0; r < m_; ++r) {
        if (column_of_row_[r] != n_) continue;
        for (std::size_t c = 0; c < n_; ++c) {
          if (chosen[c] || wanted[kind_[c]] == 0 || (kind_[c] == kFixedColumn) != only_fixed) continue;
          if (only_fixed && !choice_.is_chosen[c]) continue;
          if (double size = std::abs(work_[r * n_ + c]); size > best) best = size, best_row = r, best_column = c;
        }
      }
      if (best_row == m_) {
        choice_.is_singular = true;
        return;
      }
      Eliminate(best_row, best_column);
      chosen[best_column] = true;
      --wanted[kind_[best_column]];
    }
    choice_.changed = choice_.changed || chosen != choice_.is_chosen;
    choice_.is_chosen = std::move(chosen);
  }

  std::vector<double> a_;
  const std::vector<int>& kind_;
  std::size_t n_, m_;
  std::vector<double> work_;
  std::vector<std::size_t> column_of_row_;
  ColumnChoice choice_;
};

}  // namespace

ColumnChoice ChooseColumns(const std::vector<double>& a, std::vector<bool> is_chosen, const std::vector<int>& kind, double worth) {
  return Chooser(a, std::move(is_chosen), kind).Run(worth);
}

}  // namespace mica::run
