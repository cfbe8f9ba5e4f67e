// Run stage: the events whose time is known before: ticks of sample(start, interval), relations of time and discrete variables alone, and
// discontinuities that come out of delays.
//
// The k-th tick of a sampler is start + k * interval, computed so, and never by adding up; that of a clock start + interval * a fraction in lowest
// terms, so that equal ticks of different clocks are the same number. Ticks of several samplers that differ by
// rounding only are one event. O(samplers + time relations) for each event.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::run {

class EventCalendar {
 public:
  explicit EventCalendar(Instance& instance);

  // Reads the samplers, once the model is initialized. False: E6304, an interval that is not positive; E6333, one that time cannot advance by.
  bool Start(double start_time, double stop_time, DiagnosticSink& sink);
  // Asks the model for the times of its relations: after every event. False: the model failed.
  bool Refresh();

  // The next event after the present time, infinity if there is none.
  double Next(double time) const;
  // Samplers tick at the start time itself.
  bool TicksAt(double time) const;
  // Sets the flags of the samplers that tick at `time`, and moves these on. Tells whether there were any.
  bool SetFlags(double time);
  // Clears all flags that SetFlags set. Tells whether any was set.
  bool ClearFlags();
  bool has_flags() const;
  // due := held relations that are due at `time`, as of the last Refresh.
  void DueRelations(double time, std::vector<std::size_t>& due) const;
  double relation_time(std::size_t held) const { return times_[held]; }

 private:
  struct Sampler {
    double start = 0, interval = 0;
    std::int64_t tick = 0;  // the next one
    std::uint32_t slot = 0;
    bool flagged = false;
    std::int64_t first = 0, step = 1, denominator = 1;
    double Time() const;
  };
  Instance& instance_;
  std::vector<Sampler> samplers_;
  std::vector<double> times_;  // by held relation
};

// Two times that differ by rounding only.
bool SameTime(double a, double b);

}  // namespace mica::run
