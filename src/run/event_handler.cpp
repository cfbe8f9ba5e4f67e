#include "run/event_handler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

bool EventHandler::RecordDelays() {
  if (instance_.RecordDistributions() != Status::kOk) return false;
  if (delay_values_.empty()) return true;
  if (instance_.Delays(delay_values_) != Status::kOk) return false;
  instance_.delays().Record(instance_.time(), delay_values_.data());
  return true;
}

void EventHandler::ReadContinuous(std::vector<double>& values) {
  std::size_t n = instance_.state_slots().size();
  values.resize(2 * n);
  instance_.GetStates(std::span(values).first(n));
  instance_.GetDerivatives(std::span(values).last(n));
}

bool EventHandler::Refresh(bool may_continue) {
  continues_ = may_continue;
  if (!calendar_.Refresh()) return false;
  if (g_.empty()) return true;
  if (instance_.Derivatives() != Status::kOk || instance_.Crossings(g_) != Status::kOk) return false;
  continues_ = may_continue && watch_.Keeps(g_);
  if (continues_) return true;
  std::size_t crossing = 0;
  for (std::size_t held = 0; held < instance_.held().size(); ++held)
    for (std::size_t k = 0; k < instance_.model().held[structure::HeldId(held)].crossings.size(); ++k) relations_[crossing++] = instance_.held()[held];
  watch_.Restart(g_, relations_);
  return true;
}

bool EventHandler::Iterate(bool pre_is_set) {
  return iteration_.Run(pre_is_set, [&] {
    std::erase_if(due_, [&](std::size_t held) { return instance_.held()[held] != held_before_[held]; });
  });
}

// Relations that were due and have not changed may be strict: once more, just after. Time moves only if one of them changes then.
bool EventHandler::LookAgain() {
  if (!calendar_.Refresh()) return false;
  std::erase_if(due_, [&](std::size_t held) { return std::isfinite(calendar_.relation_time(held)) && calendar_.relation_time(held) > instance_.time(); });
  if (due_.empty()) return true;
  double time = instance_.time();
  std::size_t before = due_.size();
  instance_.SetTime(std::nextafter(time, std::numeric_limits<double>::infinity()));
  if (!Iterate(false)) return false;
  if (due_.size() == before) instance_.SetTime(time);
  return true;
}

EventEnd EventHandler::Handle(bool is_state_event, const std::function<void()>& change) {
  if (!RecordDelays()) return EventEnd::kFailed;
  if (!append_(rows_.Row(instance_))) return EventEnd::kNotWritten;
  double time = instance_.time();
  instance_.delays().SetRestartTime(time);
  ReadContinuous(continuous_before_);
  held_before_.assign(instance_.held().begin(), instance_.held().end());
  calendar_.DueRelations(time, due_);
  instance_.UpdatePre();
  if (change) change();
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
  ReadContinuous(continuous_after_);
  bool same = !is_state_event && instance_.time() == time && continuous_before_ == continuous_after_;
  if (!RecordDelays() || !Refresh(same)) return EventEnd::kFailed;
  return EventEnd::kDone;
}

}  // namespace mica::run
