// Run stage: the history of delayed expressions: that of the runtime (runtime/history/delay_history.h, where points,
// breaks and jumps are described), with memory of its own that grows.
//
// In a distributed run a delay that joins two parts is cut: the part that sends hears what is recorded (Listen), and
// the part that receives is given it (Take) in place of its own records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "run/state_bytes.h"
#include "runtime/history/delay_history.h"

namespace mica::run {

// One call of a record, of one buffer.
struct DelayRecord {
  double time = 0, value = 0;
  bool at_event = false;
};

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
    if (is_outside(buffer)) NoteStarved(buffer, time, delay_time);
    return mica_delay_value(&raw_, buffer, time, present, delay_time, delay_max);
  }
  // Records the values at an accepted point, three numbers for each buffer as MicaCode.delays gives them. `at_event`:
  // what follows need not continue what came before smoothly.
  void Record(double time, const double* value_time_max, bool at_event = false);
  // Forgets what was recorded after `time`: the step that it was of is made again.
  void Forget(double time);

  // Not of buffers that are filled from outside.
  void Visit(StateBytes& bytes);

  // From now on records of this buffer come from outside, by Take.
  void SetOutside(std::uint32_t buffer);
  bool is_outside(std::size_t buffer) const { return !outside_.empty() && outside_[buffer] != 0; }
  // In the order in which they were made. `now`: the time of the instance.
  void Take(std::uint32_t buffer, const DelayRecord& record, double now);
  // From now on what is recorded of this buffer is kept until it is drained.
  void Listen(std::uint32_t buffer);
  std::vector<DelayRecord>& heard(std::uint32_t buffer) { return heard_[buffer]; }
  // Whether a buffer from outside was asked for a time that it did not have yet: a fault of who drives the run.
  bool was_starved() const { return starved_; }

  // From now on, evaluations at this time see the right side of a discontinuity that comes out there.
  void SetRestartTime(double time) { raw_.restart_time = time; }
  // The earliest time after `time` at which a discontinuity comes out of a buffer; infinity if there is none.
  double NextDiscontinuity(double time) const { return mica_delays_next(&raw_, time); }
  // The largest value ever recorded, for tolerances.
  double scale(std::size_t buffer) const { return delays_[buffer].scale; }
  double delay(std::size_t buffer) const { return delays_[buffer].delay; }

 private:
  int Grow(std::uint32_t which, bool of_jumps);
  void NoteStarved(std::uint32_t buffer, double time, double delay_time) const noexcept;

  std::vector<MicaDelay> delays_;
  std::vector<std::vector<MicaDelayPoint>> points_;
  std::vector<std::vector<double>> jumps_;
  MicaDelays raw_{};
  std::vector<std::uint8_t> outside_, listened_;  // by buffer; empty: none is
  std::vector<std::vector<DelayRecord>> heard_;
  std::vector<double> own_;  // what of a record is not from outside
  mutable bool starved_ = false;
};

}  // namespace mica::run
