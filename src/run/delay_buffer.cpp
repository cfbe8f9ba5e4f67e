#include "run/delay_buffer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

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
  return last.value + (present - last.value) * ((at - last.time) / (time - last.time));
}

// The polynomial through up to four points around `at`. A side that ends at a discontinuity gives no further point.
double DelayBuffers::Interpolate(const Buffer& buffer, double at) {
  const std::deque<Point>& points = buffer.points;
  // The first point later than `at`: of a discontinuity exactly there, both sides are before it and the right side counts.
  auto later = std::upper_bound(points.begin(), points.end(), at, [](double t, const Point& p) { return t < p.time; });
  if (later == points.begin()) return points.front().value;
  std::size_t right = static_cast<std::size_t>(later - points.begin()), left = right - 1;
  if (right == points.size()) return points.back().value;
  std::size_t first = left, last = right;
  // A neighbour much closer than the interval is long would turn noise into slope.
  double closest = 0.05 * (points[right].time - points[left].time);
  if (left > 0 && points[left].time - points[left - 1].time > closest) first = left - 1;
  if (right + 1 < points.size() && points[right + 1].time - points[right].time > closest) last = right + 1;
  // Newton's form from the left point on: equal values give no differences, however uneven the points.
  Point used[4];
  std::size_t count = 0;
  used[count++] = points[left];
  used[count++] = points[right];
  if (first < left) used[count++] = points[first];
  if (last > right) used[count++] = points[last];
  double differences[4];
  for (std::size_t i = 0; i < count; ++i) differences[i] = used[i].value;
  for (std::size_t order = 1; order < count; ++order)
    for (std::size_t i = count - 1; i >= order; --i)
      differences[i] = (differences[i] - differences[i - 1]) / (used[i].time - used[i - order].time);
  double sum = differences[count - 1];
  for (std::size_t i = count - 1; i-- > 0;) sum = differences[i] + (at - used[i].time) * sum;
  return sum;
}

void DelayBuffers::Record(double time, const double* value_time_max) {
  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    Buffer& buffer = buffers_[b];
    double value = value_time_max[3 * b], delay = value_time_max[3 * b + 1], longest = value_time_max[3 * b + 2];
    if (!std::isfinite(value)) continue;
    bool same_time = !buffer.points.empty() && buffer.points.back().time == time;
    if (same_time && buffer.points.back().value == value) continue;
    if (same_time) {
      // Only the outermost two of several points of one time matter.
      bool third = buffer.points.size() > 1 && buffer.points[buffer.points.size() - 2].time == time;
      if (third) buffer.points.back().value = value;
      else buffer.points.push_back({time, value});
      if (delay > 0 && std::isfinite(delay) && (buffer.due.empty() || buffer.due.back() < time + delay)) buffer.due.push_back(time + delay);
    } else {
      buffer.points.push_back({time, value});
    }
    double horizon = time - std::max({delay, longest, 0.0});
    while (buffer.points.size() > 3 && buffer.points[2].time < horizon) buffer.points.pop_front();
    while (!buffer.due.empty() && buffer.due.front() < time) buffer.due.pop_front();
  }
}

double DelayBuffers::NextDiscontinuity(double time) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Buffer& buffer : buffers_)
    for (double due : buffer.due)
      if (due > time) {
        next = std::min(next, due);
        break;
      }
  return next;
}

}  // namespace mica::run
