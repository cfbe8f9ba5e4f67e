#include "run/integrators/bounded_step_integrator.h"

#include "base/check.h"
#include "run/state_bytes.h"

namespace mica::run {

namespace {

OdeProblem& Of(void* self) { return *static_cast<OdeProblem*>(self); }
std::span<const double> StatesOf(void* self, const double* values) { return {values, Of(self).state_count()}; }
std::span<double> StatesOf(void* self, double* values) { return {values, Of(self).state_count()}; }
std::span<double> WatchedOf(void* self, double* values) { return {values, Of(self).crossing_count()}; }

MicaStepCalls CallsOf(OdeProblem& problem) {
  MicaStepCalls calls{};
  calls.self = &problem;
  calls.slope = [](void* self, double time, const double* states, double* slopes) {
    return static_cast<int>(Of(self).Evaluate(time, StatesOf(self, states), StatesOf(self, slopes)));
  };
  calls.slope_and_watch = [](void* self, double time, const double* states, double* slopes, double* watched) {
    return static_cast<int>(
        Of(self).EvaluateAndWatch(time, StatesOf(self, states), StatesOf(self, slopes), WatchedOf(self, watched)));
  };
  calls.watch_at = [](void* self, double time, const double* states, double* watched) {
    return static_cast<int>(Of(self).Watch(time, StatesOf(self, states), WatchedOf(self, watched)));
  };
  calls.stage = [](void* self, double time, const double* base, double gain, double* states, double* slopes) {
    return static_cast<int>(
        Of(self).Stage(time, StatesOf(self, base), gain, StatesOf(self, states), StatesOf(self, slopes)));
  };
  calls.watch = [](void* self, double* watched) {
    return static_cast<int>(Of(self).WatchStage(WatchedOf(self, watched)));
  };
  calls.keep_point = [](void* self) { Of(self).KeepPoint(); };
  calls.tangent = [](void* self, double gain, const double* direction, double* slopes) {
    return static_cast<int>(Of(self).Tangent(gain, StatesOf(self, direction), StatesOf(self, slopes)));
  };
  return calls;
}

}  // namespace

BoundedStepIntegrator::Rosenbrock::Rosenbrock(OdeProblem& problem, const graph::CompressedRows* pattern)
    : shape(problem.state_count(), problem.has_tangent(), pattern),
      raw_shape(shape.raw()),
      doubles(mica_rosenbrock_doubles(&raw_shape)),
      integers(mica_rosenbrock_integers(&raw_shape)) {
  mica_rosenbrock_place(&raw, &raw_shape, problem.nominal().data(), doubles.data(), integers.data());
}

BoundedStepIntegrator::BoundedStepIntegrator(OdeProblem& problem, BoundedMethod method, double start, double step,
                                             const graph::CompressedRows* pattern)
    : problem_(problem),
      is_explicit_(problem.is_explicit().begin(), problem.is_explicit().end()),
      crossed_(problem.crossing_count()) {
  Check(step > 0, "a fixed step that is not positive");
  Check(method.kind != MICA_STEP_MIXED || is_explicit_.size() == problem.state_count(),
        "a mixed method without a partition of the states");
  if (method.kind == MICA_STEP_ROSENBROCK) rosenbrock_ = std::make_unique<Rosenbrock>(problem, pattern);
  step_.calls = CallsOf(problem);
  step_.method = method.kind;
  step_.stages = method.stages;
  step_.state_count = static_cast<std::uint32_t>(problem.state_count());
  step_.watched_count = static_cast<std::uint32_t>(problem.crossing_count());
  step_.is_explicit = is_explicit_.data();
  step_.rosenbrock = rosenbrock_ ? &rosenbrock_->raw : nullptr;
  step_.start = start;
  step_.step = step;
  doubles_.resize(mica_bounded_step_doubles(step_.state_count, step_.watched_count));
  mica_bounded_step_place(&step_, doubles_.data());
}

void BoundedStepIntegrator::Restart(double time, std::span<const double> states) {
  mica_bounded_step_restart(&step_, time, states.data());
  crossed_count_ = 0;
}

StepEnd BoundedStepIntegrator::Step(double limit) {
  crossed_count_ = 0;
  MicaStepEnd end = MICA_STEP_DONE;
  if (mica_bounded_step(&step_, limit, &end) != MICA_OK) {
    failure_ = {IntegratorFailure::Kind::kEvaluation,
                step_.failure_time,
                {},
                "a method of fixed step cannot try a shorter one"};
    return StepEnd::kFailed;
  }
  switch (end) {
    case MICA_STEP_DONE:
      return StepEnd::kStep;
    case MICA_STEP_AT_LIMIT:
      return StepEnd::kLimit;
    case MICA_STEP_CROSSED:
      break;
  }
  for (std::uint32_t i = 0; i < step_.watched_count; ++i)
    if (mica_bounded_step_crossed(&step_, i) != 0) crossed_[crossed_count_++] = i;
  return StepEnd::kCrossing;
}

bool BoundedStepIntegrator::Visit(StateBytes& bytes) {
  bytes.Array(std::span(doubles_));
  bytes.Part([&](MicaState* state) { mica_bounded_step_visit(&step_, state); });
  if (rosenbrock_) {
    bytes.Array(std::span(rosenbrock_->doubles));
    bytes.Array(std::span(rosenbrock_->integers));
    bytes.Part([&](MicaState* state) { mica_rosenbrock_visit(&rosenbrock_->raw, state); });
  }
  if (bytes.is_read()) crossed_count_ = 0;
  return true;
}

void BoundedStepIntegrator::Interpolate(double time, std::span<double> states) {
  double share = step_.time > step_.begin ? (time - step_.begin) / (step_.time - step_.begin) : 1;
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = step_.begin_states[i] + share * (step_.states[i] - step_.begin_states[i]);
}

}  // namespace mica::run
