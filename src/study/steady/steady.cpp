#include "study/steady/steady.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "run/table_view.h"
#include "study/codes.h"
#include "study/linear/linear_system.h"
#include "study/point/model_point.h"

namespace mica::study {

namespace {

using Vector = Eigen::VectorXd;

// A step of Newton's method that changes no state by more than this share of its magnitude ends the search: what is
// left is quadratically smaller.
constexpr double kConverged = 1e-10;
// Relative to the largest singular value of the scaled Jacobian: what the differences it is made of do not tell from 0.
constexpr double kSingular = 1e-9;
// A derivative that large, relative to the state's magnitude and the fastest rate of the Jacobian, is zero.
constexpr double kZero = 1e-9;
// Share of the predicted decrease that a damped step must reach (Armijo; Dennis & Schnabel, section 6.3).
constexpr double kDecrease = 1e-4;
// Of the fastest time constant: where shorter pseudo-transient steps fail, too, the model cannot be evaluated nearby.
constexpr double kShortestStep = 1e-9;
constexpr int kMostNewton = 60, kMostTransient = 400, kMostHalvings = 12;
constexpr double kLengths[] = {1, 10, 100, 1000};  // of simulations, by the span of the experiment

class Search {
 public:
  Search(ModelPoint& point, double time, std::stop_token stop) : point_(point), time_(time), stop_(std::move(stop)) {
    n_ = static_cast<Eigen::Index>(point.shape().states.size());
    x_.resize(n_);
    scale_.resize(n_);
  }

  void StartAt(std::span<const double> states) {
    for (Eigen::Index i = 0; i < n_; ++i) x_[i] = states[static_cast<std::size_t>(i)];
    Rescale();
  }
  const Vector& x() const { return x_; }
  std::size_t iterations() const { return iterations_; }
  bool is_singular() const { return is_singular_; }
  double residual() const { return residual_; }
  bool is_stable() const { return is_stable_; }

  bool Newton() {
    Vector f(n_);
    if (!Evaluate(x_, f)) return false;
    for (int k = 0; k < kMostNewton && !stop_.stop_requested(); ++k) {
      ++iterations_;
      Eigen::MatrixXd j;
      if (!Jacobian(j)) return false;
      Vector step = Solve(j, f);
      if (!step.allFinite()) return false;
      if (IsZero(f, j) && Size(step) <= kConverged) return Finish(f, j);
      double share = 1, before = Norm(f);
      Vector tried(n_), moved(n_);
      int halvings = 0;
      for (;; share /= 2, ++halvings) {
        tried = x_ + share * step;
        if (Evaluate(tried, moved) && (Norm(moved) < (1 - kDecrease * share) * before || IsZero(moved, j))) break;
        if (halvings >= kMostHalvings) return IsZero(f, j) && is_singular_ ? Finish(f, j) : false;
      }
      bool is_small = Size(share * step) <= kConverged;
      x_ = tried;
      if (!Settle(f)) return false;
      if (is_small && IsZero(f, j)) return Finish(f, j);
    }
    return false;
  }

  bool PseudoTransient() {
    Vector f(n_);
    if (!Evaluate(x_, f)) return false;
    double delta = 0, before = Norm(f);
    for (int k = 0; k < kMostTransient && !stop_.stop_requested(); ++k) {
      ++iterations_;
      Eigen::MatrixXd j;
      if (!Jacobian(j)) return false;
      double rate = j.norm();
      if (delta == 0) delta = rate > 0 ? 0.1 / rate : 1;
      if (IsZero(f, j)) return Newton();
      Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n_, n_) / delta - j;
      Vector step = scale_.cwiseProduct(system.partialPivLu().solve(f.cwiseQuotient(scale_)));
      Vector tried = x_ + step, moved(n_);
      if (!step.allFinite() || !Evaluate(tried, moved)) {
        delta /= 4;
        if (delta * rate < kShortestStep) return false;
        continue;
      }
      x_ = tried;
      Rescale();
      if (!Settle(f)) return false;
      // Switched evolution relaxation, with bounded growth.
      double now = Norm(f);
      delta *= std::clamp(before / std::max(now, std::numeric_limits<double>::min()), 0.5, 4.0);
      before = now;
    }
    return false;
  }

