#include "run/history/delay_buffer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace mica::run {

namespace {

// The ring with its oldest first, in twice the memory.
template <class Item>
std::vector<Item> Enlarged(const std::vector<Item>& ring, std::uint32_t first, std::uint32_t count) {
  std::vector<Item> larger(2 * ring.size());
  for (std::uint32_t i = 0; i < count; ++i) larger[i] = ring[(first + i) % ring.size()];
  return larger;
}

}  // namespace

DelayBuffers::DelayBuffers(std::size_t count)
    : delays_(count), points_(count, std::vector<MicaDelayPoint>(64)), jumps_(count, std::vector<double>(8)) {
  for (std::size_t i = 0; i < count; ++i) {
    delays_[i].points = points_[i].data();
    delays_[i].jumps = jumps_[i].data();
    delays_[i].room = static_cast<std::uint32_t>(points_[i].size());
    delays_[i].jump_room = static_cast<std::uint32_t>(jumps_[i].size());
    mica_delay_start(&delays_[i]);
  }
  raw_.delays = delays_.data();
  raw_.count = static_cast<std::uint32_t>(count);
  raw_.restart_time = -std::numeric_limits<double>::infinity();
  raw_.grow = [](void* self, std::uint32_t which, int of_jumps) {
    return static_cast<DelayBuffers*>(self)->Grow(which, of_jumps != 0);
  };
  raw_.self = this;
}

int DelayBuffers::Grow(std::uint32_t which, bool of_jumps) {
  MicaDelay& delay = delays_[which];
  if (of_jumps) {
    jumps_[which] = Enlarged(jumps_[which], delay.jump_first, delay.jump_count);
    delay.jumps = jumps_[which].data();
    delay.jump_room = static_cast<std::uint32_t>(jumps_[which].size());
    delay.jump_first = 0;
  } else {
    points_[which] = Enlarged(points_[which], delay.first, delay.count);
    delay.points = points_[which].data();
    delay.room = static_cast<std::uint32_t>(points_[which].size());
    delay.first = 0;
  }
  return 1;
}

void DelayBuffers::SetOutside(std::uint32_t buffer) {
  outside_.resize(delays_.size());
  outside_[buffer] = 1;
}

void DelayBuffers::Listen(std::uint32_t buffer) {
  listened_.resize(delays_.size());
  heard_.resize(delays_.size());
  listened_[buffer] = 1;
}

void DelayBuffers::Take(std::uint32_t buffer, const DelayRecord& record, double now) {
  Check(mica_delay_take(&raw_, buffer, record.time, record.value, record.at_event ? 1 : 0, now) != 0,
        "a history of a delay that does not grow");
}

void DelayBuffers::NoteStarved(std::uint32_t buffer, double time, double delay_time) const noexcept {
  const MicaDelay& delay = delays_[buffer];
  if (delay.count == 0) return;  // not initialized yet
  double last = delay.points[(delay.first + delay.count - 1) % delay.room].time;
  double rounding = MICA_DELAY_KEPT_ROUNDINGS * std::numeric_limits<double>::epsilon() * std::abs(time);
  if (time - delay_time > last + rounding) starved_ = true;
}

void DelayBuffers::Visit(StateBytes& bytes) {
  // The rings, each from its oldest on, in memory that is as large as it was.
  auto ring = [&](auto& memory, std::uint32_t& first, std::uint32_t& count, std::uint32_t& room) {
    if (!bytes.is_read()) std::rotate(memory.begin(), memory.begin() + first, memory.end());
    first = 0;
    bytes.Value(count);
    bytes.List(memory);
    if (count > memory.size()) bytes.Refuse();
    room = static_cast<std::uint32_t>(memory.size());
  };
  bytes.Value(raw_.restart_time);
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    MicaDelay& delay = delays_[i];
    ring(points_[i], delay.first, delay.count, delay.room);
    ring(jumps_[i], delay.jump_first, delay.jump_count, delay.jump_room);
    delay.points = points_[i].data();
    delay.jumps = jumps_[i].data();
    bytes.Value(delay.scale);
    bytes.Value(delay.delay);
    bytes.Value(delay.delay_slope);
    bytes.Value(delay.delay_time);
  }
}

void DelayBuffers::Forget(double time) {
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    if (is_outside(i)) continue;
    MicaDelays one = raw_;
    one.delays = &delays_[i];
    one.count = 1;
    mica_delays_forget(&one, time);
    if (!listened_.empty() && listened_[i])
      while (!heard_[i].empty() && heard_[i].back().time > time) heard_[i].pop_back();
  }
}

void DelayBuffers::Record(double time, const double* value_time_max, bool at_event) {
  if (!listened_.empty())
    for (std::size_t i = 0; i < delays_.size(); ++i)
      if (listened_[i] && std::isfinite(value_time_max[3 * i]))
        heard_[i].push_back({time, value_time_max[3 * i], at_event});
  if (!outside_.empty()) {
    own_.assign(value_time_max, value_time_max + 3 * delays_.size());
    for (std::size_t i = 0; i < delays_.size(); ++i)
      if (outside_[i]) own_[3 * i] = std::numeric_limits<double>::quiet_NaN();
    value_time_max = own_.data();
  }
  Check(mica_delays_record(&raw_, time, value_time_max, at_event ? 1 : 0) != 0,
        "a history of a delay that does not grow");
}

}  // namespace mica::run
