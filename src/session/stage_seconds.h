// Wall time of the stages, as `--stats` reports it.
#pragma once

#include <chrono>

namespace mica {

struct StageSeconds {
  double load = 0, instantiate = 0, flatten = 0, structure = 0, compile = 0, initialize = 0, integrate = 0, write = 0;
  double trial = 0;              // to choose the states of a mixed method
  double restore = 0, keep = 0;  // of what an earlier run kept, for later ones
  double total = 0;              // since the session began
};

// Adds the time it lives to a counter.
class StageTimer {
 public:
  explicit StageTimer(double& seconds) : seconds_(seconds) {}
  ~StageTimer() { seconds_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace mica
