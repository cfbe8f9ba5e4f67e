#include "study/runs/grid_writer.h"

#include "run/events/event_calendar.h"

namespace mica::study {

bool GridWriter::Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                       double stop_time) {
  point_ = 0;
  is_open_ = is_last_ = false;
  return next_.Begin(signals, constants, start_time, stop_time);
}

bool GridWriter::PassOn() {
  is_open_ = is_last_ = false;
  return next_.Append(time_, row_);
}

bool GridWriter::Append(double time, std::span<const double> values) {
  bool is_again = is_open_ && run::SameTime(time, row_time_);
  if (is_open_ && !is_again && !PassOn()) return false;
  // An event may have moved on by rounding, past its point.
  bool reaches = point_ <= plan_.points && (time >= plan_.Point(point_) || run::SameTime(time, plan_.Point(point_)));
  row_.assign(values.begin(), values.end());
  row_time_ = time;
  if (is_again) return true;
  is_open_ = reaches;
  is_last_ = !reaches;
  time_ = reaches ? plan_.Point(point_) : time;
  while (point_ <= plan_.points && (time >= plan_.Point(point_) || run::SameTime(time, plan_.Point(point_)))) ++point_;
  return true;
}

bool GridWriter::Finish() {
  if ((is_open_ || is_last_) && !PassOn()) return false;
  return next_.Finish();
}

}  // namespace mica::study
