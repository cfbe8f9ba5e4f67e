// Run stage: the history of delayed expressions, delay(e, T) (the specification, 3.7.4.1).
//
// A buffer holds points (time, value) of accepted steps, oldest first. Times never decrease; two points of equal time are the two sides
// of a discontinuity. Value(t - T) interpolates: through the two points around, and one further on either side where no discontinuity
// lies between, a cubic (error of order h⁴); before the first point it is the first value, as the specification asks
// (time < time.start + T); after the last recorded point it is interpolated towards the present value at the present time, linearly.
// Points older than the maximal delay are dropped, but for the two that a cubic still needs.
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
  void Record(double time, const double* value_time_max);
  // From now on, evaluations at this time, up to rounding, see the right side of a discontinuity that comes out there; all others the left
  // side, so that the step of an integrator that ends at a discontinuity does not see beyond it.
  void SetRestartTime(double time) { restart_time_ = time; }
  // The earliest time after `time` at which a discontinuity comes out of a buffer; infinity if there is none.
  double NextDiscontinuity(double time) const;

 private:
  struct Point {
    double time, value;
  };
  struct Buffer {
    std::deque<Point> points;
    std::deque<double> due;  // times at which remembered discontinuities come out; increasing for a constant delay
  };
  static double Interpolate(const Buffer& buffer, double at);

  std::vector<Buffer> buffers_;
  double restart_time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace mica::run
