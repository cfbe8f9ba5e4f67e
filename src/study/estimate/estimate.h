// Study stage: parameters from measurements, by least squares.
//
// In: experiments, each a table of measured columns over time. Columns that are inputs of the model drive its run;
// columns that are other variables are compared with it. Residuals are divided by the deviation of their signal, given
// or, where it is not, that of the column's own values, so that units do not matter.
// Levenberg-Marquardt (Eigen's translation of MINPACK: Moré, Garbow & Hillstrom 1980) in parameters that are mapped to
// their bounds by p = low + (high - low) sin²(z), so that a bound is never crossed. Jacobians by central differences,
// runs in parallel.
// Out: the estimate; the covariance s² (JᵀJ)⁻¹ with s² = sum of squares/(n - p); intervals of 95 % confidence by
// Student's distribution; correlations; singular values of J with columns scaled by the parameters' ranges, whose
// smallest, beside the largest, says whether the data determine the parameters at all.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/trajectory.h"
#include "study/optimize/optimize.h"

namespace mica::study {

struct Experiment {
  std::string name;  // of the file
  Trajectory data;
  RunValues values = {};  // of this experiment alone
};

struct EstimateRequest {
  std::vector<Tuned> tuned;  // with bounds; the search starts in their middle, or at `start`
  std::vector<Experiment> experiments;
  std::vector<std::pair<std::string, double>> deviations;  // of measured signals, in their units
  std::size_t evaluations = 2000;                          // at most
  unsigned jobs = 0;
  std::stop_token stop;
};

struct Estimated {
  std::string name;
  double value = 0, deviation = 0, low = 0, high = 0;  // the interval of 95 % confidence
  bool is_at_bound = false, is_identifiable = true;
};

struct Estimate {
  Outcome outcome = Outcome::kModelWrong;
  std::string model, end;
  std::vector<Estimated> parameters;
  Eigen::MatrixXd covariance, correlation;
  std::vector<double> singular_values;  // largest first
  std::vector<std::string> compared;    // signals
  std::size_t measurements = 0, evaluations = 0;
  double rms = 0;  // of the residuals, in deviations
};

// E9550: an experiment has no column to compare, or too few rows; E9551: no run came to its end. W9552: the data do not
// determine a parameter, or a combination of some.
Estimate EstimateParameters(Session& session, ModelRuns& runs, const EstimateRequest& request);

std::string EstimateText(const Estimate& estimate);
std::string EstimateJson(const Estimate& estimate);

}  // namespace mica::study
