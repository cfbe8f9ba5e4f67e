#include "run/events/event_iteration.h"

#include <fmt/format.h>

#include "run/codes.h"

namespace mica::run {

EventIteration::EventIteration(Instance& instance, SystemSolvers& solvers, WorkBudget& budget, DiagnosticSink& sink)
    : instance_(instance), solvers_(solvers), budget_(budget), sink_(sink), held_(instance.code().held_count) {
  iteration_.instance = &instance.raw();
  iteration_.places = &instance.places();
  iteration_.held = held_.data();
  iteration_.most_passes = MICA_EVENT_MOST_PASSES;
  MicaIterationCalls& calls = iteration_.calls;
  calls.self = this;
  calls.event = &OnEvent;
  calls.begin = &OnBegin;
  calls.end = &OnEnd;
  calls.note_event = [](void* self) { Of(self).solvers_.NoteEvent(); };
  calls.set_later_pass = [](void* self, int is_later) { Of(self).solvers_.SetLaterPass(is_later != 0); };
  calls.take_open_mode = [](void* self) { return Of(self).solvers_.TakeOpenMode() ? 1 : 0; };
  calls.fail = &OnFail;
  calls.endless = [](void* self) { Of(self).ReportEndless(); };
}

int EventIteration::OnEvent(void* self) {
  ++Of(self).passes_;
  return static_cast<int>(Of(self).instance_.Event());
}

void EventIteration::OnBegin(void* self) {
  EventIteration& e = Of(self);
  e.iteration_.most_passes = e.budget_.passes.limit;
  e.solvers_.ClearFailure();
  e.instance_.reports().ClearFailure();
  e.instance_.reports().SetAccepted(true);
}

void EventIteration::OnEnd(void* self) {
  EventIteration& e = Of(self);
  e.instance_.reports().SetAccepted(false);
  e.budget_.passes.Note(e.iteration_.passes);
  if (e.iteration_.is_unfinished != 0) e.budget_.passes.Reach(e.instance_.time());
}

void EventIteration::OnFail(void* self, int status) {
  EventIteration& e = Of(self);
  ReportEvaluationFailure(Phase::kEvent, static_cast<Status>(status), e.instance_, e.solvers_, e.sink_);
}

void EventIteration::ReportEndless() {
  constexpr std::size_t kShown = 10;
  std::vector<std::uint32_t> changed = instance_.ChangedDiscretes(kShown);
  std::string list;
  for (std::uint32_t id : changed) list += fmt::format("{}{}", list.empty() ? "" : ", ", NameOf(instance_.table(), id));
  if (list.empty()) list = "a state that is reinitialized again and again";
  Diagnostic& error =
      sink_.Report(kEndlessEvent, {},
                   fmt::format("the event at time = {} does not come to an end: after {} passes these still change: {}",
                               NumberText(instance_.time()), MICA_EVENT_MOST_PASSES, list));
  for (std::uint32_t id : changed) {
    const MicaScalar& scalar = instance_.table().scalars[id];
    if (IsString(scalar)) continue;
    error.notes.push_back(
        {Span(), fmt::format("{} = {}, pre = {}", NameOf(instance_.table(), id), NumberText(instance_.value(id)),
                             NumberText(instance_.pre()[scalar.slot]))});
  }
  error.hint = "a condition that depends on its own result needs pre() on one of the variables in the loop";
}

}  // namespace mica::run
