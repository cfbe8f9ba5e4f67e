// Run stage: CVODE's variable-order, variable-step BDF (SUNDIALS 6), with root finding.
//
// Tolerances: relative `tolerance`, absolute `tolerance` times the nominal value of each state. The Newton matrix I - γJ is dense, or
// sparse with KLU where the pattern of J is known and sparse. J comes from difference quotients; with a pattern, one evaluation for each
// colour of its columns (graph/coloring.h) in place of one for each state. The increments are CVODE's own choice:
//   σ_j = max(√ε |y_j|, 1000 h ε n |f| / w_j).
// A failed step is tried again once from its beginning with order 1 before it is given up.
// References: Hindmarsh et al., ACM TOMS 31 (2005); Curtis, Powell & Reid (1974).
#pragma once

#include <memory>

#include "graph/compressed_rows.h"
#include "run/integrator.h"

namespace mica::run {

struct CvodeSettings {
  double tolerance = 1e-6;
  double longest_step = 0;   // 0: no limit
  double shortest_step = 0;  // below it a step that still fails is given up; at least the resolution of time, or there is no progress
  // Row i: the states that der(state i) depends on. Null: all.
  const graph::CompressedRows* pattern = nullptr;
};

std::unique_ptr<Integrator> MakeCvodeIntegrator(OdeProblem& problem, const CvodeSettings& settings);

}  // namespace mica::run
