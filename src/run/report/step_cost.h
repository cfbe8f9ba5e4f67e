// Run stage: what each step of a run costs in time, as a histogram of fixed size: counting a step takes no memory.
//
// Buckets are logarithmic, kPerOctave to each doubling of the time, so that a quantile is known to 1/kPerOctave (3 %),
// from above. Mean, least and largest cost are exact, to the resolution of the clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace mica::run {

class StepCost {
 public:
  static constexpr std::size_t kPerOctave = 32, kOctaves = 40;  // up to 2^40 ns, 18 minutes

  void Add(std::uint64_t nanoseconds);

  std::uint64_t count() const { return count_; }
  double mean_us() const { return count_ > 0 ? static_cast<double>(sum_) / static_cast<double>(count_) / 1000 : 0; }
  double least_us() const { return count_ > 0 ? static_cast<double>(least_) / 1000 : 0; }
  double largest_us() const { return static_cast<double>(largest_) / 1000; }
  // The cost that `share` of all steps do not exceed.
  double QuantileUs(double share) const;
  // Steps whose cost is at least `from` and below `to`, up to the width of a bucket.
  std::uint64_t CountBetween(std::uint64_t from_nanoseconds, std::uint64_t to_nanoseconds) const;

 private:
  static std::size_t Bucket(std::uint64_t nanoseconds);
  static std::uint64_t UpperEnd(std::size_t bucket);  // first value that is beyond it

  std::array<std::uint64_t, kPerOctave * kOctaves> counts_{};
  std::uint64_t count_ = 0, sum_ = 0, least_ = UINT64_MAX, largest_ = 0;
};

// Takes the time of one step after another, with pauses for what is no part of a step.
class StepClock {
 public:
  using Clock = std::chrono::steady_clock;
  void Begin() {
    begin_ = Clock::now();
    paused_ = {};
  }
  void Pause() { pause_ = Clock::now(); }
  void Resume() { paused_ += Clock::now() - pause_; }
  std::uint64_t End() {
    auto taken = Clock::now() - begin_ - paused_;
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count());
  }

 private:
  Clock::time_point begin_, pause_;
  Clock::duration paused_{};
};

}  // namespace mica::run
