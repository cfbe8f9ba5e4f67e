// Pass find-hidden-aliases: variables that are zero, or equal to another, only by several sums together; and sums of
// differentiated variables that are constant, likewise.
//
// Three-phase currents that meet in a star point on either side, i1 + i2 + i3 = iL and j1 + j2 + j3 = iL, and a
// resistor to ground in between, r = (j1 - i1) + (j2 - i2) + (j3 - i3): no equation says so, but r = 0, and what is on
// one side has nothing to do with the other. Inductors before a bridge of switches without a neutral wire: what comes
// in through each goes up or down, up[k] - down[k] = i[k], and all that goes up comes back, so i[1] + i[2] + i[3] = 0.
// As long as no equation says that, three currents count as states, and a system of equations is singular.
//
// Reads: equalities that are sums of unknowns, with signs or small integers as factors, and a number: Kirchhoff's
// current law, differences of potentials, zero sequences 5*i0 = i1 + … + i5. They are reduced by each other (Gauss and
// Jordan, exact as the factors stay small integers); where one or two unknowns are left of a sum, it says x = 0, x = 3
// or x = ±y, and takes the place of the equation that it came from; so does one of differentiated variables alone,
// which index reduction then sees. For the sake of these, other variables are eliminated first. Changes: such
// equations; eliminate-aliases does the rest. Keeps: the solutions: each equation is replaced by a sum of itself and of
// equations that stay as they are. Sums that get long are left out, so that the cost stays linear in the sums.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "structure/passes.h"
#include "structure/scalar/signed_sum.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMostTerms = 12;
constexpr int kLargestFactor = 12;      // phases of a machine
constexpr std::size_t kMostParts = 24;  // equations that a sum is made of

struct Part {
  std::uint32_t of;  // a scalar or an equation
  double factor;
};

// Sorted by `of`, without zeros.
using Parts = std::vector<Part>;

Parts Combine(const Parts& a, double factor, const Parts& b) {
  Parts sum;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (j == b.size() || (i < a.size() && a[i].of < b[j].of))
      sum.push_back(a[i++]);
    else if (i == a.size() || b[j].of < a[i].of)
      sum.push_back({b[j].of, factor * b[j].factor}), ++j;
    else {
      if (double value = a[i].factor + factor * b[j].factor; value != 0) sum.push_back({a[i].of, value});
      ++i, ++j;
    }
  }
  return sum;
}

double FactorOf(const Parts& parts, std::uint32_t of) {
  auto at = std::ranges::lower_bound(parts, of, {}, &Part::of);
  return at != parts.end() && at->of == of ? at->factor : 0;
}

struct Sum {
  Parts terms, equations;
  double number = 0;
  std::uint32_t pivot = UINT32_MAX;  // no other sum holds it
};

class HiddenAliases {
 public:
  explicit HiddenAliases(PassContext& context)
      : model_(context.model), store_(context.store), algebra_(context.store) {}

  bool Run() {
    std::vector<Sum> given = Collect();
    std::vector<std::size_t> occurs(model_.scalars.size(), 0);
    for (const Sum& sum : given)
      for (const Part& term : sum.terms) ++occurs[term.of];
    for (Sum& sum : given) Add(std::move(sum), occurs);
    return Replace();
  }

 private:
  std::vector<Sum> Collect() {
    std::vector<Sum> sums;
    SignedSum read;
    read.largest_factor = kLargestFactor;
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {
      const ScalarEquation& equation = model_.equations[EquationId(i)];
      if (equation.is_removed || !equation.is_equality() || equation.active || equation.clock != kNoClock) continue;
      if (store_.types.kind(store_.exprs.type(equation.left)) != TypeKind::kReal ||
          !read.Collect(equation, store_.exprs))
        continue;
      if (read.terms.size() < 2 || read.terms.size() > kMostTerms ||
          !std::ranges::all_of(read.terms, [&](const SignedSum::Term& term) { return IsFree(term.scalar); }))
        continue;
      Sum sum{{}, {{static_cast<std::uint32_t>(i), 1}}, read.number, UINT32_MAX};
      for (const SignedSum::Term& term : read.terms)
        sum.terms = Combine(sum.terms, 1, {{term.scalar.index(), static_cast<double>(term.sign)}});
      length_of_[static_cast<std::uint32_t>(i)] = sum.terms.size();
      sums.push_back(std::move(sum));
    }
    return sums;
  }

  bool IsFree(ScalarId id) const {
    const Scalar& scalar = model_.scalars[id];
    return !scalar.alias_of && !model_.is_known(id) && model_.is_continuous(id) && !model_.facts[id].derivative_of;
  }

  bool HasDerivative(const Part& term) const { return model_.scalars[ScalarId(term.of)].derivative.valid(); }

