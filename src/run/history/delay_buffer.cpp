#include "run/history/delay_buffer.h"

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

void DelayBuffers::Record(double time, const double* value_time_max, bool at_event) {
  Check(mica_delays_record(&raw_, time, value_time_max, at_event ? 1 : 0) != 0,
        "a history of a delay that does not grow");
}

}  // namespace mica::run
