#include "run/event_iteration.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::run {

bool EventIteration::Run(bool pre_is_set, const std::function<bool()>& after_pass) {
  MicaInstance& raw = instance_.raw();
  ModelReports& reports = instance_.reports();
  if (!pre_is_set) instance_.UpdatePre();
  solvers_.NoteEvent();
  solvers_.ClearFailure();
  reports.ClearFailure();
  reports.SetAccepted(true);
  raw.event = 1;
  bool done = false, failed = false;
  unfinished_ = reinitialized_ = false;
  if (instance_.table().inlined.count > 0) held_.assign(instance_.held().begin(), instance_.held().end());
  int limit = std::min(kMostPasses, budget_.passes.limit), pass = 0;
  for (; pass < limit && !done && !failed; ++pass) {
    ++passes_;
    (void)solvers_.TakeOpenMode();
    solvers_.SetLaterPass(pass > 0);
    Status status = instance_.Event();
    open_mode_ = solvers_.TakeOpenMode();
    bool must_go_on = after_pass && after_pass();
    if (status != Status::kOk && status != Status::kTerminated) {
      ReportEvaluationFailure(Phase::kEvent, status, instance_, solvers_, sink_);
      failed = true;
      break;
    }
    bool reinitialized = instance_.ApplyReinits();
    reinitialized_ = reinitialized_ || reinitialized;
    if (pass + 1 == kMostPasses) ReportEndless();
    bool changed = instance_.UpdatePre();
    if (changed || must_go_on) solvers_.NoteEvent();
    done = !changed && !reinitialized && !must_go_on && !RelationsChanged();
  }
  raw.event = 0;
  solvers_.SetLaterPass(false);
  reports.SetAccepted(false);
  solvers_.NoteEvent();
  budget_.passes.Note(pass);
  if (!done && !failed && limit < kMostPasses) {
    budget_.passes.Reach(instance_.time());
    done = unfinished_ = true;
  }
  return done;
}

bool EventIteration::RelationsChanged() {
  if (std::ranges::equal(held_, instance_.held()) || held_.empty()) return false;
  held_.assign(instance_.held().begin(), instance_.held().end());
  return true;
}

void EventIteration::ReportEndless() {
  constexpr std::size_t kShown = 10;
  std::vector<std::uint32_t> changed = instance_.ChangedDiscretes(kShown);
  std::string list;
  for (std::uint32_t id : changed) list += fmt::format("{}{}", list.empty() ? "" : ", ", NameOf(instance_.table(), id));
  if (list.empty()) list = "a state that is reinitialized again and again";
  Diagnostic& error = sink_.Error("E6303", {}, fmt::format("the event at time = {} does not come to an end: after {} passes these still change: {}",
                                                           NumberText(instance_.time()), kMostPasses, list));
  for (std::uint32_t id : changed) {
    const MicaScalar& scalar = instance_.table().scalars[id];
    if (IsString(scalar)) continue;
    error.notes.push_back({Span(), fmt::format("{} = {}, pre = {}", NameOf(instance_.table(), id), NumberText(instance_.value(id)),
                                               NumberText(instance_.pre()[scalar.slot]))});
  }
  error.hint = "a condition that depends on its own result needs pre() on one of the variables in the loop";
}

}  // namespace mica::run
