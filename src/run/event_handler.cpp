#include "run/event_handler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

bool EventHandler::RecordDelays() {
  if (delay_values_.empty()) return true;
  if (instance_.Delays(delay_values_) != Status::kOk) return false;
  instance_.delays().Record(instance_.time(), delay_values_.data());
  return true;
}

bool EventHandler::Refresh() {
  if (!calendar_.Refresh()) return false;
  if (g_.empty()) return true;
  if (instance_.Derivatives() != Status::kOk || instance_.Crossings(g_) != Status::kOk) return false;
  watch_.Restart(g_);
  return true;
}

bool EventHandler::Iterate(bool pre_is_set) {
  return iteration_.Run(pre_is_set, [&] {
    std::erase_if(due_, [&](std::size_t held) { return instance_.held()[held] != held_before_[held]; });
  });
}

// Relations that were due and have not changed: once more, a little later.
bool EventHandler::LookAgain() {
  for (int units : {1, 8, 64}) {
    if (!calendar_.Refresh()) return false;
    std::erase_if(due_, [&](std::size_t held) { return std::isfinite(calendar_.relation_time(held)) && calendar_.relation_time(held) > instance_.time(); });
    if (due_.empty()) return true;
    double unit = std::nextafter(std::abs(instance_.time()), std::numeric_limits<double>::infinity()) - std::abs(instance_.time());
    instance_.SetTime(instance_.time() + units * unit);
    if (!Iterate(false)) return false;
  }
  return true;
}

EventEnd EventHandler::Handle() {
  if (!RecordDelays()) return EventEnd::kFailed;
  if (!append_(rows_.Row(instance_))) return EventEnd::kNotWritten;
  double time = instance_.time();
  instance_.delays().SetRestartTime(time);
  held_before_.assign(instance_.held().begin(), instance_.held().end());
  due_ = calendar_.DueRelations(time);
  instance_.UpdatePre();
  bool ticks = calendar_.SetFlags(time);
  if (!Iterate(true)) return EventEnd::kFailed;
  if (ticks) {
    std::span<const double> row = rows_.Row(instance_);
    flag_row_.assign(row.begin(), row.end());
    calendar_.ClearFlags();
    if (!Iterate(true)) return EventEnd::kFailed;
    if (rows_.DiscreteDiffers(flag_row_, rows_.Row(instance_)) && !append_(flag_row_)) return EventEnd::kNotWritten;
  }
  if (!due_.empty() && !LookAgain()) return EventEnd::kFailed;
  if (!append_(rows_.Row(instance_))) return EventEnd::kNotWritten;
  if (!RecordDelays() || !Refresh()) return EventEnd::kFailed;
  return EventEnd::kDone;
}

}  // namespace mica::run
