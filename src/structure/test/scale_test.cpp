// Cost grows no faster than the model.
#include <gtest/gtest.h>

#include <chrono>
#include <fmt/format.h>

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

double SecondsFor(int cells, std::size_t& states) {
  double seconds = 0;
  Options options;
  std::map<std::string, double> passes;
  options.on_pass = [&](PassTime pass) {
    seconds += pass.seconds;
    passes[std::string(pass.pass)] = pass.seconds;
  };
  AnalyzedModel model(Rod(cells), options);
  states = model.ok() ? model.blocks().states.size() : 0;
  EXPECT_TRUE(model.ok()) << model.Diagnostics();
  for (const auto& [pass, time] : passes) fmt::print("  {:20} {:.3f} s\n", pass, time);
  return seconds;
}

TEST(Scale, ARodOfManyCellsIsLinear) {
  std::size_t states = 0;
  double small = SecondsFor(20'000, states);
  ASSERT_EQ(states, 20'000u);
  double large = SecondsFor(100'000, states);
  ASSERT_EQ(states, 100'000u);
  fmt::print("20 000 cells: {:.3f} s, 100 000 cells: {:.3f} s\n", small, large);
  EXPECT_LT(large, 12 * small + 0.5) << "five times the cells should cost about five times as much";
  EXPECT_LT(large, 30);
}

}  // namespace
}  // namespace mica::structure
