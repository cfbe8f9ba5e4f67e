// Small random graphs for property tests, the same on every machine (the distributions of <random> are not), and a
// stopwatch for the tests of scale.
#pragma once

#include <cstdint>
#include <ctime>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "graph/compressed_rows.h"

namespace mica::graph {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // Uniform enough in 0 … bound-1.
  Index Below(Index bound) {
    state_ = MixHash(state_, ++calls_);
    return static_cast<Index>(state_ % static_cast<std::uint64_t>(bound));
  }
  bool Chance(int percent) { return Below(100) < percent; }

 private:
  std::uint64_t state_;
  std::uint64_t calls_ = 0;
};

inline void Shuffle(Random& random, std::vector<Index>& items) {
  for (Index k = static_cast<Index>(items.size()); k > 1; --k) std::swap(items[k - 1], items[random.Below(k)]);
}

// Each entry is there with the given chance; entries of a row are shuffled, without repeats.
inline CompressedRows RandomGraph(Random& random, Index rows, Index columns, int percent) {
  CompressedRows graph(columns);
  std::vector<Index> entries;
  for (Index row = 0; row < rows; ++row) {
    entries.clear();
    for (Index column = 0; column < columns; ++column) {
      if (random.Chance(percent)) entries.push_back(column);
    }
    Shuffle(random, entries);
    graph.AddRow(entries);
  }
  return graph;
}

// A random order of 0 … n-1.
inline std::vector<Index> RandomOrder(Random& random, Index n) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) order[i] = i;
  Shuffle(random, order);
  return order;
}

class Stopwatch {
 public:
  double Seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();  // of the processor: other programs do not count
};

// What a linear pass over 10^6 nodes may take. Generous, since tests share a machine; a quadratic one would take hours.
inline constexpr double kLinearSeconds = 2.0;

}  // namespace mica::graph
