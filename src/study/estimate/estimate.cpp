#include "study/estimate/estimate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/SVD>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unsupported/Eigen/NonLinearOptimization>

#include "run/table_view.h"
#include "study/codes.h"

namespace mica::study {

namespace {

using Eigen::Index;
using Vector = Eigen::VectorXd;

// Of a central difference, in the mapped parameter: its error h² and the noise of a run, tolerance/h, are both small.
constexpr double kShift = 1e-3;
// Beside the largest singular value of the scaled Jacobian: below, differences of runs are noise of their tolerance.
constexpr double kUndetermined = 1e-6;
constexpr double kConfidence = 0.95;
// Relative to the range: so near, a parameter lies at its bound.
constexpr double kAtBound = 1e-6;
// Between rows that are not equally spaced values are interpolated on a grid that many times finer.
constexpr std::int64_t kFiner = 20;

// One experiment, made ready to be run.
struct Trial {
  run::RunPlan plan;
  RunValues values;
  std::vector<std::string> names;             // compared
  std::vector<double> times;                  // of the rows
  std::vector<std::vector<double>> measured;  // by name
  std::vector<double> deviations;             // by name
  std::size_t size() const { return times.size() * names.size(); }
};

class Problem {
 public:
  using Scalar = double;
  using InputType = Vector;
  using ValueType = Vector;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  Problem(const ModelRuns& runs, std::size_t variant, const EstimateRequest& request, std::vector<Trial> trials)
      : runs_(runs), variant_(variant), request_(request), trials_(std::move(trials)) {
    for (const Trial& trial : trials_) size_ += trial.size();
  }

  int inputs() const { return static_cast<int>(request_.tuned.size()); }
  int values() const { return static_cast<int>(size_); }
  std::size_t evaluations() const { return evaluations_; }
  const std::string& message() const { return message_; }

  double Mapped(std::size_t i, double z) const {
    const Tuned& tuned = request_.tuned[i];
    double s = std::sin(z);
    return tuned.low + (tuned.high - tuned.low) * s * s;
  }
  // dp/dz
  double Slope(std::size_t i, double z) const {
    const Tuned& tuned = request_.tuned[i];
    return (tuned.high - tuned.low) * std::sin(2 * z);
  }

  // Residuals of several points at once. A run that fails has residuals far above all others.
  void Residuals(const std::vector<Vector>& points, std::vector<Vector>& residuals) {
    residuals.assign(points.size(), Vector::Constant(static_cast<Index>(size_), kFailed));
    std::vector<std::size_t> first(trials_.size() + 1, 0);
    for (std::size_t t = 0; t < trials_.size(); ++t) first[t + 1] = first[t] + trials_[t].size();
    std::vector<std::string> messages(points.size() * trials_.size());
    RunParallel(messages.size(), request_.jobs, request_.stop, [&](std::size_t k) {
      std::size_t p = k / trials_.size(), t = k % trials_.size();
      Compare(trials_[t], points[p], residuals[p], first[t], messages[k]);
    });
    evaluations_ += messages.size();
    for (std::string& message : messages)
      if (message_.empty()) message_ = std::move(message);
  }

  int operator()(const Vector& z, Vector& residuals) {
    std::vector<Vector> all;
    Residuals({z}, all);
    residuals = all[0];
    return request_.stop.stop_requested() || evaluations_ > request_.evaluations ? -1 : 0;
  }
  int df(const Vector& z, Eigen::MatrixXd& jacobian) {
    std::vector<Vector> points, residuals;
    for (Index i = 0; i < z.size(); ++i)
      for (double shift : {kShift, -kShift}) {
        points.push_back(z);
        points.back()[i] += shift;
      }
    Residuals(points, residuals);
    jacobian.resize(static_cast<Index>(size_), z.size());
    for (Index i = 0; i < z.size(); ++i)
      jacobian.col(i) =
          (residuals[static_cast<std::size_t>(2 * i)] - residuals[static_cast<std::size_t>(2 * i + 1)]) / (2 * kShift);
    return request_.stop.stop_requested() ? -1 : 0;
  }

  static constexpr double kFailed = 1e6;  // deviations

