#include "structure/reduce/constraint_core.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "structure/reduce/constraint_elimination.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMostTaken = 80, kMostEntries = 2'000'000;
// Of the largest term of a sum: what is left of it by rounding of some thousand operations counts as zero. Of an entry:
// how much it differs between two generic points if it varies; what rounding makes of one that does not is far less.
constexpr double kVanishes = 1e-12, kVaries = 1e-6;

// A number at two generic points, and the largest term that went into it.
struct Pair {
  void Add(double first, double second) {
    at[0] += first;
    at[1] += second;
    largest = std::max({largest, std::abs(first), std::abs(second)});
  }

  double at[2] = {0, 0};
  double largest = 0;
};
using Gradient = std::map<Index, Pair>;  // by candidate that is taken as known or free

class CoreFinder {
 public:
  CoreFinder(const std::vector<Constraint>& rows, const std::vector<bool>& is_chosen, const std::vector<int>& wish)
      : rows_(rows), is_chosen_(is_chosen), wish_(wish), changes_(wish.size(), false) {}

  std::vector<ConstraintCore> Run() {
    ConstraintElimination first(rows_, is_chosen_);
    first.Run({});
    if (first.taken().empty() || !FindChanging(first)) return {};
    std::vector<Index> known;
    for (std::size_t c = 0; c < wish_.size(); ++c)
      if (changes_[c] && is_chosen_[c]) known.push_back(static_cast<Index>(c));
    ConstraintElimination second(rows_, is_chosen_);
    second.Run(known);
    return Collect(second);
  }

 private:
  void AddTo(Gradient& sum, const ConstraintTerm& term, double scale0, double scale1) {
    auto found = gradients_.find(term.candidate);
    if (found == gradients_.end()) {
      sum[term.candidate].Add(term.value[0] * scale0, term.value[1] * scale1);
      return;
    }
    for (const auto& [column, of] : found->second)
      sum[column].Add(term.value[0] * of.at[0] * scale0, term.value[1] * of.at[1] * scale1);
  }

  // Gradients of all that is eliminated, by what is taken as known and what is free. False: too much.
  bool FormGradients(const ConstraintElimination& elimination) {
    std::size_t entries = 0;
    for (auto [row, candidate] : elimination.order()) {
      const Constraint& constraint = rows_[row];
      auto pivot = std::ranges::find(constraint.terms, candidate, &ConstraintTerm::candidate);
      Gradient sum;
      for (const ConstraintTerm& term : constraint.terms)
        if (term.candidate != candidate) AddTo(sum, term, -1 / pivot->value[0], -1 / pivot->value[1]);
      entries += sum.size();
      if (entries > kMostEntries) return false;
      gradients_.emplace(candidate, std::move(sum));
    }
    return true;
  }

