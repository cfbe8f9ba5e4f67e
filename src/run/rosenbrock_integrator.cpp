#include "run/rosenbrock_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace mica::run {

struct RosenbrockIntegrator::Tableau {
  std::size_t stages;
  double gamma;
  double alpha[6], gammas[6];  // row by row, what stands left of the diagonal
  double b[4], node[4], gamma_sum[4];
  bool evaluates[4];  // else the stage has the derivatives of the one before
};

const RosenbrockIntegrator::Tableau& RosenbrockIntegrator::TableauOf(int order) {
  constexpr double kGamma = 0.29289321881345247560;  // 1 - 1/√2
  static constexpr Tableau kRos2 = {2, kGamma, {1}, {-2 * kGamma}, {0.5, 0.5}, {0, 1}, {kGamma, -kGamma}, {true, true}};
  static constexpr Tableau kRodas3 = {4,
                                      0.5,
                                      {0, 1, 0, 0.75, -0.25, 0.5},
                                      {1, -0.25, -0.25, 1. / 12, 1. / 12, -2. / 3},
                                      {5. / 6, -1. / 6, -1. / 6, 0.5},
                                      {0, 0, 1, 1},
                                      {0.5, 1.5, 0, 0},
                                      {true, false, true, true}};
  Check(order == 2 || order == 3, "a Rosenbrock method of another order");
  return order == 2 ? kRos2 : kRodas3;
}

namespace {

// Of I - γ h J: the entries of J, then the diagonal.
std::vector<MatrixEntry> MatrixPattern(const graph::CompressedRows& pattern) {
  std::vector<MatrixEntry> entries;
  for (graph::Index row = 0; row < pattern.row_count(); ++row)
    for (graph::Index column : pattern.row(row)) entries.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
  for (graph::Index row = 0; row < pattern.row_count(); ++row) entries.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(row)});
  return entries;
}

}  // namespace

RosenbrockIntegrator::RosenbrockIntegrator(OdeProblem& problem, int order, double start, double step, const graph::CompressedRows* pattern)
    : BoundedStepIntegrator(problem, true, start, step), tableau_(TableauOf(order)), stages_(tableau_.stages, std::vector<double>(problem.state_count())) {
  for (std::vector<double>* v : {&time_slope_, &at_, &sum_, &f_}) v->resize(problem.state_count());
  if (problem.has_tangent()) return;
  jacobian_.emplace(problem, pattern);
  solver_.emplace(problem.state_count(), MatrixPattern(jacobian_->pattern()));
  j_.resize(static_cast<std::size_t>(jacobian_->pattern().entry_count()));
  entries_.assign(solver_->entry_count(), 1.0);
}

bool RosenbrockIntegrator::Evaluate(double time, std::span<const double> states, std::span<double> slopes) {
  ++counts_.evaluations;
  return problem_.Evaluate(time, states, slopes) == Status::kOk;
}

// The matrix and df/dt at the begin of the step.
bool RosenbrockIntegrator::Linearise(double h) {
  ++counts_.jacobians;
  if (jacobian_) {
    if (!jacobian_->Fill(begin_, begin_states_, slope_, j_)) return false;
    counts_.evaluations += jacobian_->evaluations();
    for (std::size_t k = 0; k < j_.size(); ++k) entries_[k] = -tableau_.gamma * h * j_[k];
  }
  // Within the step, where relations of time are what they are at its begin.
  double later = begin_ + std::min(0.5 * h, std::sqrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(begin_), h));
  if (!Evaluate(later, begin_states_, time_slope_)) return false;
  for (std::size_t i = 0; i < time_slope_.size(); ++i) time_slope_[i] = (time_slope_[i] - slope_[i]) / (later - begin_);
  return !solver_ || solver_->Factor(entries_, problem_.nominal());
}

bool RosenbrockIntegrator::SolveStage(double h, std::vector<double>& k) {
  if (!jacobian_) {
    double gain = tableau_.gamma * h;
    for (std::size_t i = 0; i < k.size(); ++i) sum_[i] = gain * k[i] + h * sum_[i];
    if (problem_.Tangent(gain, sum_, at_) != Status::kOk) return false;
    for (std::size_t i = 0; i < k.size(); ++i) k[i] += at_[i];
    return true;
  }
  const graph::CompressedRows& pattern = jacobian_->pattern();
  for (graph::Index row = 0; row < pattern.row_count(); ++row) {
    double product = 0;
    for (graph::Index e = pattern.row_begin(row); e < pattern.row_end(row); ++e)
      product += j_[static_cast<std::size_t>(e)] * sum_[static_cast<std::size_t>(pattern.entry(e))];
    k[static_cast<std::size_t>(row)] += h * product;
  }
  solver_->Solve(k);
  return true;
}

bool RosenbrockIntegrator::Advance(double h) {
  std::size_t n = states_.size();
  // Rows of the result and events may have moved the problem since the end of the last step: the point to return to is computed anew.
  if (!jacobian_) has_slope_ = false;
  if (!FindSlope()) return false;
  if (!jacobian_) problem_.KeepPoint();
  if (n > 0 && !Linearise(h)) return false;
  const double *alpha = tableau_.alpha, *gammas = tableau_.gammas;
  f_ = slope_;
  for (std::size_t stage = 0; stage < tableau_.stages && n > 0; alpha += stage, gammas += stage, ++stage) {
    std::vector<double>& k = stages_[stage];
    if (stage > 0 && tableau_.evaluates[stage]) {
      at_ = begin_states_;
      for (std::size_t j = 0; j < stage; ++j)
        for (std::size_t i = 0; i < n && alpha[j] != 0; ++i) at_[i] += h * alpha[j] * stages_[j][i];
      if (!Evaluate(begin_ + tableau_.node[stage] * h, at_, f_)) return false;
    }
    for (std::size_t i = 0; i < n; ++i) k[i] = f_[i] + tableau_.gamma_sum[stage] * h * time_slope_[i];
    std::ranges::fill(sum_, 0.0);
    for (std::size_t j = 0; j < stage; ++j)
      for (std::size_t i = 0; i < n; ++i) sum_[i] += gammas[j] * stages_[j][i];
    if (!SolveStage(h, k)) return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t stage = 0; stage < tableau_.stages; ++stage) states_[i] += h * tableau_.b[stage] * stages_[stage][i];
    if (!std::isfinite(states_[i])) return false;
  }
  if (watched_end_.empty()) return true;
  ++counts_.evaluations;
  has_slope_ = problem_.EvaluateAndWatch(begin_ + h, states_, slope_, watched_end_) == Status::kOk;
  return has_slope_;
}

}  // namespace mica::run
