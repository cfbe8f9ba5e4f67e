#include "run/integrators/arkode_integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "run/integrators/cvode_integrator.h"
#include "run/integrators/ida_integrator.h"

namespace mica::run {
namespace {

using Make = std::function<std::unique_ptr<Integrator>(OdeProblem&, const SundialsSettings&)>;

class OneState : public OdeProblem {
 public:
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return 0; }
  Status Watch(double, std::span<const double>, std::span<double>) override { return Status::kOk; }
  std::span<const double> nominal() const override { return nominal_; }

 private:
  std::vector<double> nominal_ = {1.0};
};

// x' = cos(t), which beyond a point cannot be evaluated for a number of calls.
class Stubborn : public OneState {
 public:
  Stubborn(double from, int failures) : from_(from), failures_(failures) {}
  Status Evaluate(double time, std::span<const double>, std::span<double> f) override {
    f[0] = std::cos(time);
    return time > from_ && failures_-- > 0 ? Status::kFailed : Status::kOk;
  }

 private:
  double from_;
  int failures_;
};

// The steps up to `from`, and without a restart on to 2. At each: a time that is passed over is made up for by nothing.
void Follows(const Make& make, OdeProblem& problem, double from, const std::function<double(double)>& solution) {
  SundialsSettings settings;
  settings.tolerance = 1e-9;
  std::unique_ptr<Integrator> integrator = make(problem, settings);
  integrator->Restart(0, std::vector<double>{0.0});
  for (double limit : {from, 2.0}) {
    StepEnd end = StepEnd::kStep;
    while (end == StepEnd::kStep) {
      end = integrator->Step(limit);
      if (end != StepEnd::kFailed) ASSERT_NEAR(integrator->states()[0], solution(integrator->time()), 1e-5);
    }
    ASSERT_EQ(end, StepEnd::kLimit);
  }
}

Make One(OneStepMethod method) {
  return [method](OdeProblem& p, const SundialsSettings& s) { return MakeArkodeIntegrator(p, method, s); };
}

const std::vector<Make>& Explicit() {
  static const std::vector<Make> methods = {One(OneStepMethod::kHeun), One(OneStepMethod::kBogacki),
                                            One(OneStepMethod::kDopri45)};
  return methods;
}
const std::vector<Make>& Implicit() {
  static const std::vector<Make> methods = {One(OneStepMethod::kTrbdf2), One(OneStepMethod::kSdirk4),
                                            One(OneStepMethod::kEsdirk5), MakeCvodeIntegrator, MakeIdaIntegrator};
  return methods;
}

TEST(SundialsIntegrators, TakeAShorterStepWherePointsCannotBeEvaluated) {
  auto follows = [](const std::vector<Make>& methods, int failures) {
    for (std::size_t i = 0; i < methods.size(); ++i) {
      SCOPED_TRACE(i);
      Stubborn problem(0.5, failures);
      Follows(methods[i], problem, 0.5, [](double t) { return std::sin(t); });
    }
  };
  follows(Explicit(), 5);
  follows(Explicit(), 10);
  follows(Implicit(), 5);
  follows(Implicit(), 35);  // more than a call of the package takes
}

}  // namespace
}  // namespace mica::run