 private:
  void Rescale() {
    for (Eigen::Index i = 0; i < n_; ++i) {
      double nominal = point_.StateMagnitude(static_cast<std::size_t>(i));
      scale_[i] = std::max(std::abs(x_[i]), nominal);
    }
  }
  static std::span<const double> SpanOf(const Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }
  bool Evaluate(const Vector& x, Vector& f) {
    point_.Move(time_, SpanOf(x), {});
    return point_.Derivatives({f.data(), static_cast<std::size_t>(n_)}) && f.allFinite();
  }
  // Scaled on both sides: rates.
  bool Jacobian(Eigen::MatrixXd& j) {
    point_.Move(time_, SpanOf(x_), {});
    Eigen::MatrixXd all;
    if (!point_.Jacobian(all)) return false;
    j = scale_.cwiseInverse().asDiagonal() * all.topLeftCorner(n_, n_) * scale_.asDiagonal();
    return j.allFinite();
  }
  Vector Solve(const Eigen::MatrixXd& j, const Vector& f) {
    Eigen::BDCSVD<Eigen::MatrixXd> svd(j, Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(kSingular);
    is_singular_ = svd.rank() < n_;
    return scale_.cwiseProduct(svd.solve(-f.cwiseQuotient(scale_)));
  }
  double Norm(const Vector& f) const { return f.cwiseQuotient(scale_).norm(); }
  double Size(const Vector& step) const { return n_ == 0 ? 0 : step.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>(); }
  bool IsZero(const Vector& f, const Eigen::MatrixXd& j) const {
    return n_ == 0 || f.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>() <=
                          kZero * std::max(j.norm(), std::numeric_limits<double>::min());
  }
  // Events that are due; f is evaluated again.
  bool Settle(Vector& f) {
    point_.Move(time_, SpanOf(x_), {});
    if (!point_.Settle()) return false;
    point_.GetStates({x_.data(), static_cast<std::size_t>(n_)});
    return Evaluate(x_, f);
  }
  bool Finish(const Vector& f, const Eigen::MatrixXd& j) {
    residual_ = n_ == 0 ? 0 : f.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>();
    is_stable_ = true;
    for (Complex value : Eigenvalues(j)) is_stable_ = is_stable_ && value.real() <= kSingular * j.norm();
    return true;
  }

  ModelPoint& point_;
  double time_;
  std::stop_token stop_;
  Eigen::Index n_ = 0;
  Vector x_, scale_;
  std::size_t iterations_ = 0;
  double residual_ = 0;
  bool is_singular_ = false, is_stable_ = false;
};

// The states at the end of a run of so many spans; empty: it failed.
std::vector<double> StatesAfter(ModelRuns& runs, std::size_t variant, double length,
                                const std::vector<std::string>& names, std::stop_token stop) {
  run::RunPlan plan = runs.plan(variant);
  plan.stop = plan.start + length * (plan.stop - plan.start);
  plan.points = 1;
  plan.interval = plan.stop - plan.start;
  Samples samples;
  RunEnd end = runs.Run(variant, plan, {}, names, samples, std::move(stop));
  std::vector<double> states;
  if (!end.is_good()) return states;
  for (const std::vector<double>& column : samples.columns) states.push_back(column.back());
  return states;
}

}  // namespace

SteadyPoint FindSteady(Session& session, ModelRuns& runs, const SteadyRequest& request) {
  SteadyPoint found;
  std::size_t variant = 0;
  found.outcome = runs.Prepare({}, variant);
  if (found.outcome != Outcome::kDone) return found;
  found.model = runs.translation(variant).name();
  // The model is translated: its initialization gives the first guess.
  run::RunPlan plan = runs.plan(variant);
  plan.values = runs.ValuesAtStart(variant, {});
  ModelPoint point(runs.runnable(variant), plan, request.outputs);
  bool is_found = false, has_started = false;
  bool ran = session.Guard("finding an operating point", [&] {
    has_started = point.Start();
    if (!has_started) return;
    found.states = point.NamesOf(point.shape().states);
    found.outputs = point.NamesOf(point.shape().outputs);
    std::vector<double> start(found.states.size());
    point.GetStates(start);
    // Three ways, from the quickest to the most patient: Newton from the start, damped steps in time, a simulation.
    Search search(point, point.time(), request.stop);
    search.StartAt(start);
    found.method = "newton";
    is_found = search.Newton();
    if (!is_found) {
      found.method = "pseudo-transient";
      search.StartAt(start);
      is_found = search.PseudoTransient();
    }
    for (double length : kLengths) {
      if (is_found || request.stop.stop_requested()) break;
      found.method = "simulation";
      std::vector<double> later = StatesAfter(runs, variant, length, found.states, request.stop);
      if (later.empty()) break;
      search.StartAt(later);
      is_found = search.Newton();
    }
    // The point is known; all else is evaluated there.
    found.iterations = search.iterations();
    if (!is_found) return;
    found.residual = search.residual();
    found.is_singular = search.is_singular();
    found.is_stable = search.is_stable();
    found.state_values.assign(search.x().data(), search.x().data() + search.x().size());
    found.output_values.resize(found.outputs.size());
    point.Move(point.time(), found.state_values, {});
    (void)point.Outputs(found.output_values);
    found.state_units = point.UnitsOf(point.shape().states);
  });
  // What is reported, by how far it came.
  if (!ran) {
    found.outcome = Outcome::kFault;
  } else if (!has_started) {
    for (const Diagnostic& each : point.sink().all()) session.sink().Report(each);
    found.outcome = OutcomeOf(session.sink().all(), Outcome::kFailed);
  } else if (request.stop.stop_requested()) {
    found.outcome = Outcome::kCancelled;
  } else if (!is_found) {
    found.outcome = Outcome::kFailed;
    session.sink()
        .Report(kNoSteadyPoint, {}, "no operating point was found: the derivatives of the states do not become zero")
        .hint = "a simulation shows what the model does instead; inputs keep their start values, --set changes them";
  } else if (found.is_singular) {
    session.sink().Report(
        kManySteadyPoints, {},
        "the operating point is one of many: the Jacobian is singular there, and the one shown is near "
        "the start values");
  }
  return found;
}

std::string SteadyText(const SteadyPoint& point) {
  std::string text = fmt::format("{}: operating point by {}, {} iterations; {}\n", point.model, point.method,
                                 point.iterations, point.is_stable ? "stable" : "not stable");
  std::size_t width = 5;
  for (const std::string& name : point.states) width = std::max(width, name.size());
  for (const std::string& name : point.outputs) width = std::max(width, name.size());
  for (std::size_t i = 0; i < point.states.size(); ++i)
    text += fmt::format("  {:<{}} = {:.10g}{}{}\n", point.states[i], width, point.state_values[i],
                        point.state_units[i].empty() ? "" : " ", point.state_units[i]);
  for (std::size_t i = 0; i < point.outputs.size(); ++i)
    text += fmt::format("  {:<{}} = {:.10g}\n", point.outputs[i], width, point.output_values[i]);
  return text;
}

std::string SteadyJson(const SteadyPoint& point) {
  nlohmann::ordered_json json;
  json["model"] = point.model;
  json["method"] = point.method;
  json["iterations"] = point.iterations;
  json["residual"] = point.residual;
  json["stable"] = point.is_stable;
  json["unique"] = !point.is_singular;
  json["states"] = nlohmann::ordered_json::object();
  json["outputs"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < point.states.size(); ++i) json["states"][point.states[i]] = point.state_values[i];
  for (std::size_t i = 0; i < point.outputs.size(); ++i) json["outputs"][point.outputs[i]] = point.output_values[i];
  return json.dump(1) + "\n";
}

}  // namespace mica::study
