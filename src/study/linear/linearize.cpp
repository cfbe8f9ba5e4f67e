#include "study/linear/linearize.h"

#include <fmt/format.h>

#include "run/step_observer.h"
#include "study/codes.h"
#include "study/linear/point_jacobian.h"

namespace mica::study {

namespace {

// Watches a run from its rows: when one is written, the instance stands at its point.
class PointTaker final : public run::StepObserver, public ResultWriter {
 public:
  PointTaker(const LinearizeRequest& request, double at, LinearSystem& out, DiagnosticSink& sink)
      : request_(request), at_(at), out_(out), sink_(sink) {}

  bool Begin(run::Instance& instance) override {
    instance_ = &instance;
    is_known_ = shape_.Find(instance.table(), request_.inputs, request_.outputs, sink_);
    if (!is_known_) return false;
    if (instance.time() == at_) Take();
    return true;
  }
  Inputs BeforeStep(double) override { return Inputs::kSame; }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override {}

  bool Begin(const SignalTable&, std::span<const double>, double, double) override { return true; }
  // Of two sides of an event the second is taken last.
  bool Append(double time, std::span<const double>) override {
    if (instance_ && time == at_) Take();
    return true;
  }
  bool Finish() override { return true; }

  bool is_known() const { return is_known_; }
  bool is_taken() const { return is_taken_; }
  const std::string& problem() const { return problem_; }

 private:
  void Take() {
    const MicaModelTable& t = instance_->table();
    Eigen::MatrixXd all;
    PointJacobian jacobian(*instance_, shape_);
    bool done = jacobian.Compute(all);
    problem_ = jacobian.problem();
    if (!done) return;
    auto n = static_cast<Eigen::Index>(shape_.states.size()), m = static_cast<Eigen::Index>(shape_.inputs.size()),
         p = static_cast<Eigen::Index>(shape_.outputs.size());
    out_.time = instance_->time();
    out_.a = all.topLeftCorner(n, n);
    out_.b = all.topRightCorner(n, m);
    out_.c = all.bottomLeftCorner(p, n);
    out_.d = all.bottomRightCorner(p, m);
    out_.is_analytic = false;
    auto describe = [&](const std::vector<Place>& places, std::vector<std::string>& names,
                        std::vector<std::string>& units, std::vector<double>& values) {
      names.clear(), units.clear(), values.clear();
      for (const Place& place : places) {
        names.emplace_back(run::Text(t, t.scalars[place.scalar].name));
        units.emplace_back(run::Text(t, t.scalars[place.scalar].unit));
        values.push_back(place.sign * instance_->reals()[place.slot]);
      }
    };
    describe(shape_.states, out_.states, out_.state_units, out_.state_values);
    describe(shape_.inputs, out_.inputs, out_.input_units, out_.input_values);
    describe(shape_.outputs, out_.outputs, out_.output_units, out_.output_values);
    is_taken_ = true;
  }

  const LinearizeRequest& request_;
  double at_;
  LinearSystem& out_;
  DiagnosticSink& sink_;
  run::Instance* instance_ = nullptr;
  LinearShape shape_;
  bool is_known_ = true, is_taken_ = false;
  std::string problem_;
};

}  // namespace

Linearization Linearize(Session& session, ModelRuns& runs, const LinearizeRequest& request) {
  Linearization made;
  std::size_t variant = 0;
  made.outcome = runs.Prepare({}, variant);
  if (made.outcome != Outcome::kDone) return made;
  made.system.model = runs.translation(variant).name();
  run::RunPlan plan = runs.plan(variant);
  plan.values = runs.ValuesAtStart(variant, {});
  double at = request.at.value_or(plan.start);
  if (at < plan.start) {
    session.sink().Report(kTimeBeforeStart, {},
                          fmt::format("the time {} lies before the start of the run, {}", run::NumberText(at),
                                      run::NumberText(plan.start)));
    made.outcome = Outcome::kCallWrong;
    return made;
  }
  plan.stop = at;
  if (at > plan.start) {
    plan.points = run::kDefaultIntervals;
    plan.interval = (at - plan.start) / static_cast<double>(plan.points);
  }
  const run::Runnable& runnable = runs.runnable(variant);
  PointTaker taker(request, at, made.system, session.sink());
  run::SimulationResult result;
  bool ran = session.Guard("linearising the model", [&] {
    result = run::Simulate(runnable, plan, taker, session.sink(), {}, request.stop, &taker);
  });
  if (!ran) {
    made.outcome = Outcome::kFault;
  } else if (!taker.is_known()) {
    made.outcome = Outcome::kCallWrong;
  } else if (result.outcome == run::Outcome::kCancelled) {
    made.outcome = Outcome::kCancelled;
  } else if (!taker.is_taken() || !taker.problem().empty()) {
    made.outcome = Outcome::kFailed;
    if (!taker.problem().empty())
      session.sink().Report(kCannotLinearize, {},
                            fmt::format("the model cannot be evaluated around the point at time = {}, with "
                                        "{} moved to both sides",
                                        run::NumberText(at), taker.problem()));
    else if (!session.sink().has_errors())
      session.sink().Report(kCannotLinearize, {},
                            fmt::format("the run ended at time = {}, before the point", run::NumberText(result.time)));
  }
  return made;
}

}  // namespace mica::study