  // -X for the candidates that a group takes as known, by what is free; empty: singular, or too large.
  std::unordered_map<Index, Gradient> Solve(const std::vector<Index>& rows, const std::vector<Index>& taken) {
    std::vector<Gradient> work;
    for (Index row : rows) {
      Gradient sum;
      for (const ConstraintTerm& term : rows_[row].terms) AddTo(sum, term, 1, 1);
      work.push_back(std::move(sum));
    }
    std::unordered_map<Index, Gradient> solved;
    std::vector<bool> is_used(rows.size(), false);
    std::vector<std::size_t> row_of;
    for (Index t : taken) {
      std::size_t best = rows.size();
      double size = 0, largest = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        auto entry = work[r].find(t);
        if (is_used[r] || entry == work[r].end()) continue;
        double smaller = std::min(std::abs(entry->second.at[0]), std::abs(entry->second.at[1]));
        if (smaller > size) size = smaller, largest = entry->second.largest, best = r;
      }
      if (best == rows.size() || size <= kVanishes * largest) return {};
      is_used[best] = true;
      row_of.push_back(best);
      Pair pivot = work[best].at(t);
      for (auto& [column, pair] : work[best]) {
        for (int k = 0; k < 2; ++k) pair.at[k] /= pivot.at[k];
        pair.largest /= size;
      }
      for (std::size_t r = 0; r < rows.size(); ++r) {
        auto entry = work[r].find(t);
        if (r == best || entry == work[r].end()) continue;
        Pair factor = entry->second;
        work[r].erase(entry);
        for (const auto& [column, pair] : work[best])
          if (column != t) work[r][column].Add(-factor.at[0] * pair.at[0], -factor.at[1] * pair.at[1]);
      }
    }
    for (std::size_t i = 0; i < taken.size(); ++i) {
      Gradient by_free;
      for (const auto& [column, pair] : work[row_of[i]])
        if (column != taken[i]) by_free[column] = {{-pair.at[0], -pair.at[1]}, pair.largest};
      solved.emplace(taken[i], std::move(by_free));
    }
    return solved;
  }

  // Marks what changes places with what. False: nothing does.
  bool FindChanging(const ConstraintElimination& elimination) {
    if (!FormGradients(elimination)) return false;
    std::unordered_map<Index, Gradient> solved;
    for (const std::vector<Index>& rows : elimination.Groups({})) {
      ConstraintElimination::Reach reach = elimination.Find(rows);
      std::vector<Index> taken;
      for (Index c : reach.columns)
        if (elimination.is_taken(c)) taken.push_back(c);
      if (reach.is_opaque || taken.size() != rows.size() || taken.size() > kMostTaken ||
          !elimination.Varies(reach, rows))
        continue;
      solved.merge(Solve(rows, taken));
    }
    bool any = false;
    for (const auto& [taken, by_free] : solved) any = Mark(taken, by_free) || any;
    for (auto [row, candidate] : elimination.order()) {
      const Gradient& gradient = gradients_.at(candidate);
      Gradient by_free;
      bool follows = false;
      for (const auto& [column, pair] : gradient) {
        auto known = solved.find(column);
        if (known == solved.end()) {
          by_free[column].Add(pair.at[0], pair.at[1]);
          continue;
        }
        follows = true;
        for (const auto& [free, of] : known->second) by_free[free].Add(pair.at[0] * of.at[0], pair.at[1] * of.at[1]);
      }
      if (follows) any = Mark(candidate, by_free) || any;
    }
    return any;
  }

  bool Mark(Index chosen, const Gradient& by_free) {
    bool any = false;
    for (const auto& [free, pair] : by_free) {
      if (is_chosen_[free] || wish_[free] != wish_[chosen] || wish_[free] < 0) continue;
      double size = std::abs(pair.at[0]) + std::abs(pair.at[1]);
      if (!(std::abs(pair.at[0] - pair.at[1]) > kVaries * size) || size <= kVanishes * pair.largest) continue;
      changes_[free] = changes_[chosen] = any = true;
    }
    return any;
  }

  std::vector<ConstraintCore> Collect(const ConstraintElimination& elimination) const {
    std::vector<ConstraintCore> cores;
    for (std::vector<Index>& rows : elimination.Groups(changes_)) {
      ConstraintElimination::Reach reach = elimination.Find(rows);
      ConstraintCore core;
      for (Index c : reach.columns)
        if (elimination.is_taken(c))
          (changes_[c] ? core.dummies : core.forced).push_back(c);
        else if (changes_[c])
          core.free.push_back(c);
      if (reach.is_opaque || core.dummies.empty() || core.free.empty() ||
          core.dummies.size() + core.forced.size() != rows.size())
        continue;
      core.eliminated = std::move(reach.eliminated);
      core.rows = std::move(rows);
      cores.push_back(std::move(core));
    }
    return cores;
  }

  const std::vector<Constraint>& rows_;
  const std::vector<bool>& is_chosen_;
  const std::vector<int>& wish_;
  std::vector<bool> changes_;  // by candidate: may change places
  std::unordered_map<Index, Gradient> gradients_;
};

}  // namespace

std::vector<ConstraintCore> FindConstraintCores(const std::vector<Constraint>& rows, const std::vector<bool>& is_chosen,
                                                const std::vector<int>& wish) {
  return CoreFinder(rows, is_chosen, wish).Run();
}

}  // namespace mica::structure
