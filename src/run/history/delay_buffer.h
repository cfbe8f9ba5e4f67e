// Run stage: the history of delayed expressions: that of the runtime (runtime/history/delay_history.h, where points,
// breaks and jumps are described), with memory of its own that grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/history/delay_history.h"

namespace mica::run {

class DelayBuffers {
 public:
  explicit DelayBuffers(std::size_t count);
  DelayBuffers(const DelayBuffers&) = delete;
  DelayBuffers& operator=(const DelayBuffers&) = delete;

  std::size_t size() const { return delays_.size(); }
  const MicaDelays& raw() const { return raw_; }
  // What the buffer's expression had for a value at time - delay_time. A delay time below 0 or not finite is taken as
  // 0.
  double Value(std::uint32_t buffer, double time, double present, double delay_time, double delay_max) const noexcept {
    return mica_delay_value(&raw_, buffer, time, present, delay_time, delay_max);
  }
  // Records the values at an accepted point, three numbers for each buffer as MicaCode.delays gives them. `at_event`:
  // what follows need not continue what came before smoothly.
  void Record(double time, const double* value_time_max, bool at_event = false);
  // Forgets what was recorded after `time`: the step that it was of is made again.
  void Forget(double time) { mica_delays_forget(&raw_, time); }
  // From now on, evaluations at this time see the right side of a discontinuity that comes out there.
  void SetRestartTime(double time) { raw_.restart_time = time; }
  // The earliest time after `time` at which a discontinuity comes out of a buffer; infinity if there is none.
  double NextDiscontinuity(double time) const { return mica_delays_next(&raw_, time); }
  // The largest value ever recorded, for tolerances.
  double scale(std::size_t buffer) const { return delays_[buffer].scale; }
  double delay(std::size_t buffer) const { return delays_[buffer].delay; }

 private:
  int Grow(std::uint32_t which, bool of_jumps);

  std::vector<MicaDelay> delays_;
  std::vector<std::vector<MicaDelayPoint>> points_;
  std::vector<std::vector<double>> jumps_;
  MicaDelays raw_{};
};

}  // namespace mica::run
