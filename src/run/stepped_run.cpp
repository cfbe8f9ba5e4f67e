#include "run/stepped_run.h"

#include "run/simulation.h"

namespace mica::run {

SavedPoint Simulation::Save() {
  SavedPoint point;
  point.time = instance_.time();
  auto copy = [](std::span<const double> from) { return std::vector<double>(from.begin(), from.end()); };
  point.reals = copy(instance_.reals());
  point.pre = copy(instance_.pre());
  point.held = copy(instance_.held());
  for (std::uint32_t i = 0; i < instance_.code().string_count; ++i) {
    point.strings.push_back(instance_.raw().strings[i]);
    point.pre_strings.push_back(instance_.raw().pre_strings[i]);
  }
  point.tickers = calendar_.tickers();
  point.selection = selection_.Save();
  point.is_event_due = is_event_due_;
  return point;
}

bool Simulation::Restore(const SavedPoint& point) {
  return WithoutFaults([&] {
    instance_.SetTime(point.time);
    std::ranges::copy(point.reals, instance_.reals().begin());
    std::ranges::copy(point.pre, instance_.pre().begin());
    std::ranges::copy(point.held, instance_.held().begin());
    std::ranges::copy(point.strings, instance_.raw().strings);
    std::ranges::copy(point.pre_strings, instance_.raw().pre_strings);
    calendar_.SetTickers(point.tickers);
    selection_.Restore(point.selection);
    is_event_due_ = point.is_event_due;
    stands_at_end_ = false;
    next_event_.reset();
    next_stop_ = -std::numeric_limits<double>::infinity();
    step_index_ = plan_.step > 0
                      ? static_cast<std::int64_t>((point.time - plan_.start) / plan_.step + MICA_STEP_SAME_LIMIT) + 1
                      : 1;
    result_.outcome = Outcome::kFinished;
    result_.time = point.time;
    solvers_.NoteEvent();
    instance_.GetStates(states_);
    if (!EvaluateAt(point.time, states_)) return false;
    if (!handler_.Refresh()) return FailEvaluation(Phase::kIntegration, Status::kFailed);
    Restart();
    return true;
  });
}

namespace {

// Rows are not asked for.
class NoRows final : public ResultWriter {
 public:
  bool Begin(const SignalTable&, std::span<const double>, double, double) override { return true; }
  bool Append(double, std::span<const double>) override { return true; }
  bool Finish() override { return true; }
};

RunPlan WithoutRows(RunPlan plan) {
  plan.has_rows = false;
  plan.modes = ModeUse::kOff;
  return plan;
}

}  // namespace

class SteppedRun::Driver {
 public:
  Driver(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink)
      : plan_(WithoutRows(std::move(plan))), simulation_(runnable, plan_, rows_, sink, progress_, {}, nullptr) {}
  Simulation& simulation() { return simulation_; }

 private:
  RunPlan plan_;
  NoRows rows_;
  Progress progress_;
  Simulation simulation_;
};

SteppedRun::SteppedRun(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink)
    : driver_(std::make_unique<Driver>(runnable, std::move(plan), sink)) {}
SteppedRun::~SteppedRun() = default;
bool SteppedRun::Start() { return driver_->simulation().Open(); }
bool SteppedRun::AdvanceTo(double time, std::stop_token stop) {
  return driver_->simulation().AdvanceTo(time, std::move(stop));
}
bool SteppedRun::Change(const std::function<void(Instance&)>& change) { return driver_->simulation().Change(change); }
double SteppedRun::time() { return driver_->simulation().instance().time(); }
Instance& SteppedRun::instance() { return driver_->simulation().instance(); }
const SimulationResult& SteppedRun::result() const { return driver_->simulation().result(); }
bool SteppedRun::can_save() {
  const MicaCode& code = instance().code();
  return code.delay_count == 0 && code.distribution_count == 0;
}
std::shared_ptr<const SavedPoint> SteppedRun::Save() {
  Check(can_save(), "a point of a model with a history cannot be saved");
  return std::make_shared<const SavedPoint>(driver_->simulation().Save());
}
bool SteppedRun::Restore(const SavedPoint& point) { return driver_->simulation().Restore(point); }

}  // namespace mica::run
