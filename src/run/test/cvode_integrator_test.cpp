#include "run/integrators/cvode_integrator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

// Heat in a rod of n cells, ends at 0: der(T_i) = n² (T_{i-1} - 2 T_i + T_{i+1}). sin(pi i/(n+1)) decays with
// -4 n² sin²(pi / (2 (n+1))).
class Rod : public OdeProblem {
 public:
  explicit Rod(std::size_t n) : nominal_(n, 1.0) {}
  std::size_t state_count() const override { return nominal_.size(); }
  std::size_t crossing_count() const override { return 0; }
  Status Evaluate(double, std::span<const double> y, std::span<double> f) override {
    ++evaluations;
    std::size_t n = y.size();
    double c = static_cast<double>(n) * static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) f[i] = c * ((i ? y[i - 1] : 0) - 2 * y[i] + (i + 1 < n ? y[i + 1] : 0));
    return Status::kOk;
  }
  Status Watch(double, std::span<const double>, std::span<double>) override { return Status::kOk; }
  std::span<const double> nominal() const override { return nominal_; }
  std::size_t evaluations = 0;

 private:
  std::vector<double> nominal_;
};

graph::CompressedRows Tridiagonal(graph::Index n) {
  graph::CompressedRows pattern(n);
  for (graph::Index i = 0; i < n; ++i) {
    std::vector<graph::Index> row;
    for (graph::Index j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) row.push_back(j);
    pattern.AddRow(row);
  }
  return pattern;
}

std::pair<double, std::size_t> CoolRod(std::size_t n, const graph::CompressedRows* pattern) {
  Rod rod(n);
  SundialsSettings settings;
  settings.tolerance = 1e-7;
  settings.pattern = pattern;
  std::unique_ptr<Integrator> integrator = MakeCvodeIntegrator(rod, settings);
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = std::sin(M_PI * static_cast<double>(i + 1) / static_cast<double>(n + 1));
  integrator->Restart(0, y);
  StepEnd end = StepEnd::kStep;
  while (end == StepEnd::kStep) end = integrator->Step(0.1);
  EXPECT_EQ(end, StepEnd::kLimit);
  EXPECT_EQ(integrator->time(), 0.1);
  double dn = static_cast<double>(n), s = std::sin(M_PI / (2 * (dn + 1)));
  double decay = std::exp(-4 * dn * dn * s * s * 0.1), error = 0;
  for (std::size_t i = 0; i < n; ++i) error = std::max(error, std::abs(integrator->states()[i] - y[i] * decay));
  EXPECT_EQ(integrator->counts().evaluations, rod.evaluations);
  return {error, rod.evaluations};
}

TEST(CvodeIntegrator, SparseAndDenseAgreeAndColouringSavesEvaluations) {
  for (std::size_t n : {10u, 200u}) {  // dense with colours; sparse with colours
    graph::CompressedRows pattern = Tridiagonal(static_cast<graph::Index>(n));
    auto [dense_error, dense_evaluations] = CoolRod(n, nullptr);
    auto [colored_error, colored_evaluations] = CoolRod(n, &pattern);
    EXPECT_LT(dense_error, 1e-5);
    EXPECT_LT(colored_error, 1e-5);
    EXPECT_LT(colored_evaluations, dense_evaluations);
  }
}

TEST(CvodeIntegrator, InterpolatesInsideTheLastStep) {
  Rod rod(1);  // y' = -2 y
  std::unique_ptr<Integrator> integrator = MakeCvodeIntegrator(rod, {1e-9, 0, 0, 0, 0, nullptr});
  std::vector<double> y = {1}, at(1);
  integrator->Restart(0, y);
  double before = 0;
  while (integrator->time() < 0.5) {
    before = integrator->time();
    ASSERT_NE(integrator->Step(1), StepEnd::kFailed);
  }
  for (double share : {0.0, 0.3, 0.7, 1.0}) {
    double t = before + share * (integrator->time() - before);
    integrator->Interpolate(t, at);
    EXPECT_NEAR(at[0], std::exp(-2 * t), 1e-6);
  }
}

}  // namespace
}  // namespace mica::run
