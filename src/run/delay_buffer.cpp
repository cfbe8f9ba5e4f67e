#include "run/delay_buffer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

namespace {

struct Sample {
  double time, value;
};

// Newton's form from the first point on: equal values give no differences, however uneven the points.
double ThroughPoints(const Sample* used, std::size_t count, double at) {
  double differences[4];
  for (std::size_t i = 0; i < count; ++i) differences[i] = used[i].value;
  for (std::size_t order = 1; order < count; ++order)
    for (std::size_t i = count - 1; i >= order; --i)
      differences[i] = (differences[i] - differences[i - 1]) / (used[i].time - used[i - order].time);
  double sum = differences[count - 1];
  for (std::size_t i = count - 1; i-- > 0;) sum = differences[i] + (at - used[i].time) * sum;
  return sum;
}

// A neighbour much closer than the interval is long would turn noise into slope.
constexpr double kClosest = 0.05;
// Of the largest value so far: what two solutions of one system differ by is not a jump.
constexpr double kNoJump = 1e-10;

}  // namespace

double DelayBuffers::Value(std::uint32_t which, double time, double present, double delay_time, double delay_max) const noexcept {
  const Buffer& buffer = buffers_[which];
  if (!(delay_time > 0) || buffer.points.empty()) return present;
  if (delay_max > 0 && delay_time > delay_max) delay_time = delay_max;
  // A few units of rounding to the side that is wanted: time - delay_time need not give back the exact time of a recorded point.
  double rounding = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time), delay_time);
  bool from_right = time >= restart_time_ && time - restart_time_ <= 4 * rounding;
  double at = time - delay_time + (from_right ? rounding : -rounding);
  const Point& last = buffer.points.back();
  if (at < last.time) return Interpolate(buffer, at);
  if (time <= last.time) return last.value;
  Sample used[4] = {{last.time, last.value}, {time, present}};
  std::size_t count = 2, n = buffer.points.size();
  double closest = kClosest * (time - last.time);
  for (std::size_t i = n - 1; i > 0 && count < 4; --i) {
    if (buffer.points[i].is_break || buffer.points[i].time - buffer.points[i - 1].time <= closest) break;
    used[count++] = {buffer.points[i - 1].time, buffer.points[i - 1].value};
  }
  return ThroughPoints(used, count, at);
}

void DelayBuffers::Forget(double time) {
  for (Buffer& buffer : buffers_) {
    while (!buffer.points.empty() && buffer.points.back().time > time) buffer.points.pop_back();
    while (!buffer.jumps.empty() && buffer.jumps.back() > time) buffer.jumps.pop_back();
  }
}

// The polynomial through up to four points around `at`. A side that ends at a break gives no further point.
double DelayBuffers::Interpolate(const Buffer& buffer, double at) {
  const std::deque<Point>& points = buffer.points;
  // The first point later than `at`: of a discontinuity exactly there, both sides are before it and the right side counts.
  auto later = std::upper_bound(points.begin(), points.end(), at, [](double t, const Point& p) { return t < p.time; });
  if (later == points.begin()) return points.front().value;
  std::size_t right = static_cast<std::size_t>(later - points.begin()), left = right - 1;
  if (right == points.size()) return points.back().value;
  double closest = kClosest * (points[right].time - points[left].time);
  auto sample = [&](std::size_t i) { return Sample{points[i].time, points[i].value}; };
  Sample used[4] = {sample(left), sample(right)};
  std::size_t count = 2;
  if (left > 0 && !points[left].is_break && points[left].time - points[left - 1].time > closest) used[count++] = sample(left - 1);
  if (right + 1 < points.size() && !points[right].is_break && points[right + 1].time - points[right].time > closest) used[count++] = sample(right + 1);
  return ThroughPoints(used, count, at);
}

void DelayBuffers::Record(double time, const double* value_time_max, bool at_event) {
  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    Buffer& buffer = buffers_[b];
    double value = value_time_max[3 * b], delay = value_time_max[3 * b + 1], longest = value_time_max[3 * b + 2];
    if (std::isfinite(delay)) {
      if (time > buffer.delay_time) buffer.delay_slope = (delay - buffer.delay) / (time - buffer.delay_time);
      if (at_event || !std::isfinite(buffer.delay_time)) buffer.delay_slope = 0;
      buffer.delay = delay;
      buffer.delay_time = time;
    }
    if (!std::isfinite(value)) continue;
    buffer.scale = std::max(buffer.scale, std::abs(value));
    std::deque<Point>& points = buffer.points;
    bool same_time = !points.empty() && points.back().time == time;
    if (same_time) {
      points.back().is_break = points.back().is_break || at_event;
      if (std::abs(points.back().value - value) <= kNoJump * buffer.scale) continue;
      // Only the outermost two of several points of one time matter.
      bool third = points.size() > 1 && points[points.size() - 2].time == time;
      points.back().is_break = true;
      if (third) points.back().value = value;
      else points.push_back({time, value, true});
      if (buffer.jumps.empty() || buffer.jumps.back() < time) buffer.jumps.push_back(time);
    } else {
      points.push_back({time, value, at_event});
    }
    double horizon = time - std::max({delay, longest, 0.0});
    while (points.size() > 3 && points[2].time < horizon) points.pop_front();
    double rounding = 16 * std::numeric_limits<double>::epsilon() * std::abs(time);
    while (!buffer.jumps.empty() && buffer.jumps.front() < time - buffer.delay - rounding) buffer.jumps.pop_front();
  }
}

// Where t - T(t) is the time of the jump, T a line.
double DelayBuffers::DueTime(const Buffer& buffer, double jump) {
  constexpr double kSteepest = 0.9;
  if (!(buffer.delay > 0)) return std::numeric_limits<double>::infinity();
  double slope = buffer.delay_slope;
  if (slope == 0 || std::abs(slope) > kSteepest) return jump + buffer.delay;
  return (jump + buffer.delay - slope * buffer.delay_time) / (1 - slope);
}

double DelayBuffers::NextDiscontinuity(double time) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Buffer& buffer : buffers_)
    for (double jump : buffer.jumps) {
      double due = DueTime(buffer, jump);
      if (!(due > time)) continue;
      next = std::min(next, due);
      break;
    }
  return next;
}

}  // namespace mica::run
