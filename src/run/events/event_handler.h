// Run stage: one event of a simulation, from the values just before it to those just after. The runtime handles it
// (runtime/events/event_handler.h, where flags of samplers, strict relations of time, open modes and events that change
// nothing are described); here are its memory, the rows of the result and the histories of delays.
#pragma once

#include <functional>

#include "run/events/crossing_watch.h"
#include "run/events/event_calendar.h"
#include "run/events/event_iteration.h"
#include "run/result_rows.h"
#include "run/state_bytes.h"
#include "runtime/events/event_handler.h"

namespace mica::run {

// Appends a row at the instance's present time and values. False: writing failed.
using AppendRow = std::function<bool(std::span<const double> row)>;

enum class EventEnd : std::uint8_t { kDone, kFailed /* reported */, kNotWritten };

class EventHandler {
 public:
  // `look_ahead`: how far ahead, in time, SettleModes looks: short beside all steps, long beside rounding.
  EventHandler(Instance& instance, EventIteration& iteration, EventCalendar& calendar, CrossingWatch& watch,
               ResultRows& rows, double look_ahead, AppendRow append);
  EventHandler(const EventHandler&) = delete;
  EventHandler& operator=(const EventHandler&) = delete;

  const MicaHandler& raw() const { return handler_; }
  void Visit(StateBytes& bytes);
  // The instance holds the values just before the event, evaluated. Its time may have moved on by rounding afterwards.
  // `change` is what happens at the event from outside: pre() has the values before it.
  [[nodiscard]] EventEnd Handle(bool is_state_event, const std::function<void()>& change = {});
  // After initialization, and at the end of every event. `may_continue`: states and derivatives are as they were.
  [[nodiscard]] bool Refresh(bool may_continue = false) {
    return mica_handler_refresh(&handler_, may_continue ? 1 : 0) != 0;
  }
  // A jump of a derivative below this, by state, is not a jump. Counts once the model is initialized.
  void SetNegligibleSlopes(std::vector<double> slopes);
  // Also after initialization, before Refresh. False: failed, and reported.
  [[nodiscard]] bool SettleModes() { return mica_settle_modes(&handler_) != 0; }
  // The crossing functions at the end of the last event.
  std::span<const double> crossings() const { return {handler_.g, handler_.watch->count}; }
  // The last event was of no concern to the integrator…
  bool continues() const { return handler_.continues != 0; }
  // …but functions are watched from other sides now…
  bool sides_changed() const { return handler_.sides_changed != 0; }
  // …and it changed no variable.
  bool changed_nothing() const { return handler_.changed_nothing != 0; }
  // The values of delayed expressions, and of those that spatialDistribution() moves, at the present, accepted point.
  [[nodiscard]] bool RecordDelays(bool at_event = false);

 private:
  static EventHandler& Of(void* self) { return *static_cast<EventHandler*>(self); }
  static int OnRow(void* self, MicaRow row);

  Instance& instance_;
  ResultRows& rows_;
  AppendRow append_;
  std::vector<double> doubles_, negligible_slopes_, delay_values_, left_row_, flag_row_;
  std::vector<std::uint8_t> bytes_, crossing_is_side_;
  std::vector<std::uint32_t> crossing_held_;
  MicaHandler handler_{};
};

}  // namespace mica::run
