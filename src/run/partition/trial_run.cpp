#include "run/partition/trial_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/integrators/model_ode.h"
#include "run/integrators/slope_jacobian.h"
#include "run/integrators/state_pattern.h"
#include "runtime/step/bounded_step.h"

namespace mica::run {

namespace {

constexpr std::size_t kMostInInterval = 5;
constexpr double kQuotientRounding = 1e-12;  // of the number of intervals

// Watches a run from its rows: when one is written, the instance stands at its point.
class Sampler final : public StepObserver, public ResultWriter {
 public:
  Sampler(Trial& trial, double start, double stop)
      : trial_(trial), start_(start), interval_((stop - start) / static_cast<double>(kTrialIntervals)) {}

  bool Begin(Instance& instance) override {
    instance_ = &instance;
    if (instance.state_slots().empty()) return true;
    std::optional<graph::CompressedRows> pattern = OdePattern(instance.table());
    ode_.emplace(instance, watch_);
    jacobian_.emplace(*ode_, pattern ? &*pattern : nullptr);
    trial_.pattern = jacobian_->pattern();
    states_.resize(instance.state_slots().size());
    slopes_.resize(instance.state_slots().size());
    Sample();
    return true;
  }
  Inputs BeforeStep(double) override { return Inputs::kSame; }
  void SetInputs(Instance&) override {}
  void AfterStep(Instance&, std::uint64_t) override {}

  bool Begin(const SignalTable&, std::span<const double>, double, double) override { return true; }
  bool Append(double time, std::span<const double>) override {
    if (!instance_) return true;  // the start is taken later
    double place = std::floor((time - start_) / interval_ * (1 - kQuotientRounding));
    if (place != place_) place_ = place, taken_ = 0;
    // The end of an interval comes last in it and has a place of its own.
    bool is_end = std::abs(time - start_ - (place + 1) * interval_) < MICA_STEP_SAME_LIMIT * interval_;
    if (is_end || ++taken_ <= kMostInInterval) Sample();
    return true;
  }
  bool Finish() override { return true; }

 private:
  void Sample() {
    if (!jacobian_) return;
    std::vector<double> reals(instance_->reals().begin(), instance_->reals().end());
    std::int32_t event = std::exchange(instance_->raw().event, 0);
    JacobianSample sample{instance_->time(),
                          std::vector<double>(static_cast<std::size_t>(trial_.pattern.entry_count()), 0.0)};
    instance_->GetStates(states_);
    if (ode_->Evaluate(instance_->time(), states_, slopes_) == Status::kOk &&
        jacobian_->Fill(instance_->time(), states_, slopes_, sample.values))
      trial_.samples.push_back(std::move(sample));
    instance_->raw().event = event;
    std::ranges::copy(reals, instance_->reals().begin());
  }

  Trial& trial_;
  double start_, interval_;
  Instance* instance_ = nullptr;
  double place_ = -1;
  std::size_t taken_ = 0;
  CrossingWatch watch_{0};
  std::optional<ModelOde> ode_;
  std::optional<SlopeJacobian> jacobian_;
  std::vector<double> states_, slopes_;
};

}  // namespace

Trial RunTrial(const Runnable& runnable, const SimulationOptions& given, DiagnosticSink& sink, std::stop_token stop) {
  Trial trial;
  SimulationOptions options;
  options.start = given.start;
  if (!given.is_endless) options.stop = given.stop;
  options.tolerance = given.tolerance;
  options.overrides = given.overrides;
  options.intervals = kTrialIntervals;
  options.modes = ModeUse::kOff;
  const Method& method = MethodOf(runnable.table->inlined.count > 0 ? kMethodOfSwitches : kDefaultMethod);
  std::optional<RunPlan> plan = MakeRunPlan(options, method, ExperimentOf(*runnable.table), sink);
  if (!plan) return trial;
  Sampler sampler(trial, plan->start, plan->stop);
  DiagnosticSink own;  // what the model says is said by the run that follows
  SimulationResult result = Simulate(runnable, *plan, sampler, own, {}, std::move(stop), &sampler);
  trial.initialized = result.initialized;
  trial.outcome = result.outcome;
  trial.time = result.time;
  trial.reason = result.reason;
  if (!trial.initialized)
    for (const Diagnostic& diagnostic : own.all()) sink.Report(diagnostic);
  return trial;
}

}  // namespace mica::run
