// Runs inputs in a process of their own and watches it: what ends it by a signal, takes longer than kLongest or more
// memory than kMostMemory is counted and kept, and the next input gets a new process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mutate.h"
#include "targets/target.h"

namespace mica::fuzz {

inline constexpr double kLongest = 10;                                     // seconds of an input, of the processor
inline constexpr double kLongestWaiting = 120;                             // seconds by the clock, on a busy machine
inline constexpr std::uint64_t kMostMemory = std::uint64_t{2} << 30;       // bytes
inline constexpr std::uint64_t kRenewedMemory = std::uint64_t{700} << 20;  // between inputs: then a new process goes on

struct Campaign {
  const Target* target = nullptr;
  const Mutator* mutator = nullptr;
  std::uint64_t seed = 1, first = 0, inputs = 0;  // 0: until the time is over
  double seconds = 0;                             // 0: until the inputs are done
  std::string keep;                               // directory for inputs that were found; empty: none
};

struct Counts {
  std::uint64_t inputs = 0, signals = 0, hangs = 0, too_large = 0;
  double seconds = 0;
  std::vector<std::uint64_t> found;  // numbers of inputs

  bool is_clean() const { return signals + hangs + too_large == 0; }
};

Counts Run(const Campaign& campaign);

}  // namespace mica::fuzz
