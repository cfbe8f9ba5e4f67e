// Everything of a run that changes, as bytes, see simulation.h.
#include <fmt/format.h>

#include "run/simulation.h"
#include "run/state_bytes.h"

namespace mica::run {

namespace {

// What a state belongs to: a model, its translation, a method and a step.
std::string Origin(const Runnable& runnable, const RunPlan& plan) {
  const MicaCode& code = *runnable.code;
  return fmt::format("mica state 1: {} {} {} {} {} {} {} {} {} {} {} {}", Text(*runnable.table, runnable.table->name),
                     plan.method->name, NumberText(plan.step), code.real_count, code.held_count, code.state_count,
                     code.string_count, code.crossing_count, code.system_count, code.sampler_count, code.delay_count,
                     code.distribution_count);
}

void VisitInstance(Instance& instance, StateBytes& bytes) {
  MicaInstance& raw = instance.raw();
  bytes.Value(raw.time);
  bytes.Value(raw.lambda);
  bytes.Value(raw.initial);
  bytes.Value(raw.terminal);
  bytes.Value(raw.event);
  bytes.Value(raw.solving_held);
  bytes.Array(instance.reals());
  bytes.Array(instance.pre());
  bytes.Array(instance.held());
  for (const char** strings : {raw.strings, raw.pre_strings})
    for (std::uint32_t i = 0; i < instance.code().string_count; ++i) {
      std::string text = strings[i] ? strings[i] : "";
      bytes.Text(text);
      if (bytes.is_read() && bytes.is_good() && text != (strings[i] ? strings[i] : ""))
        strings[i] = raw.host->keep_string(&raw, text.c_str());
    }
}

}  // namespace

void Simulation::Visit(StateBytes& bytes) {
  VisitInstance(instance_, bytes);
  bytes.Part([&](MicaState* state) { mica_loop_visit(&loop_, state); });
  bytes.Part([&](MicaState* state) { mica_watch_visit(&watch_.raw(), state); });
  bytes.Part([&](MicaState* state) { mica_calendar_visit(&calendar_.raw(), state); });
  bytes.Part([&](MicaState* state) { mica_iteration_visit(&iteration_.raw(), state); });
  handler_.Visit(bytes);
  selection_.Visit(bytes);
  instance_.delays().Visit(bytes);
  instance_.distributions().Visit(bytes);
  delays_.Visit(bytes);
  solvers_.Visit(bytes);
  bytes.Value(grid_);
  bytes.Value(row_time_);
}

std::vector<std::byte> Simulation::Save() {
  StateBytes bytes;
  std::string origin = Origin(instance_.runnable(), plan_);
  bytes.Text(origin);
  Visit(bytes);
  integrator_->Visit(bytes);
  return bytes.Take();
}

bool Simulation::Restore(std::span<const std::byte> state) {
  going_ = WithoutFaults([&] {
    StateBytes bytes(state);
    std::string origin;
    bytes.Text(origin);
    if (origin != Origin(instance_.runnable(), plan_)) return End(Outcome::kRefused, "the state is of another run");
    Visit(bytes);
    bool goes_on = integrator_->Visit(bytes);
    if (!bytes.is_good() || !bytes.is_at_end()) return End(Outcome::kRefused, "the state is damaged");
    next_stop_ = -std::numeric_limits<double>::infinity();
    is_contradicted_ = is_point_open_ = false;
    reports_.ClearFailure();
    solvers_.ClearFailure();
    result_.outcome = Outcome::kFinished;
    result_.time = instance_.time();
    // What was seen of events after that point.
    endless_.emplace(instance_, watch_, plan_);
    ode_->SetResting(endless_->resting().states());
    if (inputs_) inputs_->PassTo(instance_.time());
    if (goes_on) return true;
    solvers_.NoteEvent();
    loop_.stands_at_end = 0;
    instance_.GetStates(states_);
    integrator_->Restart(instance_.time(), states_);
    return true;
  });
  return going_;
}

}  // namespace mica::run
