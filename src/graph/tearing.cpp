#include "graph/tearing.h"

#include <algorithm>

#include "base/check.h"
#include "graph/causal_closure.h"
#include "graph/tearing_block.h"
#include "graph/tearing_improvement.h"
#include "graph/tearing_selection.h"

namespace mica::graph {
namespace {

// The first one serves for every block, the others while work is left.
constexpr SelectionRule kRules[] = {
    {.weight_two = 4, .weight_three = 2, .weight_many = 1},
    {.weight_two = 64, .weight_three = 8, .weight_many = 1, .lookahead = 256},
    {.weight_two = 1, .weight_three = 1, .weight_many = 1, .lookahead = 256},
    {.weight_two = 4, .weight_three = 2, .weight_many = 1, .by_equation = true},
    {.weight_two = 4, .weight_three = 2, .weight_many = 1, .lookahead = 256, .spare_costly = true},
};

// Residual equations of the block, found as tearing variables of its transpose, leave these variables to be torn.
std::vector<Index> TornByResiduals(const TearingBlock& block, const TearingBlock& transposed,
                                   const std::vector<Index>& residuals) {
  CausalClosure closure(transposed);
  for (Index equation : residuals) closure.Know(equation);
  std::vector<bool> torn(static_cast<std::size_t>(block.variable_count()), true);
  for (const TearingStep& step : closure.trail()) {
    if (step.equation != kNone) torn[step.equation] = false;
  }
  std::vector<Index> variables;
  for (Index variable = 0; variable < block.variable_count(); ++variable) {
    if (torn[variable] || block.forced[variable]) variables.push_back(variable);
  }
  return variables;
}

std::vector<Index> Search(const TearingBlock& block, Index lower_bound, std::int64_t work) {
  const std::int64_t cost_bound = block.CostBound(lower_bound);
  const bool any_costly =
      std::any_of(block.cost.begin(), block.cost.end(), [](int cost) { return cost > kTearingUnit; });
  std::vector<Index> best;
  std::int64_t best_cost = std::numeric_limits<std::int64_t>::max();
  auto consider = [&](std::vector<Index> torn) {
    const std::int64_t cost = block.CostOf(torn);
    if (cost >= best_cost) return;
    best_cost = cost;
    best = std::move(torn);
  };
  const TearingBlock transposed = block.Transpose();
  for (const SelectionRule& rule : kRules) {
    if (rule.spare_costly && !any_costly) continue;
    Selection direct = SelectTearing(block, rule, work / 8);
    work -= direct.work;
    consider(std::move(direct.tearing_variables));
    if (best_cost <= cost_bound || work <= 0) break;
    if (rule.spare_costly) continue;  // the transpose knows no costs
    Selection reverse = SelectTearing(transposed, rule, work / 8);
    work -= reverse.work;
    consider(TornByResiduals(block, transposed, reverse.tearing_variables));
    if (best_cost <= cost_bound || work <= 0) break;
  }
  if (best_cost > cost_bound) ImproveTearing(block, best, lower_bound, work);
  return best;
}

}  // namespace

Tearing TearBlock(const TearingProblem& problem, std::int64_t work) {
  const TearingBlock block(problem);
  Tearing result;
  result.lower_bound = block.LowerBound();
  CausalClosure closure(block);
  for (Index variable : Search(block, result.lower_bound, work)) closure.Know(variable);
  Check(closure.complete(), "tearing leaves variables unknown");
  std::vector<bool> used(static_cast<std::size_t>(block.equation_count()), false);
  for (const TearingStep& step : closure.trail()) {
    if (step.equation == kNone) {
      result.tearing_variables.push_back(step.variable);
    } else {
      used[step.equation] = true;
      result.sequence.push_back(step);
    }
  }
  std::sort(result.tearing_variables.begin(), result.tearing_variables.end());
  for (Index equation = 0; equation < block.equation_count(); ++equation) {
    if (!used[equation]) result.residual_equations.push_back(equation);
  }
  return result;
}

}  // namespace mica::graph
