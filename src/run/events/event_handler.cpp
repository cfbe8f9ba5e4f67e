#include "run/events/event_handler.h"

#include "base/check.h"

namespace mica::run {

EventHandler::EventHandler(Instance& instance, EventIteration& iteration, EventCalendar& calendar, CrossingWatch& watch,
                           ResultRows& rows, double look_ahead, AppendRow append)
    : instance_(instance),
      rows_(rows),
      append_(std::move(append)),
      doubles_(mica_handler_doubles(&instance.places(), watch.raw().count)),
      delay_values_(3 * instance.code().delay_count),
      bytes_(mica_handler_bytes(&instance.places())) {
  // Methods for real time take no memory while they step.
  left_row_.reserve(rows.signals().size());
  flag_row_.reserve(rows.signals().size());
  const MicaModelTable& t = instance.table();
  for (std::uint32_t held = 0; held < t.relations_count; ++held)
    for (std::uint32_t k = 0; k < t.relations[held].crossings.count; ++k) {
      crossing_held_.push_back(held);
      crossing_is_side_.push_back(t.relations[held].crossings.count == 1 ? 1 : 0);
    }
  Check(crossing_held_.size() == watch.size(), "code and table differ in crossings");
  handler_.instance = &instance.raw();
  handler_.places = &instance.places();
  handler_.iteration = &iteration.raw();
  handler_.calendar = &calendar.raw();
  handler_.watch = &watch.raw();
  handler_.crossing_held = crossing_held_.data();
  handler_.crossing_is_side = crossing_is_side_.data();
  handler_.look_ahead = look_ahead;
  MicaHandlerCalls& calls = handler_.calls;
  calls.self = this;
  calls.derivatives = [](void* self) { return static_cast<int>(Of(self).instance_.Derivatives()); };
  calls.crossings = [](void* self, double* g) {
    return static_cast<int>(Of(self).instance_.Crossings({g, Of(self).handler_.watch->count}));
  };
  calls.time_events = [](void* self, double* times) {
    return static_cast<int>(Of(self).instance_.TimeEvents({times, Of(self).instance_.code().held_count}));
  };
  calls.scale = [](void* self, std::uint32_t held) {
    Instance& instance = Of(self).instance_;
    std::uint32_t scale = instance.table().relations[held].scale;
    return scale == MICA_NONE ? 0.0 : mica_formula_value(&instance.table(), scale, &instance.raw());
  };
  calls.record = [](void* self, int at_event) { return Of(self).RecordDelays(at_event != 0) ? 1 : 0; };
  calls.restart_history = [](void* self, double time) { Of(self).instance_.delays().SetRestartTime(time); };
  calls.row = &OnRow;
  calls.clear_failure = [](void* self) { Of(self).instance_.reports().ClearFailure(); };
  mica_handler_place(&handler_, doubles_.data(), bytes_.data());
}

void EventHandler::Visit(StateBytes& bytes) {
  bytes.Array(std::span(doubles_));
  bytes.Array(std::span(bytes_));
  bytes.Part([&](MicaState* state) { mica_handler_visit(&handler_, state); });
}

int EventHandler::OnRow(void* self, MicaRow row) {
  EventHandler& h = Of(self);
  auto keep = [&](std::vector<double>& kept) {
    std::span<const double> now = h.rows_.Row(h.instance_);
    kept.assign(now.begin(), now.end());
    return 1;
  };
  switch (row) {
    case MICA_ROW_KEEP_LEFT:
      return keep(h.left_row_);
    case MICA_ROW_WRITE_LEFT:
      return h.append_(h.left_row_) ? 1 : 0;
    case MICA_ROW_KEEP_FLAGS:
      return keep(h.flag_row_);
    case MICA_ROW_WRITE_FLAGS:
      return !h.rows_.HasPulse(h.left_row_, h.flag_row_, h.rows_.Row(h.instance_)) || h.append_(h.flag_row_) ? 1 : 0;
    case MICA_ROW_WRITE_RIGHT:
      return h.append_(h.rows_.Row(h.instance_)) ? 1 : 0;
  }
  return 0;
}

void EventHandler::SetNegligibleSlopes(std::vector<double> slopes) {
  Check(slopes.size() == instance_.code().state_count, "negligible slopes of other states");
  negligible_slopes_ = std::move(slopes);
  handler_.negligible_slopes = negligible_slopes_.data();
}

bool EventHandler::RecordDelays(bool at_event) {
  if (instance_.RecordDistributions() != Status::kOk) return false;
  if (delay_values_.empty()) return true;
  if (instance_.Delays(delay_values_) != Status::kOk) return false;
  instance_.delays().Record(instance_.time(), delay_values_.data(), at_event);
  return true;
}

EventEnd EventHandler::Handle(bool is_state_event, const std::function<void()>& change) {
  void (*call)(void*) = change ? +[](void* self) { (*static_cast<const std::function<void()>*>(self))(); } : nullptr;
  switch (mica_handle_event(&handler_, is_state_event ? 1 : 0, call, const_cast<std::function<void()>*>(&change))) {
    case MICA_EVENT_DONE:
      return EventEnd::kDone;
    case MICA_EVENT_FAILED:
      return EventEnd::kFailed;
    case MICA_EVENT_NOT_WRITTEN:
      return EventEnd::kNotWritten;
  }
  return EventEnd::kFailed;
}

}  // namespace mica::run
