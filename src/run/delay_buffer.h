// Run stage: the history of delayed expressions, delay(e, T) (the specification, 3.7.4.1).
//
// A buffer holds points (time, value) of accepted steps and of the interpolation inside them (delay_recorder.h), oldest first. Times never decrease; two points
// of equal time are the two sides of a discontinuity. A point at an event is a break: the value may have a kink there. Value(t - T) interpolates: through the
// two points around, and one further on either side where no break lies between, a cubic (error of order h⁴); before the first point it is the first value, as
// the specification asks (time < time.start + T); after the last recorded point, in the step in hand, the present value at the present time is the next
// point. Points older than the maximal delay are dropped, but for the two that a cubic still needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

namespace mica::run {

class DelayBuffers {
 public:
  explicit DelayBuffers(std::size_t count) : buffers_(count) {}

  std::size_t size() const { return buffers_.size(); }
  // What the buffer's expression had for a value at time - delay_time. A delay time below 0 or not finite is taken as 0.
  double Value(std::uint32_t buffer, double time, double present, double delay_time, double delay_max) const noexcept;

  // Records the values at an accepted point, three numbers for each buffer as MicaCode.delays gives them. Where the value of the
  // same time differs from the one before it, a discontinuity is remembered; each is due as an event when it comes out again.
  // `at_event`: what follows need not continue what came before smoothly.
  void Record(double time, const double* value_time_max, bool at_event = false);
  // Forgets what was recorded after `time`: the step that it was of is made again.
  void Forget(double time);
  // From now on, evaluations at this time, up to rounding, see the right side of a discontinuity that comes out there; all others the left
  // side, so that the step of an integrator that ends at a discontinuity does not see beyond it.
  void SetRestartTime(double time) { restart_time_ = time; }
  // The earliest time after `time` at which a discontinuity comes out of a buffer; infinity if there is none. Of a delay that varies, by its slope at the
  // last two points: near it, the time is known ever better.
  double NextDiscontinuity(double time) const;
  // The largest value ever recorded, for tolerances.
  double scale(std::size_t buffer) const { return buffers_[buffer].scale; }
  double delay(std::size_t buffer) const { return buffers_[buffer].delay; }

 private:
  struct Point {
    double time, value;
    bool is_break = false;
  };
  struct Buffer {
    std::deque<Point> points;
    std::deque<double> jumps;  // times of remembered discontinuities that have not come out yet
    double scale = 0;
    double delay = 0, delay_slope = 0, delay_time = -std::numeric_limits<double>::infinity();  // the delay when last recorded
  };
  static double Interpolate(const Buffer& buffer, double at);
  static double DueTime(const Buffer& buffer, double jump);

  std::vector<Buffer> buffers_;
  double restart_time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace mica::run
