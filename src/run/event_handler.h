// Run stage: one event of a simulation, from the values just before it to those just after: left row, event iteration with the flags
// of samplers, right row, and everything made ready for what follows (calendar, crossings, delays).
//
// A sampler's flag is true in the first pass of the event iteration and false in all others (specification 3.7.5): what fires while it is up
// (b = sample(0, 1), a transition of a state graph on b) fires once. Where a discrete variable has a value in this pass alone, a third row has it.
// A relation of time that is due but has not changed may be strict (time > e): it is looked at once more, one unit of rounding later.
// Where a mixed system leaves something open in its mode, several modes may fit at this very instant and only one of them afterwards: two diodes at a
// source that just passes zero both conduct nothing. The mode of a moment later counts (SettleModes).
// An event that leaves all states as they were, and derivatives up to what is negligible over the whole run, is none for the integrator, which then goes on
// without a restart. A state event that changes nothing at all (a relation beside a condition that is false) is none for the result either.
#pragma once

#include <functional>
#include <limits>

#include "run/chattering.h"
#include "run/event_calendar.h"
#include "run/event_iteration.h"
#include "run/result_rows.h"

namespace mica::run {

// Appends a row at the instance's present time and values. False: writing failed.
using AppendRow = std::function<bool(std::span<const double> row)>;

enum class EventEnd : std::uint8_t { kDone, kFailed /* reported */, kNotWritten };

class EventHandler {
 public:
  EventHandler(Instance& instance, EventIteration& iteration, EventCalendar& calendar, CrossingWatch& watch, ResultRows& rows,
               AppendRow append)
      : instance_(instance), iteration_(iteration), calendar_(calendar), watch_(watch), rows_(rows), append_(std::move(append)),
        g_(watch.size()), relations_(watch.size()), side_sizes_(watch.size(), std::numeric_limits<double>::quiet_NaN()), delay_values_(3 * instance.code().delay_count) {
    due_.reserve(instance.code().held_count);
    held_before_.reserve(instance.code().held_count);
    // Methods for real time take no memory while they step.
    flag_row_.reserve(rows.signals().size());
    left_row_.reserve(rows.signals().size());
    reals_before_.reserve(instance.reals().size());
    noise_.reserve(watch.size());
    reals_here_.reserve(instance.reals().size());
    states_here_.reserve(instance.code().state_count);
    states_ahead_.reserve(instance.code().state_count);
    held_here_.reserve(instance.code().held_count);
    continuous_before_.reserve(2 * instance.code().state_count);
    continuous_after_.reserve(2 * instance.code().state_count);
  }

  // The instance holds the values just before the event, evaluated. Its time may have moved on by rounding afterwards. `change` is what happens at the
  // event from outside: pre() has the values before it.
  [[nodiscard]] EventEnd Handle(bool is_state_event, const std::function<void()>& change = {});
  // After initialization, and at the end of every event. `may_continue`: states and derivatives are as they were.
  [[nodiscard]] bool Refresh(bool may_continue = false);
  // A jump of a derivative below this, by state, is none. Counts once the model is initialized.
  void SetNegligibleSlopes(std::vector<double> slopes) { negligible_slopes_ = std::move(slopes); }
  // How far ahead, in time, SettleModes looks: short beside all steps, long beside rounding.
  void SetLookAhead(double ahead) { look_ahead_ = ahead; }
  // Also after initialization, before Refresh. False: failed, and reported.
  [[nodiscard]] bool SettleModes();
  // The crossing functions at the end of the last event.
  std::span<const double> crossings() const { return g_; }
  // The last event was of no concern to the integrator…
  bool continues() const { return continues_; }
  // …but functions are watched from other sides now…
  bool sides_changed() const { return sides_changed_; }
  // …and it changed no variable.
  bool changed_nothing() const { return changed_nothing_; }
  // The values of delayed expressions, and of those that spatialDistribution() moves, at the present, accepted point.
  [[nodiscard]] bool RecordDelays(bool at_event = false);

 private:
  bool Iterate(bool pre_is_set);
  bool IterateTick();
  void ReadContinuous(std::vector<double>& values);
  bool KeepsContinuous() const;
  bool KeepsAll();
  bool LookAgain();
  void MeasureNoise();
  bool WantsNoise() const;
  void MeasureSides(const MicaRelation& relation, std::size_t crossing);

  Instance& instance_;
  EventIteration& iteration_;
  EventCalendar& calendar_;
  CrossingWatch& watch_;
  ResultRows& rows_;
  AppendRow append_;
  std::vector<double> noise_, reals_here_;  // of crossing functions; empty: not measured yet
  std::vector<double> g_, relations_, side_sizes_, delay_values_, held_before_, flag_row_;
  std::vector<double> continuous_before_, continuous_after_;  // states and derivatives
  std::vector<double> negligible_slopes_, reals_before_, left_row_;
  bool continues_ = false, sides_changed_ = false, changed_nothing_ = false;
  std::vector<double> states_here_, states_ahead_, held_here_;
  double look_ahead_ = 0;
  std::vector<std::size_t> due_;          // relations of time that have not changed yet
};

}  // namespace mica::run
