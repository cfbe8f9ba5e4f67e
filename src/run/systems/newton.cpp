#include "run/systems/newton.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

namespace {

// What runtime/systems/newton.h asks for, of a problem and a solver.
struct Call {
  NewtonProblem& problem;
  LinearSolver& solver;
  std::span<const double> nominal;
  std::vector<double>&entries, &magnitudes;

  static Call& Of(void* self) { return *static_cast<Call*>(self); }
  std::size_t size() const { return nominal.size(); }

  int Factor() {
    entries.assign(solver.entry_count(), 0.0);
    bool is_finite =
        problem.Jacobian(entries) && std::ranges::all_of(entries, [](double value) { return std::isfinite(value); });
    if (!is_finite) return MICA_NEWTON_NO_MATRIX;
    return solver.Factor(entries, nominal) ? MICA_NEWTON_REGULAR : MICA_NEWTON_SINGULAR;
  }
};

}  // namespace

Newton::Newton(std::size_t size, std::size_t entry_count)
    : size_(size), memory_(MICA_NEWTON_DOUBLES(size)), entries_(entry_count) {
  mica_newton_place(&work_, static_cast<std::uint32_t>(size), memory_.data());
  magnitudes_.reserve(size);
}

NewtonEnd Newton::Solve(NewtonProblem& problem, LinearSolver& solver, std::span<double> x,
                        std::span<const double> nominal, std::span<const double> lower, std::span<const double> upper,
                        const NewtonSettings& settings) {
  Call call{problem, solver, nominal, entries_, magnitudes_};
  MicaNewtonProblem functions{
      &call,
      static_cast<std::uint32_t>(size_),
      [](void* self, const double* at, double* r) -> int {
        return Call::Of(self).problem.Residual({at, Call::Of(self).size()}, {r, Call::Of(self).size()});
      },
      [](void* self, const double* at, double* r) -> int {
        return Call::Of(self).problem.Rounded({at, Call::Of(self).size()}, {r, Call::Of(self).size()});
      },
      [](void* self) { return Call::Of(self).Factor(); },
      [](void* self, double* b) { Call::Of(self).solver.Solve({b, Call::Of(self).size()}); },
      [](void* self, double* b) -> int {
        return Call::Of(self).solver.SolveLeastNorm({b, Call::Of(self).size()}).relative_residual >= 0;
      },
      [](void* self, double* magnitudes) {
        Call::Of(self).solver.RowMagnitudes(Call::Of(self).magnitudes);
        std::ranges::copy(Call::Of(self).magnitudes, magnitudes);
      }};
  MicaNewtonSettings given{settings.tolerance, settings.max_iterations, settings.reuse_factors && solver.is_factored(),
                           settings.damped,    settings.least_squares,  settings.use_bounds};
  switch (mica_newton(&work_, &functions, x.data(), nominal.data(), lower.data(), upper.data(), &given)) {
    case MICA_NEWTON_CONVERGED:
      return NewtonEnd::kConverged;
    case MICA_NEWTON_NOT_EVALUABLE:
      return NewtonEnd::kNotEvaluable;
    case MICA_NEWTON_IS_SINGULAR:
      return NewtonEnd::kSingular;
    case MICA_NEWTON_NO_DESCENT:
      return NewtonEnd::kNoDescent;
    case MICA_NEWTON_TOO_MANY:
      return NewtonEnd::kTooManyIterations;
  }
  return NewtonEnd::kNoDescent;
}

}  // namespace mica::run
