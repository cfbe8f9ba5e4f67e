#include "graph/tearing_selection.h"

#include <algorithm>

#include "graph/bucket_queue.h"
#include "graph/causal_closure.h"

namespace mica::graph {
namespace {

constexpr std::int64_t kHighestKey = 1 << 20;  // bounds the memory of the queue; beyond it promises are equal

class Selector {
 public:
  Selector(const TearingBlock& block, const SelectionRule& rule, std::int64_t work)
      : block_(block),
        rule_(rule),
        work_(work),
        closure_(block),
        promise_(static_cast<std::size_t>(block.variable_count()), 0),
        given_(static_cast<std::size_t>(block.equations.entry_count()), 0),
        stage_(static_cast<std::size_t>(block.equation_count()), kDone),
        variables_(block.variable_count()),
        equations_(rule.by_equation ? block.equation_count() : 0),
        dominated_(rule.lookahead > 1 ? static_cast<std::size_t>(block.variable_count()) : 0, 0) {}

  Selection Run() {
    Selection selection;
    for (Index variable = 0; variable < block_.variable_count(); ++variable) {
      if (!block_.forced[variable]) continue;
      closure_.Know(variable);
      selection.tearing_variables.push_back(variable);
    }
    for (Index equation = block_.equation_count(); equation-- > 0;) Update(equation);
    for (Index variable = block_.variable_count(); variable-- > 0;) {
      if (!closure_.known(variable)) variables_.Insert(variable, Key(variable));
    }
    while (!closure_.complete()) {
      const Index variable = Choose();
      const std::size_t before = closure_.mark();
      closure_.Know(variable);
      selection.tearing_variables.push_back(variable);
      for (std::size_t k = before; k < closure_.trail().size(); ++k) variables_.Remove(closure_.trail()[k].variable);
      for (std::size_t k = before; k < closure_.trail().size(); ++k) {
        for (Index equation : block_.variables.row(closure_.trail()[k].variable)) Update(equation);
      }
    }
    selection.work = work();
    return selection;
  }

 private:
  // By the number of unknowns of an equation.
  enum Stage : std::uint8_t { kDone, kTwo, kThree, kMany };

  static Stage StageOf(Index unknowns) {
    return unknowns <= 1 ? kDone : unknowns == 2 ? kTwo : unknowns == 3 ? kThree : kMany;
  }
  int Weight(Stage stage) const {
    return stage == kDone    ? 0
           : stage == kTwo   ? rule_.weight_two
           : stage == kThree ? rule_.weight_three
                             : rule_.weight_many;
  }
  std::int64_t work() const { return closure_.work() + scanned_; }
  bool exhausted() const { return work() > work_; }
  bool Usable(Index entry) const { return block_.solvable[entry] && !closure_.known(block_.equations.entry(entry)); }

  Index Key(Index variable) const {
    if (rule_.spare_costly && block_.cost[variable] > kTearingUnit) return 0;
    return static_cast<Index>(
        std::min(kHighestKey, (promise_[variable] + 1) * 8 * kTearingUnit / block_.cost[variable]));
  }

  // Brings the promises that come from an equation, and its place among equations, up to date.
  void Update(Index equation) {
    const Index unknowns = closure_.unknowns(equation);
    if (rule_.by_equation && !exhausted()) Place(equation, unknowns);
    const Stage stage = StageOf(unknowns);
    if (stage == stage_[equation]) return;
    stage_[equation] = stage;
    const Index usable = CountUsable(equation);
    for (Index entry = block_.equations.row_begin(equation); entry < block_.equations.row_end(equation); ++entry) {
      const Index variable = block_.equations.entry(entry);
      if (closure_.known(variable)) continue;
      const bool solves_another = usable > (Usable(entry) ? 1 : 0);
      const int gives = solves_another ? Weight(stage) : 0;
      promise_[variable] += gives - given_[entry];
      given_[entry] = gives;
      if (variables_.contains(variable)) variables_.SetKey(variable, Key(variable));
    }
    scanned_ += block_.equations.degree(equation);
  }

  // Unknown variables that the equation can be solved for.
  Index CountUsable(Index equation) {
    Index usable = 0;
    for (Index entry = block_.equations.row_begin(equation); entry < block_.equations.row_end(equation); ++entry) {
      usable += Usable(entry) ? 1 : 0;
    }
    scanned_ += block_.equations.degree(equation);
    return usable;
  }

  void Place(Index equation, Index unknowns) {
    if (equations_.contains(equation)) equations_.Remove(equation);
    if (unknowns >= 2 && CountUsable(equation) > 0) equations_.Insert(equation, block_.variable_count() - unknowns);
  }

  Index Choose() {
    if (exhausted()) return variables_.Max();
    if (rule_.by_equation && !equations_.empty()) return ChooseInEquation(equations_.Max());
    return rule_.lookahead > 1 ? ChooseByTrying() : variables_.Max();
  }

  // The most promising variable whose being known leaves another one to solve for.
  Index ChooseInEquation(Index equation) {
    const Index usable = CountUsable(equation);
    Index best = kNone;
    for (Index entry = block_.equations.row_begin(equation); entry < block_.equations.row_end(equation); ++entry) {
      const Index variable = block_.equations.entry(entry);
      if (closure_.known(variable) || (usable == 1 && Usable(entry))) continue;
      if (best == kNone || Key(variable) > Key(best)) best = variable;
    }
    return best;
  }

  // Of the most promising variables the one from which most follows at its cost. What follows from a variable that was
  // tried has no more to give than that one, and is not tried.
  Index ChooseByTrying() {
    ++choice_;
    std::vector<Index> candidates;
    std::vector<Index> keys;
    Index best = kNone;
    std::int64_t best_merit = -1;
    Index trials = 0;
    while (!variables_.empty() && trials < rule_.lookahead) {
      const Index candidate = variables_.Max();
      keys.push_back(variables_.key(candidate));
      candidates.push_back(variables_.PopMax());
      ++scanned_;
      if (dominated_[candidate] == choice_) continue;
      ++trials;
      const std::size_t before = closure_.mark();
      closure_.Know(candidate);
      const auto follow = static_cast<std::int64_t>(closure_.mark() - before);
      for (std::size_t k = before; k < closure_.trail().size(); ++k) {
        const Index variable = closure_.trail()[k].variable;
        if (block_.cost[variable] >= block_.cost[candidate]) dominated_[variable] = choice_;
      }
      closure_.Undo(before);
      const std::int64_t merit = follow * kTearingUnit * kTearingUnit / block_.cost[candidate];
      if (merit <= best_merit) continue;
      best_merit = merit;
      best = candidate;
    }
    for (std::size_t k = candidates.size(); k-- > 0;) variables_.Insert(candidates[k], keys[k]);
    return best;
  }

  const TearingBlock& block_;
  SelectionRule rule_;
  std::int64_t work_;
  CausalClosure closure_;
  std::vector<std::int64_t> promise_;
  std::vector<int> given_;  // by entry: the part of the variable's promise that comes from the equation
  std::vector<Stage> stage_;
  BucketQueue variables_;
  BucketQueue equations_;
  std::vector<Index> dominated_;  // by variable: the choice in which it was
  Index choice_ = 0;
  std::int64_t scanned_ = 0;
};

}  // namespace

Selection SelectTearing(const TearingBlock& block, const SelectionRule& rule, std::int64_t work) {
  return Selector(block, rule, work).Run();
}

}  // namespace mica::graph
