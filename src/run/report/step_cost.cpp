#include "run/report/step_cost.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mica::run {

// Below kPerOctave nanoseconds a bucket is one nanosecond; above, the leading bits of the number are its bucket.
std::size_t StepCost::Bucket(std::uint64_t ns) {
  constexpr int kBits = std::countr_zero(kPerOctave);
  if (ns < kPerOctave) return static_cast<std::size_t>(ns);
  int shift = std::bit_width(ns) - 1 - kBits;
  std::size_t bucket =
      static_cast<std::size_t>(shift + 1) * kPerOctave + static_cast<std::size_t>((ns >> shift) - kPerOctave);
  return std::min(bucket, kPerOctave * kOctaves - 1);
}

std::uint64_t StepCost::UpperEnd(std::size_t bucket) {
  if (bucket < kPerOctave) return bucket + 1;
  std::size_t shift = bucket / kPerOctave - 1;
  return (std::uint64_t{bucket % kPerOctave} + kPerOctave + 1) << shift;
}

void StepCost::Add(std::uint64_t ns) {
  ++counts_[Bucket(ns)];
  ++count_;
  sum_ += ns;
  least_ = std::min(least_, ns);
  largest_ = std::max(largest_, ns);
}

double StepCost::QuantileUs(double share) const {
  auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    seen += counts_[bucket];
    if (seen >= wanted && seen > 0) return std::min(static_cast<double>(UpperEnd(bucket)) / 1000, largest_us());
  }
  return largest_us();
}

std::uint64_t StepCost::CountBetween(std::uint64_t from, std::uint64_t to) const {
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    std::uint64_t begin = bucket == 0 ? 0 : UpperEnd(bucket - 1);
    if (begin >= from && begin < to) seen += counts_[bucket];
  }
  return seen;
}

}  // namespace mica::run
