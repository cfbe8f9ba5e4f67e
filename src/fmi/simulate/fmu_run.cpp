#include "fmi/simulate/fmu_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fmi/codes.h"
#include "run/codes.h"
#include "run/events/event_calendar.h"

namespace mica::fmi {

FmuRun::FmuRun(const FmuRunSetting& setting, FmuInterface interface, run::SimulationResult& result)
    : setting_(setting),
      plan_(setting.plan),
      inputs_(setting.inputs),
      result_(result),
      fmu_(setting.fmu, interface, setting.library, setting.is_logging),
      time_(setting.plan.start),
      signals_(setting.fmu.description, setting.overrides.sizes()) {}

void FmuRun::Run() {
  setting_.overrides.Apply(fmu_);
  inputs_.PassTo(plan_.start);
  fmu_.Do([&](MicaForeignFmu* f) {
    return mica_foreign_enter_initialization(f, plan_.tolerance, plan_.start, 1, plan_.stop);
  });
  inputs_.Set(fmu_, plan_.start, false);
  fmu_.Do(mica_foreign_exit_initialization);
  Start();
  result_.initialized = true;
  if (!setting_.writer.Begin(signals_.table(), signals_.Constants(fmu_), plan_.start, plan_.stop))
    return EndBy(run::Outcome::kFailed, "the result could not be written");
  if (!WriteRow()) return;
  if (!has_ended_) Integrate();
  PassMessages();
  fmu_.Do(mica_foreign_terminate);
}

bool FmuRun::WriteRow() {
  ++result_.statistics.rows;
  result_.time = time_;
  if (setting_.writer.Append(time_, signals_.Row(fmu_))) {
    PassMessages();
    if (setting_.request.progress) setting_.request.progress(time_, plan_.start, plan_.stop);
    return true;
  }
  EndBy(run::Outcome::kFailed, "the result could not be written");
  return false;
}

MicaForeignEvent FmuRun::IterateEvent() {
  MicaForeignEvent all{};
  for (std::size_t round = 0;; ++round) {
    if (round == kMostEvents)
      throw FmuFailure{
          fmt::format("{} asks for another round of the event again and again",
                      setting_.fmu.description.version == 2 ? "fmi2NewDiscreteStates" : "fmi3UpdateDiscreteStates")};
    MicaForeignEvent event{};
    fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_update_discrete(f, &event); });
    all.states_changed |= event.states_changed;
    all.nominals_changed |= event.nominals_changed;
    all.has_next = event.has_next;
    all.next = event.next;
    if (event.terminates) {
      EndBy(run::Outcome::kTerminated, "the FMU ended it");
      return all;
    }
    if (!event.needs_more) return all;
  }
}

void FmuRun::PassMessages() {
  for (ForeignFmu::Message& message : fmu_.TakeMessages()) {
    if (std::ranges::find(passed_, message) != passed_.end()) continue;
    if (message.status == MICA_FMI_OK)
      setting_.sink.Report(kFmuSays, {}, fmt::format("the FMU says: {}", message.text));
    else
      setting_.sink.Report(kFmuWarns, {}, fmt::format("the FMU warns: {}", message.text));
    passed_.push_back(std::move(message));
  }
}

void FmuRun::EndBy(run::Outcome outcome, std::string reason) {
  has_ended_ = true;
  result_.outcome = outcome;
  result_.reason = std::move(reason);
  result_.time = time_;
}

bool FmuRun::HasReached(double point) const {
  return point <= time_ || (std::isfinite(point) && run::SameTime(point, time_));
}

bool FmuRun::IsCancelled() {
  if (!setting_.request.stop.stop_requested()) return false;
  EndBy(run::Outcome::kCancelled, "cancelled");
  return true;
}

void FmuRun::CountEvent(bool is_state_event) {
  ++(is_state_event ? result_.statistics.state_events : result_.statistics.time_events);
  events_ = events_ > 0 && run::SameTime(event_time_, time_) ? events_ + 1 : 1;
  event_time_ = time_;
  if (events_ > kMostEvents)
    throw FmuFailure{fmt::format("more than {} events follow each other, and time stands still", kMostEvents)};
}

}  // namespace mica::fmi