 private:
  void Compare(const Trial& trial, const Vector& z, Vector& residuals, std::size_t first, std::string& message) const {
    thread_local Samples samples;
    RunValues values = trial.values;
    for (std::size_t i = 0; i < request_.tuned.size(); ++i)
      values.push_back({request_.tuned[i].name, fmt::format("{}", Mapped(i, z[static_cast<Index>(i)]))});
    RunEnd end = runs_.Run(variant_, trial.plan, values, trial.names, samples, request_.stop);
    message = end.message;
    if (!end.is_good()) return;
    for (std::size_t n = 0; n < trial.names.size(); ++n)
      for (std::size_t r = 0; r < trial.times.size(); ++r) {
        double value = ValueAt(samples.time, samples.columns[n], trial.times[r]);
        double residual = (value - trial.measured[n][r]) / trial.deviations[n];
        residuals[static_cast<Index>(first + n * trial.times.size() + r)] =
            std::isfinite(residual) ? residual : kFailed;
      }
  }

  const ModelRuns& runs_;
  std::size_t variant_;
  const EstimateRequest& request_;
  std::vector<Trial> trials_;
  std::size_t size_ = 0, evaluations_ = 0;
  std::string message_;
};

double DeviationOf(const std::vector<double>& values) {
  double mean = 0, square = 0;
  for (double value : values) mean += value / static_cast<double>(values.size());
  for (double value : values) square += (value - mean) * (value - mean) / static_cast<double>(values.size());
  return square > 0 ? std::sqrt(square) : std::max(std::abs(mean), 1.0);
}

// The output grid of a run that has the rows of the data, or a fine one around them.
void PlaceGrid(run::RunPlan& plan, const std::vector<double>& times) {
  plan.stop = times.back();
  double step = (times.back() - plan.start) / std::max<double>(1, static_cast<double>(times.size() - 1));
  constexpr double kSameTime = 1e-9;  // of the span: times in files have about ten digits
  bool is_even = times.front() == plan.start;
  for (std::size_t r = 0; r < times.size() && is_even; ++r)
    is_even = std::abs(times[r] - (plan.start + static_cast<double>(r) * step)) <= kSameTime * (plan.stop - plan.start);
  plan.points = std::max<std::int64_t>(1, static_cast<std::int64_t>(times.size()) - 1) * (is_even ? 1 : kFiner);
  plan.interval = (plan.stop - plan.start) / static_cast<double>(plan.points);
}

bool MakeTrial(Session& session, const ModelRuns& runs, std::size_t variant, const Experiment& experiment,
               const EstimateRequest& request, Trial& trial) {
  const MicaModelTable& t = *runs.runnable(variant).table;
  trial.plan = runs.plan(variant);
  trial.values = experiment.values;
  bool has_inputs = false;
  for (const Signal& signal : experiment.data.signals.signals()) {
    for (const MicaScalar& scalar : run::Scalars(t)) {
      if (run::Text(t, scalar.name) != signal.name || run::IsString(scalar)) continue;
      if (t.scalars[scalar.owner].kind == MICA_KIND_INPUT) {
        has_inputs = true;
      } else {
        trial.names.push_back(signal.name);
        SignalView view = experiment.data.View(experiment.data.signals.Find(signal.name));
        std::vector<double> values;
        for (std::size_t r = 0; r < view.size(); ++r) values.push_back(view[r]);
        auto given = std::ranges::find(request.deviations, signal.name, &std::pair<std::string, double>::first);
        trial.deviations.push_back(given != request.deviations.end() ? given->second : DeviationOf(values));
        trial.measured.push_back(std::move(values));
      }
      break;
    }
  }
  trial.times = experiment.data.time;
  if (trial.names.empty() || trial.times.size() < 2 || !(trial.times.back() > trial.plan.start)) {
    session.sink().Report(
        kNothingToCompare, {},
        trial.names.empty() ? fmt::format("{} has no column with the name of a variable of the model", experiment.name)
                            : fmt::format("{} has fewer than two rows after the start", experiment.name));
    return false;
  }
  if (has_inputs)
    trial.plan.inputs = std::make_shared<run::InputTable>(run::InputTable{experiment.name, experiment.data});
  PlaceGrid(trial.plan, trial.times);
  return true;
}

// What the Jacobian at the end says about the parameters.
void Judge(Estimate& estimate, const EstimateRequest& request, const Problem& problem, const Vector& z,
           const Eigen::MatrixXd& by_z, double squares, DiagnosticSink& sink) {
  Index n = by_z.rows(), p = by_z.cols();
  Eigen::MatrixXd by_share(n, p);  // by the share of the range
  for (Index i = 0; i < p; ++i) {
    auto k = static_cast<std::size_t>(i);
    double range = request.tuned[k].high - request.tuned[k].low, slope = problem.Slope(k, z[i]);
    by_share.col(i) =
        std::abs(slope) > kAtBound * range ? Vector(by_z.col(i) * (range / slope)) : Vector(Vector::Zero(n));
  }
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(by_share, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Vector& s = svd.singularValues();
  estimate.singular_values.assign(s.data(), s.data() + s.size());
  double largest = s.size() > 0 ? s[0] : 0, variance = n > p ? squares / static_cast<double>(n - p) : 0;
  estimate.covariance = Eigen::MatrixXd::Zero(p, p);
  std::vector<std::string> doubtful;
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(p, p);
  for (Index k = 0; k < s.size(); ++k) {
    const auto direction = svd.matrixV().col(k);
    if (s[k] > kUndetermined * largest && largest > 0) {
      shares += variance / (s[k] * s[k]) * direction * direction.transpose();
      continue;
    }
    // All that take part in a direction that the data do not see.
    for (Index i = 0; i < p; ++i)
      if (std::abs(direction[i]) > 0.1) estimate.parameters[static_cast<std::size_t>(i)].is_identifiable = false;
  }
  double quantile =
      n > p ? boost::math::quantile(boost::math::students_t(static_cast<double>(n - p)), 0.5 + kConfidence / 2)
            : std::numeric_limits<double>::infinity();
  for (Index i = 0; i < p; ++i) {
    Estimated& each = estimate.parameters[static_cast<std::size_t>(i)];
    const Tuned& tuned = request.tuned[static_cast<std::size_t>(i)];
    for (Index k = 0; k < p; ++k) {
      const Tuned& other = request.tuned[static_cast<std::size_t>(k)];
      estimate.covariance(i, k) = shares(i, k) * (tuned.high - tuned.low) * (other.high - other.low);
    }
    each.deviation =
        each.is_identifiable ? std::sqrt(estimate.covariance(i, i)) : std::numeric_limits<double>::infinity();
    each.low = each.value - quantile * each.deviation;
    each.high = each.value + quantile * each.deviation;
    double range = tuned.high - tuned.low;
    each.is_at_bound = each.value - tuned.low <= kAtBound * range || tuned.high - each.value <= kAtBound * range;
    if (!each.is_identifiable) doubtful.push_back(each.name);
  }
  estimate.correlation = Eigen::MatrixXd::Identity(p, p);
  for (Index i = 0; i < p; ++i)
    for (Index k = 0; k < p; ++k)
      if (double both = estimate.covariance(i, i) * estimate.covariance(k, k); i != k && both > 0)
        estimate.correlation(i, k) = estimate.covariance(i, k) / std::sqrt(both);
  if (!doubtful.empty())
    sink.Report(
        kNotIdentifiable, {},
        fmt::format("the data do not determine {}{}", fmt::join(doubtful, ", "),
                    doubtful.size() > 1 ? ": a combination of them can change and the run stays as it is" : ""));
}

}  // namespace

Estimate EstimateParameters(Session& session, ModelRuns& runs, const EstimateRequest& request) {
  Estimate estimate;
  RunValues middle;
  for (const Tuned& tuned : request.tuned)
    middle.push_back({tuned.name, fmt::format("{}", (tuned.low + tuned.high) / 2)});
  std::size_t variant = 0;
  estimate.outcome = runs.Prepare(middle, variant);
  if (estimate.outcome != Outcome::kDone) return estimate;
  estimate.model = runs.translation(variant).name();
  for (const Tuned& tuned : request.tuned) {
    if (std::ranges::find(runs.built_in(variant), tuned.name, &run::Override::name) == runs.built_in(variant).end())
      continue;
    session.sink().Report(kCannotTune, {},
                          fmt::format("{} cannot be tuned: its value is part of the translated model", tuned.name));
    estimate.outcome = Outcome::kCallWrong;
  }
  std::vector<Trial> trials(request.experiments.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!MakeTrial(session, runs, variant, request.experiments[i], request, trials[i]))
      estimate.outcome = Outcome::kCallWrong;
    for (const std::string& name : trials[i].names)
      if (std::ranges::find(estimate.compared, name) == estimate.compared.end()) estimate.compared.push_back(name);
    estimate.measurements += trials[i].size();
  }
  if (estimate.outcome != Outcome::kDone) return estimate;

