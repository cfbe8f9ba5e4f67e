// Cost does not grow with the cells of an array, and no faster than the number of components that are connected.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ctime>

#include "flat_fixture.h"

namespace mica::flat {
namespace {

// Processor time of flattening, the best of three.
double SecondsFor(const std::string& text, std::size_t variables) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    std::clock_t begin = std::clock();
    FlatFixture flat(text);
    EXPECT_TRUE(flat.ok()) << flat.Messages();
    if (flat.ok()) EXPECT_EQ(flat.model().variables.size(), variables);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

std::string ArrayRod(int cells) {
  return fmt::format(
      "model Rod parameter Integer n = {}; parameter Real k = 1; Real T[n](each start = 300); equation der(T[1]) = "
      "k*(T[2] - T[1]); "
      "for i in 2:n - 1 loop der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]); end for; der(T[n]) = k*(T[n - 1] - T[n]); "
      "end Rod;",
      cells);
}

TEST(FlatScale, AnArrayCostsTheSameAtAnySize) {
  double small = SecondsFor(ArrayRod(100), 3), large = SecondsFor(ArrayRod(1'000'000), 3);
  fmt::print("100 cells: {:.4f} s, 1 000 000 cells: {:.4f} s\n", small, large);
  EXPECT_LT(large, 5 * small + 0.005);
}

std::string ComponentRod(int cells) {
  return fmt::format(
      "package P connector Port Real T; flow Real Q; end Port; "
      "model Cell Port a, b; Real T; equation der(T) = a.Q + b.Q; a.Q = a.T - T; b.Q = b.T - T; end Cell; "
      "model Rod Cell c[{0}]; equation for i in 1:{0} - 1 loop connect(c[i].b, c[i + 1].a); end for; end Rod; end P; "
      "model M extends P.Rod; end M;",
      cells);
}

TEST(FlatScale, ConnectedComponentsAreLinear) {
  double small = SecondsFor(ComponentRod(2'000), 5), large = SecondsFor(ComponentRod(20'000), 5);
  fmt::print("2 000 cells: {:.3f} s, 20 000 cells: {:.3f} s\n", small, large);
  EXPECT_LT(large, 30 * small + 0.05);
}

}  // namespace
}  // namespace mica::flat