  // sum - factor * by; false if that gets too long.
  bool Reduce(Sum& sum, const Sum& by) {
    double factor = -FactorOf(sum.terms, by.pivot) / FactorOf(by.terms, by.pivot);
    Parts terms = Combine(sum.terms, factor, by.terms), equations = Combine(sum.equations, factor, by.equations);
    bool is_plain = std::ranges::all_of(terms, [](const Part& part) {
      return std::abs(part.factor) <= kLargestFactor && part.factor == std::round(part.factor);
    });
    if (terms.size() > kMostTerms || equations.size() > kMostParts || !is_plain) return false;
    sum.terms = std::move(terms);
    sum.equations = std::move(equations);
    sum.number += factor * by.number;
    return true;
  }

  void Add(Sum sum, const std::vector<std::size_t>& occurs) {
    for (bool reduced = true; reduced;) {
      reduced = false;
      for (const Part& term : sum.terms) {
        auto by = by_pivot_.find(term.of);
        if (by == by_pivot_.end()) continue;
        if (!Reduce(sum, sums_[by->second])) return;
        reduced = true;
        break;
      }
    }
    if (sum.terms.empty()) return;  // it repeats others: the check names it
    // What is differentiated last; then the pivot that the fewest sums hold, so that little is to be done to these.
    auto pivot = std::ranges::min_element(
        sum.terms, {}, [&](const Part& term) { return std::tuple(HasDerivative(term), occurs[term.of], term.of); });
    sum.pivot = pivot->of;
    std::size_t place = sums_.size();
    std::vector<std::size_t> touched;
    if (auto holders = holders_.find(sum.pivot); holders != holders_.end()) touched = holders->second;
    for (const Part& term : sum.terms) holders_[term.of].push_back(place);
    by_pivot_[sum.pivot] = place;
    sums_.push_back(std::move(sum));
    for (std::size_t other : touched) {
      if (FactorOf(sums_[other].terms, sums_[place].pivot) == 0) continue;
      Parts before = sums_[other].terms;
      if (!Reduce(sums_[other], sums_[place])) continue;
      for (const Part& term : sums_[other].terms)
        if (FactorOf(before, term.of) == 0) holders_[term.of].push_back(other);
    }
  }

  bool Replace() {
    std::vector<bool> is_taken(model_.equations.size(), false);
    bool changed = false;
    for (const Sum& sum : sums_) {
      bool is_constraint = std::ranges::all_of(sum.terms, [&](const Part& term) { return HasDerivative(term); });
      if ((sum.terms.size() > 2 && !is_constraint) || sum.equations.size() < 2) continue;
      if (sum.terms.size() == 2 && !is_constraint &&
          (sum.number != 0 || std::abs(sum.terms[0].factor) != std::abs(sum.terms[1].factor)))
        continue;
      if (std::ranges::any_of(sum.equations, [&](const Part& part) { return is_taken[part.of]; })) continue;
      for (const Part& part : sum.equations) is_taken[part.of] = true;
      // The longest sum gives way: what a short one says of its own place stays.
      auto longest = std::ranges::max_element(
          sum.equations, {}, [&](const Part& part) { return std::pair(length_of_[part.of], part.of); });
      ScalarEquation& equation = model_.equations[EquationId(longest->of)];
      auto leaf = [&](std::size_t i) { return model_.Ref(ScalarId(sum.terms[i].of), store_); };
      equation.left = leaf(0);
      bool is_alias =
          sum.terms.size() == 2 && sum.number == 0 && std::abs(sum.terms[0].factor) == std::abs(sum.terms[1].factor);
      if (sum.terms.size() > 1 && !is_alias) {
        equation.left = algebra_.Mul(store_.exprs.Real(sum.terms[0].factor), leaf(0));
        for (std::size_t i = 1; i < sum.terms.size(); ++i)
          equation.left = algebra_.Add(equation.left, algebra_.Mul(store_.exprs.Real(sum.terms[i].factor), leaf(i)));
        equation.right = store_.exprs.Real(sum.number == 0 ? 0.0 : -sum.number);
      } else if (sum.terms.size() == 1)
        equation.right = store_.exprs.Real(sum.number == 0 ? 0.0 : -sum.number / sum.terms[0].factor);
      else
        equation.right = sum.terms[0].factor * sum.terms[1].factor > 0 ? algebra_.Neg(leaf(1)) : leaf(1);
      changed = true;
    }
    return changed;
  }

  ScalarModel& model_;
  Store& store_;
  symbolic::Algebra algebra_;
  std::unordered_map<std::uint32_t, std::size_t> length_of_;  // terms of the equations, as given
  std::vector<Sum> sums_;
  std::unordered_map<std::uint32_t, std::size_t> by_pivot_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>>
      holders_;  // sums that held the scalar when they were made
};

}  // namespace

bool FindHiddenAliases(PassContext& context) {
  constexpr int kMaxRounds = 8;
  for (int round = 0; round < kMaxRounds && HiddenAliases(context).Run(); ++round)
    if (!EliminateAliases(context)) return false;
  return true;
}

}  // namespace mica::structure
