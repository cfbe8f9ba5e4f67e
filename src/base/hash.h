// Mixing of hashes for interning tables.
#pragma once

#include <cstdint>

namespace mica {

// Folds `value` into `seed` (the finaliser of SplitMix64).
constexpr std::uint64_t MixHash(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed ^ (value + 0x9E3779B97F4A7C15ull + (seed << 6) + (seed >> 2));
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

}  // namespace mica
