#include "graph/causal_closure.h"

#include <gtest/gtest.h>

#include "graph/test/random_block.h"

namespace mica::graph {
namespace {

// The rule applied to every equation again and again until nothing changes.
std::vector<bool> NaiveClosure(const TearingBlock& block, std::vector<bool> known) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Index equation = 0; equation < block.equation_count(); ++equation) {
      Index unknowns = 0, last = kNone;
      for (Index entry = block.equations.row_begin(equation); entry < block.equations.row_end(equation); ++entry) {
        if (known[block.equations.entry(entry)]) continue;
        ++unknowns;
        last = entry;
      }
      if (unknowns != 1 || !block.solvable[last] || block.forced[block.equations.entry(last)]) continue;
      known[block.equations.entry(last)] = true;
      changed = true;
    }
  }
  return known;
}

TEST(CausalClosure, AgreesWithTheRuleAndUndoes) {
  Random random(40);
  for (int round = 0; round < 1000; ++round) {
    const TearingBlock block(RandomBlock(random, 3 + random.Below(10), random.Below(12), 40 + random.Below(61)));
    const Index n = block.variable_count();
    CausalClosure closure(block);
    std::vector<bool> torn(static_cast<std::size_t>(n), false);
    std::vector<std::pair<std::size_t, std::vector<bool>>> history;
    for (int step = 0; step < 6; ++step) {
      std::vector<bool> known;
      for (Index v = 0; v < n; ++v) known.push_back(closure.known(v));
      ASSERT_EQ(known, NaiveClosure(block, torn));
      if (!history.empty() && random.Chance(30)) {
        closure.Undo(history.back().first);
        torn = history.back().second;
        history.pop_back();
      } else {
        history.emplace_back(closure.mark(), torn);
        const Index variable = random.Below(n);
        torn[variable] = true;
        closure.Know(variable);
      }
    }
    // The trail is a causal order: each equation holds its own variable and earlier ones only.
    std::vector<bool> known(static_cast<std::size_t>(n), false);
    for (const TearingStep& step : closure.trail()) {
      known[step.variable] = true;
      if (step.equation == kNone) continue;
      for (Index variable : block.equations.row(step.equation)) ASSERT_TRUE(known[variable]);
    }
  }
}

}  // namespace
}  // namespace mica::graph
