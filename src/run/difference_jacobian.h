// Run stage: the Jacobian of a simultaneous system by differences, where the structure stage has no derivatives (an algorithm or a function
// without a derivative stands in the loop), or where these cannot be evaluated at a point (a root or a power at zero).
//
// One shifted evaluation of the residuals for each colour of the pattern, which is found from the references of the system's steps: an entry
// may turn out zero, none is missing. The shift is sqrt(eps) * max(|x|, nominal / 100), away from a bound that it would pass; where the
// residuals cannot be evaluated on one side, the other is tried.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "graph/coloring.h"
#include "run/linear_solver.h"
#include "structure/block_model.h"

namespace mica::run {

// The unknowns that each residual depends on, row by row; all of them where nothing is known.
std::vector<MatrixEntry> ReferencePattern(const structure::System& system, const structure::BlockModel& model, const Store& store);

class DifferenceJacobian {
 public:
  // Residuals at x, or false where they cannot be evaluated.
  using Residuals = std::function<bool(std::span<const double> x, std::span<double> r)>;

  DifferenceJacobian(std::size_t size, std::vector<MatrixEntry> pattern);

  // `entries` in the order of the pattern, `r` the residuals at x. `evaluations` counts. False: somewhere neither side could be evaluated.
  // The last evaluation is at x.
  bool Fill(std::span<const double> x, std::span<const double> r, std::span<const double> nominal, std::span<const double> lower,
            std::span<const double> upper, const Residuals& residuals, std::span<double> entries, std::size_t& evaluations);

 private:
  std::vector<MatrixEntry> pattern_;
  graph::Coloring coloring_;
  std::vector<std::vector<std::size_t>> entries_of_;  // by column: places in the pattern
  std::vector<double> shifted_, shift_, moved_;
};

}  // namespace mica::run
