#include "study/linear/linearize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/step_observer.h"
#include "study/codes.h"

namespace mica::study {

namespace {

// Relative to |x| + nominal. A difference of fourth order has errors of h⁴ and ε/h: equal at ε^(1/5) = 7e-4.
constexpr double kShifts[] = {1e-3, 1e-6, 1e-8};

struct Place {
  std::uint32_t scalar = 0;
  std::uint32_t slot = 0;
  double sign = 1;
};

Place PlaceOf(const MicaModelTable& t, std::uint32_t i) {
  return {i, t.scalars[i].slot, static_cast<double>(t.scalars[i].sign)};
}

// Finds columns and rows by name, once.
class Shape {
 public:
  bool Find(const MicaModelTable& t, const LinearizeRequest& request, DiagnosticSink& sink) {
    for (std::uint32_t state : run::List(t, t.states)) states.push_back(PlaceOf(t, state));
    auto find = [&](const std::string& name, std::vector<Place>& into, bool is_input) {
      for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
        const MicaScalar& scalar = t.scalars[i];
        if (run::Text(t, scalar.name) != name || scalar.type == MICA_TYPE_STRING) continue;
        bool fits = is_input ? t.scalars[scalar.owner].kind == MICA_KIND_INPUT && run::IsReal(scalar)
                             : scalar.kind != MICA_KIND_OBJECT;
        if (!fits) break;
        into.push_back(PlaceOf(t, i));
        return true;
      }
      sink.Report(kUnknownSignal, {},
                  is_input ? fmt::format("'{}' is not a Real input of the top level", name)
                           : fmt::format("the model has no variable '{}'", name));
      return false;
    };
    bool good = true;
    for (const std::string& name : request.inputs) good = find(name, inputs, true) && good;
    for (const std::string& name : request.outputs) good = find(name, outputs, false) && good;
    for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
      const MicaScalar& scalar = t.scalars[i];
      if (run::HasFlag(scalar, MICA_SCALAR_HIDDEN) || !run::IsReal(scalar)) continue;
      if (request.inputs.empty() && scalar.kind == MICA_KIND_INPUT && scalar.owner == i)
        inputs.push_back(PlaceOf(t, i));
      if (request.outputs.empty() && run::HasFlag(scalar, MICA_SCALAR_OUTPUT)) outputs.push_back(PlaceOf(t, i));
    }
    return good;
  }

  std::vector<Place> states, inputs, outputs;
};

// Watches a run from its rows: when one is written, the instance stands at its point.
class PointTaker final : public run::StepObserver, public ResultWriter {
 public:
  PointTaker(const LinearizeRequest& request, double at, LinearSystem& out, DiagnosticSink& sink)
      : request_(request), at_(at), out_(out), sink_(sink) {}

  bool Begin(run::Instance& instance) override {
    instance_ = &instance;
    is_known_ = shape_.Find(instance.table(), request_, sink_);
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
  using Vector = Eigen::VectorXd;

  // Derivatives, then outputs, at the point with `place` moved.
  bool Evaluate(const Place* moved, double by, Vector& into) {
    std::span<double> reals = instance_->reals();
    std::ranges::copy(reals_, reals.begin());
    if (moved) reals[moved->slot] += moved->sign * by;
    instance_->reports().ClearFailure();
    if (instance_->Derivatives() != run::Status::kOk || instance_->Outputs() != run::Status::kOk) return false;
    Eigen::Index k = 0;
    for (std::uint32_t slot : instance_->derivative_slots()) into[k++] = reals[slot];
    for (const Place& output : shape_.outputs) into[k++] = output.sign * reals[output.slot];
    return into.allFinite();
  }

  bool Differentiate(const Place& place, Eigen::Ref<Vector> column) {
    double value = reals_[place.slot], nominal = std::abs(instance_->nominal()[place.slot]);
    double size = std::abs(value) + (nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
    Eigen::Index rows = column.size();
    Vector a(rows), b(rows), c(rows), d(rows);
    for (double shift : kShifts) {
      // A power of two: the shifted values are exact.
      double h = std::exp2(std::floor(std::log2(shift * size)));
      if (!Evaluate(&place, h, a) || !Evaluate(&place, -h, b) || !Evaluate(&place, 2 * h, c) ||
          !Evaluate(&place, -2 * h, d))
        continue;
      column = (8 * (a - b) - (c - d)) / (12 * h);
      return true;
    }
    return false;
  }

  void Take() {
    const MicaModelTable& t = instance_->table();
    reals_.assign(instance_->reals().begin(), instance_->reals().end());
    std::int32_t event = std::exchange(instance_->raw().event, 0);
    {
      run::Instance::GeneralCode general(*instance_);
      Fill(t);
    }
    instance_->raw().event = event;
    std::ranges::copy(reals_, instance_->reals().begin());
  }

  void Fill(const MicaModelTable& t) {
    auto n = static_cast<Eigen::Index>(shape_.states.size()), m = static_cast<Eigen::Index>(shape_.inputs.size()),
         p = static_cast<Eigen::Index>(shape_.outputs.size());
    Eigen::MatrixXd all(n + p, n + m);
    problem_.clear();
    for (Eigen::Index k = 0; k < n + m; ++k) {
      const Place& place =
          k < n ? shape_.states[static_cast<std::size_t>(k)] : shape_.inputs[static_cast<std::size_t>(k - n)];
      if (!Differentiate(place, all.col(k))) {
        problem_ = run::Text(t, t.scalars[place.scalar].name);
        return;
      }
    }
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
        values.push_back(place.sign * reals_[place.slot]);
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
  Shape shape_;
  std::vector<double> reals_;
  bool is_known_ = true, is_taken_ = false;
  std::string problem_;
};

}  // namespace

Linearization Linearize(Session& session, library::Class* model, const SimulationRequest& base,
                        const LinearizeRequest& request) {
  Linearization made;
  Translation& translation = session.Translate(model);
  SimulationRequest asked = base;
  asked.options.modes = run::ModeUse::kOff;
  made.outcome = translation.Prepare(asked);
  if (made.outcome != Outcome::kDone) return made;
  made.system.model = translation.name();
  run::RunPlan plan = translation.plan()->run;
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
  run::Runnable runnable = translation.MakeRunnable();
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
