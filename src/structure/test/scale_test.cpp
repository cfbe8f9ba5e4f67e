// Cost grows no faster than the model.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <ctime>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

std::string Rod(int cells) {
  return fmt::format(R"(
    model Rod
      parameter Integer n = {};
      Real T[n](each start = 300, each fixed = true), q[n + 1];
      parameter Real G = 2, C = 5;
    equation
      q[1] = G*(400 - T[1]);
      for i in 2:n loop q[i] = G*(T[i - 1] - T[i]); end for;
      q[n + 1] = 0;
      for i in 1:n loop C*der(T[i]) = q[i] - q[i + 1]; end for;
    end Rod;)",
                     cells);
}

// Processor time of the passes: what else runs on the machine does not count.
double SecondsFor(int cells, std::size_t& states) {
  Options options;
  std::clock_t begin = 0, end = 0;
  options.is_cancelled = [&] {
    if (begin == 0) begin = std::clock();
    return false;
  };
  options.on_pass = [&](PassTime) { end = std::clock(); };
  AnalyzedModel model(Rod(cells), options);
  states = model.ok() ? model.blocks().states.size() : 0;
  EXPECT_TRUE(model.ok()) << model.Diagnostics();
  return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

TEST(Scale, ARodOfManyCellsIsLinear) {
  std::size_t states = 0;
  double small = SecondsFor(20'000, states);
  ASSERT_EQ(states, 20'000u);
  double large = SecondsFor(100'000, states);
  ASSERT_EQ(states, 100'000u);
  fmt::print("20 000 cells: {:.3f} s, 100 000 cells: {:.3f} s\n", small, large);
  EXPECT_LT(large, 12 * small + 0.5) << "five times the cells should cost about five times as much";
  EXPECT_LT(large, 30);  // processor time is twice as long where the other half of a core is busy
}

}  // namespace
}  // namespace mica::structure
