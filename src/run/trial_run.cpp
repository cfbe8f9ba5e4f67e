#include "run/trial_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/coloring.h"
#include "run/ode_pattern.h"

namespace mica::run {

namespace {

constexpr std::size_t kMostInInterval = 5;

// Watches a run from its rows: when one is written, the instance stands at its point.
class Sampler final : public StepObserver, public ResultWriter {
 public:
  Sampler(Trial& trial, double start, double stop) : trial_(trial), start_(start), interval_((stop - start) / static_cast<double>(kTrialIntervals)) {}

  bool Begin(Instance& instance) override {
    instance_ = &instance;
    std::size_t n = instance.state_slots().size();
    if (n == 0) return true;
    if (std::optional<graph::CompressedRows> pattern = OdePattern(instance.model(), *instance.runnable().store)) trial_.pattern = std::move(*pattern);
    else trial_.pattern = graph::CompressedRows::FromRows(static_cast<graph::Index>(n), std::vector(n, AllOf(n)));
    columns_ = trial_.pattern.TransposeWithEntries();
    coloring_ = graph::ColorColumns(trial_.pattern);
    for (std::vector<double>* v : {&states_, &shifted_, &slopes_, &moved_}) v->resize(n);
    Sample();
    return true;
  }
  Inputs BeforeStep(double) override { return Inputs::kSame; }
  void SetInputs(Instance&) override {}
  void AfterStep(Instance&, std::uint64_t) override {}

  bool Begin(const SignalTable&, std::span<const double>, double, double) override { return true; }
  bool Append(double time, std::span<const double>) override {
    if (!instance_) return true;  // the start is taken later
    double place = std::floor((time - start_) / interval_ * (1 - 1e-12));
    if (place != place_) place_ = place, taken_ = 0;
    // The end of an interval comes last in it and has a place of its own.
    bool is_end = std::abs(time - start_ - (place + 1) * interval_) < 1e-9 * interval_;
    if (is_end || ++taken_ <= kMostInInterval) Sample();
    return true;
  }
  bool Finish() override { return true; }

 private:
  static std::vector<graph::Index> AllOf(std::size_t n) {
    std::vector<graph::Index> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<graph::Index>(i);
    return all;
  }

  void Sample() {
    if (coloring_.size() == 0) return;
    std::vector<double> reals(instance_->reals().begin(), instance_->reals().end());
    std::int32_t event = std::exchange(instance_->raw().event, 0);
    JacobianSample sample{instance_->time(), std::vector<double>(static_cast<std::size_t>(trial_.pattern.entry_count()), 0.0)};
    if (Fill(sample.values)) trial_.samples.push_back(std::move(sample));
    instance_->raw().event = event;
    std::ranges::copy(reals, instance_->reals().begin());
  }

  bool Fill(std::vector<double>& values) {
    double root = std::sqrt(std::numeric_limits<double>::epsilon());
    instance_->GetStates(states_);
    if (instance_->Derivatives() != Status::kOk) return false;
    instance_->GetDerivatives(slopes_);
    shifted_ = states_;
    for (graph::Index color = 0; color < coloring_.size(); ++color) {
      for (graph::Index j : coloring_.groups.row(color)) {
        auto column = static_cast<std::size_t>(j);
        double nominal = std::abs(instance_->nominal()[instance_->state_slots()[column]]);
        shifted_[column] = states_[column] + root * std::max(std::abs(states_[column]), nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
      }
      instance_->SetStates(shifted_);
      if (instance_->Derivatives() != Status::kOk) return false;
      instance_->GetDerivatives(moved_);
      for (graph::Index j : coloring_.groups.row(color)) {
        auto column = static_cast<std::size_t>(j);
        double distance = shifted_[column] - states_[column];
        shifted_[column] = states_[column];
        for (graph::Index k = columns_.graph.row_begin(j); k < columns_.graph.row_end(j); ++k) {
          auto row = static_cast<std::size_t>(columns_.graph.entry(k));
          double value = (moved_[row] - slopes_[row]) / distance;
          if (!std::isfinite(value)) return false;
          values[static_cast<std::size_t>(columns_.original_entry[static_cast<std::size_t>(k)])] = value;
        }
      }
    }
    return true;
  }

  Trial& trial_;
  double start_, interval_;
  Instance* instance_ = nullptr;
  double place_ = -1;
  std::size_t taken_ = 0;
  graph::Transposed columns_;
  graph::Coloring coloring_;
  std::vector<double> states_, shifted_, slopes_, moved_;
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
  std::optional<Plan> plan = MakePlan(options, runnable.model->experiment, sink);
  if (!plan) return trial;
  Sampler sampler(trial, plan->start, plan->stop);
  DiagnosticSink own;  // what the model says is said by the run that follows
  SimulationResult result = Simulate(runnable, options, sampler, own, {}, std::move(stop), &sampler);
  trial.initialized = result.initialized;
  trial.outcome = result.outcome;
  trial.time = result.time;
  trial.reason = result.reason;
  if (!trial.initialized)
    for (const Diagnostic& diagnostic : own.all()) sink.Report(diagnostic);
  return trial;
}

}  // namespace mica::run