  Problem problem(runs, variant, request, std::move(trials));
  // sin² is 1/2 there.
  Vector z = Vector::Constant(static_cast<Index>(request.tuned.size()), M_PI / 4), residuals;
  Eigen::MatrixXd jacobian;
  bool ran = session.Guard("estimating parameters", [&] {
    Eigen::LevenbergMarquardt<Problem> search(problem);
    search.parameters.maxfev = static_cast<Index>(request.evaluations);
    // Relative, of the parameters and of the sum of squares: runs repeat their bits, so that the search can go on until
    // only rounding is left, and a sum of squares has twice the digits.
    constexpr double kParameterTolerance = 1e-10, kSumTolerance = 1e-12;
    search.parameters.xtol = kParameterTolerance;
    search.parameters.ftol = kSumTolerance;
    auto status = search.minimize(z);
    estimate.end = status == Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation ||
                           problem.evaluations() > request.evaluations
                       ? "the most evaluations were made"
                       : "the residuals do not get smaller";
    std::vector<Vector> last;
    problem.Residuals({z}, last);
    residuals = last[0];
    (void)problem.df(z, jacobian);
  });
  estimate.evaluations = problem.evaluations();
  if (!ran || request.stop.stop_requested()) {
    estimate.outcome = ran ? Outcome::kCancelled : Outcome::kFault;
    return estimate;
  }
  if (residuals.size() == 0 || residuals.minCoeff() >= Problem::kFailed) {
    session.sink().Report(kNoRunToEstimate, {},
                          fmt::format("no run came to its end; the first: {}", problem.message()));
    estimate.outcome = Outcome::kFailed;
    return estimate;
  }
  for (std::size_t i = 0; i < request.tuned.size(); ++i)
    estimate.parameters.push_back({request.tuned[i].name, problem.Mapped(i, z[static_cast<Index>(i)])});
  estimate.rms = std::sqrt(residuals.squaredNorm() / static_cast<double>(residuals.size()));
  Judge(estimate, request, problem, z, jacobian, residuals.squaredNorm(), session.sink());
  return estimate;
}

std::string EstimateText(const Estimate& estimate) {
  std::string text = fmt::format("{}: {} measurements of {}; {} runs, {}; residuals {:.4g} deviations\n\n",
                                 estimate.model, estimate.measurements, fmt::join(estimate.compared, ", "),
                                 estimate.evaluations, estimate.end, estimate.rms);
  std::size_t width = 9;
  for (const Estimated& each : estimate.parameters) width = std::max(width, each.name.size());
  text += fmt::format("{:<{}} {:>14} {:>12}   95 % confidence\n", "parameter", width, "value", "deviation");
  for (const Estimated& each : estimate.parameters) {
    std::string interval =
        each.is_identifiable ? fmt::format("{:.8g} … {:.8g}", each.low, each.high) : "not determined by the data";
    text += fmt::format("{:<{}} {:>14.8g} {:>12.4g}   {}{}\n", each.name, width, each.value, each.deviation, interval,
                        each.is_at_bound ? ", at its bound" : "");
  }
  return text;
}

std::string EstimateJson(const Estimate& estimate) {
  nlohmann::ordered_json json;
  auto matrix = [](const Eigen::MatrixXd& m) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (Index i = 0; i < m.rows(); ++i) {
      rows.push_back(nlohmann::ordered_json::array());
      for (Index k = 0; k < m.cols(); ++k) rows.back().push_back(m(i, k));
    }
    return rows;
  };
  json["model"] = estimate.model;
  for (const Estimated& each : estimate.parameters)
    json["parameters"][each.name] = {{"value", each.value},
                                     {"deviation", each.deviation},
                                     {"confidence", {each.low, each.high}},
                                     {"identifiable", each.is_identifiable},
                                     {"at_bound", each.is_at_bound}};
  json["covariance"] = matrix(estimate.covariance);
  json["correlation"] = matrix(estimate.correlation);
  json["singular_values"] = estimate.singular_values;
  json["compared"] = estimate.compared;
  json["measurements"] = estimate.measurements;
  json["evaluations"] = estimate.evaluations;
  json["rms"] = estimate.rms;
  json["end"] = estimate.end;
  return json.dump(1) + "\n";
}

}  // namespace mica::study
