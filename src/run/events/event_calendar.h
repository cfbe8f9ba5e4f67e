// Run stage: the events whose time is known before: ticks of sample(start, interval), relations of time and discrete
// variables alone, as the calendar of the runtime has them (runtime/events/event_calendar.h), and discontinuities that
// come out of delays.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"
#include "runtime/events/event_calendar.h"

namespace mica::run {

class EventCalendar {
 public:
  explicit EventCalendar(Instance& instance);
  EventCalendar(const EventCalendar&) = delete;
  EventCalendar& operator=(const EventCalendar&) = delete;

  MicaCalendar& raw() { return calendar_; }
  const MicaCalendar& raw() const { return calendar_; }
  // Reads the samplers, once the model is initialized. False: E6304, an interval that is not positive; E6333, one that
  // time cannot advance by.
  bool Start(double start_time, double stop_time, DiagnosticSink& sink);

  // The next event after the present time, infinity if there is none.
  double Next(double time) const;
  // Samplers tick at the start time itself.
  bool TicksAt(double time) const { return mica_calendar_ticks_at(&calendar_, time) != 0; }
  // What ticks at `time` has ticked.
  void PassTicks(double time);

 private:
  Instance& instance_;
  std::vector<MicaTicker> tickers_;
  std::vector<double> times_;  // by held relation
  MicaCalendar calendar_;
};

// Two times that differ by rounding only.
inline bool SameTime(double a, double b) { return mica_same_time(a, b) != 0; }

}  // namespace mica::run
