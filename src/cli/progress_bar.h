// A bar on the standard error while a simulation runs, where a person watches; nothing in a pipe.
#pragma once

#include <chrono>

namespace mica::cli {

class ProgressBar {
 public:
  // `shown`: whether anybody may see it.
  explicit ProgressBar(bool shown) : shown_(shown) {}
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Drawn a few times a second at most.
  void Update(double time, double start, double stop);
  // Removes what it drew: other output begins on a clean line.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::milliseconds(300);  // what is over at once needs no bar
};

}  // namespace mica::cli
