#include "study/optimize/optimize.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlopt.h>

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <charconv>
#include <cmath>
#include <exception>
#include <limits>

#include "study/codes.h"

namespace mica::study {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Points of the first look at a range: a valley narrower than a sixteenth of it may be missed.
constexpr std::size_t kScan = 17;

struct Method {
  std::string_view name;
  nlopt_algorithm algorithm;
};
constexpr std::string_view kBrent = "brent";
constexpr Method kMethods[] = {
    {"bobyqa", NLOPT_LN_BOBYQA}, {"cobyla", NLOPT_LN_COBYLA},   {"nelder-mead", NLOPT_LN_NELDERMEAD},
    {"sbplx", NLOPT_LN_SBPLX},   {"direct", NLOPT_GN_DIRECT_L}, {"crs", NLOPT_GN_CRS2_LM},
    {"isres", NLOPT_GN_ISRES},   {"esch", NLOPT_GN_ESCH}};

// Parameters as shares 0…1 of their ranges.
class Objective {
 public:
  Objective(const ModelRuns& runs, const std::size_t& variant, const OptimizeRequest& request, const Measure& measure,
            const std::vector<std::string>& names, Optimum& best)
      : runs_(runs), variant_(variant), request_(request), measure_(measure), names_(names), best_(best) {
    best_.objective = kInfinity;
  }

  RunValues ValuesAt(const double* shares) const {
    RunValues values;
    for (std::size_t i = 0; i < request_.tuned.size(); ++i)
      values.push_back({request_.tuned[i].name, fmt::format("{}", ValueAt(i, shares[i]))});
    return values;
  }
  double ValueAt(std::size_t i, double share) const {
    const Tuned& tuned = request_.tuned[i];
    return tuned.low + std::clamp(share, 0.0, 1.0) * (tuned.high - tuned.low);
  }

  // To be made smallest; infinity where the run fails. Any thread.
  double Evaluate(const double* shares, std::string& message) const {
    thread_local Samples samples;
    RunEnd end = runs_.Run(variant_, ValuesAt(shares), names_, samples, request_.stop);
    message = end.message;
    if (!end.is_good()) return kInfinity;
    double value = measure_.Evaluate(samples);
    if (std::isnan(value)) return kInfinity;
    return request_.maximize ? -value : value;
  }

  void Note(const double* shares, double value, std::string message) {
    ++best_.evaluations;
    if (!(value < kInfinity)) {
      ++best_.failed;
      if (message_.empty()) message_ = std::move(message);
    }
    if (!(value < best_.objective)) return;
    best_.objective = value;
    best_.values.clear();
    for (std::size_t i = 0; i < request_.tuned.size(); ++i) best_.values.push_back(ValueAt(i, shares[i]));
  }

  double operator()(const double* shares) {
    std::string message;
    double value = Evaluate(shares, message);
    Note(shares, value, std::move(message));
    // NLopt and Brent's method compute with values: a failed run is far above all that was seen.
    if (value < kInfinity) worst_ = std::max(worst_, value);
    return value < kInfinity ? value : (worst_ > -kInfinity ? worst_ + std::abs(worst_) + 1 : 1e100);
  }

  const std::string& message() const { return message_; }
  bool stopped() const { return request_.stop.stop_requested(); }

 private:
  const ModelRuns& runs_;
  const std::size_t& variant_;  // known once the runs are prepared
  const OptimizeRequest& request_;
  const Measure& measure_;
  const std::vector<std::string>& names_;
  Optimum& best_;
  double worst_ = -kInfinity;
  std::string message_;
};

std::string MinimizeScalar(Objective& objective, const OptimizeRequest& request) {
  std::vector<double> shares(kScan), values(kScan);
  std::vector<std::string> messages(kScan);
  for (std::size_t i = 0; i < kScan; ++i) shares[i] = static_cast<double>(i) / (kScan - 1);
  RunParallel(kScan, request.jobs, request.stop,
              [&](std::size_t i) { values[i] = objective.Evaluate(&shares[i], messages[i]); });
  for (std::size_t i = 0; i < kScan; ++i) objective.Note(&shares[i], values[i], messages[i]);
  auto place = static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
  if (!(values[place] < kInfinity) || objective.stopped()) return "no run came to its end";
  double low = shares[place > 0 ? place - 1 : 0], high = shares[std::min(place + 1, kScan - 1)];
  // Brent's method cannot tell places apart that are nearer than the root of the unit of rounding.
  int bits = static_cast<int>(std::clamp(-std::log2(request.tolerance), 4.0, 26.0));
  std::uintmax_t most = request.evaluations;
  boost::math::tools::brent_find_minima([&](double share) { return objective(&share); }, low, high, bits, most);
  return most >= request.evaluations ? "the most evaluations were made" : "the parameter is as exact as the tolerance";
}

struct Call {
  Objective& objective;
  nlopt_opt handle = nullptr;
  std::exception_ptr thrown;
};

double OnEvaluate(unsigned, const double* x, double*, void* data) {
  Call& call = *static_cast<Call*>(data);
  if (call.objective.stopped()) {
    nlopt_force_stop(call.handle);
    return 0;
  }
  try {
    return call.objective(x);
  } catch (...) {
    call.thrown = std::current_exception();
    nlopt_force_stop(call.handle);
    return 0;
  }
}

std::string MinimizeByNlopt(Objective& objective, const OptimizeRequest& request, const Method& method) {
  auto n = static_cast<unsigned>(request.tuned.size());
  nlopt_srand(request.seed);
  nlopt_opt handle = nlopt_create(method.algorithm, n);
  Call call{objective, handle, nullptr};
  nlopt_set_lower_bounds1(handle, 0);
  nlopt_set_upper_bounds1(handle, 1);
  nlopt_set_min_objective(handle, &OnEvaluate, &call);
  nlopt_set_xtol_abs1(handle, request.tolerance);
  nlopt_set_maxeval(handle, static_cast<int>(request.evaluations));
  nlopt_set_initial_step1(handle, 0.2);
  std::vector<double> x(n, 0.5);
  double value = 0;
  nlopt_result result = nlopt_optimize(handle, x.data(), &value);
  nlopt_destroy(handle);
  if (call.thrown) std::rethrow_exception(call.thrown);
  switch (result) {
    case NLOPT_XTOL_REACHED:
      return "the parameters are as exact as the tolerance";
    case NLOPT_MAXEVAL_REACHED:
      return "the most evaluations were made";
    case NLOPT_ROUNDOFF_LIMITED:
      return "rounding allows no further progress";
    case NLOPT_FORCED_STOP:
      return "it was stopped";
    default:
      return result > 0 ? "the objective does not get smaller" : "the method failed";
  }
}

}  // namespace

std::vector<std::string_view> OptimizeMethods() {
  std::vector<std::string_view> names{kBrent};
  for (const Method& method : kMethods) names.push_back(method.name);
  return names;
}

std::optional<Tuned> ParseTuned(std::string_view text, DiagnosticSink& sink) {
  std::size_t equals = text.find('='), colon = text.find(':', equals == std::string_view::npos ? 0 : equals);
  Tuned tuned;
  auto number = [&](std::string_view part, double& into) {
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), into);
    return error == std::errc() && end == part.data() + part.size() && std::isfinite(into);
  };
  bool good = equals != std::string_view::npos && equals > 0 && colon != std::string_view::npos &&
              number(text.substr(equals + 1, colon - equals - 1), tuned.low) &&
              number(text.substr(colon + 1), tuned.high) && tuned.low < tuned.high;
  if (!good) {
    sink.Report(kWrongTune, {}, fmt::format("'{}' is not a parameter with its bounds", text)).hint =
        "such as 'p=0.1:2'";
    return std::nullopt;
  }
  tuned.name = text.substr(0, equals);
  while (!tuned.name.empty() && tuned.name.back() == ' ') tuned.name.pop_back();
  return tuned;
}

bool ParseTuned(const std::vector<std::string>& texts, std::vector<Tuned>& tuned, DiagnosticSink& sink) {
  bool good = true;
  for (const std::string& text : texts) {
    std::optional<Tuned> parsed = ParseTuned(text, sink);
    good = good && parsed.has_value();
    if (parsed) tuned.push_back(std::move(*parsed));
  }
  return good;
}

Optimum Optimize(Session& session, ModelRuns& runs, const OptimizeRequest& request) {
  Optimum best;
  best.outcome = Outcome::kCallWrong;
  std::vector<std::string> names;
  std::optional<Measure> measure = Measure::Parse(request.objective, names, session.sink());
  if (!measure) return best;
  best.method = !request.method.empty() ? request.method : request.tuned.size() == 1 ? "brent" : "bobyqa";
  auto method = std::ranges::find(kMethods, best.method, &Method::name);
  bool is_brent = best.method == kBrent && request.tuned.size() == 1;
  if (!is_brent && method == std::end(kMethods)) {
    session.sink()
        .Report(kWrongOptimizer, {},
                fmt::format("'{}' is not a method for {} parameter{}", best.method, request.tuned.size(),
                            request.tuned.size() == 1 ? "" : "s"))
        .hint = fmt::format("there are {}; brent is for one parameter, bobyqa for two and more",
                            fmt::join(OptimizeMethods(), ", "));
    return best;
  }
  if (best.method == "bobyqa" && request.tuned.size() == 1) {
    session.sink().Report(kWrongOptimizer, {}, "bobyqa takes two parameters and more").hint = "brent is for one";
    return best;
  }
  std::size_t variant = 0;
  Objective objective(runs, variant, request, *measure, names, best);
  std::vector<double> centre(request.tuned.size(), 0.5);
  best.outcome = runs.Prepare(objective.ValuesAt(centre.data()), variant);
  if (best.outcome != Outcome::kDone) return best;
  // A value that is part of the translated model would have to be translated for each evaluation.
  const std::vector<run::Override>& built_in = runs.built_in(variant);
  for (const Tuned& tuned : request.tuned) {
    if (std::ranges::find(built_in, tuned.name, &run::Override::name) == built_in.end()) continue;
    session.sink()
        .Report(kCannotTune, {},
                fmt::format("{} cannot be tuned: its value is part of the translated model", tuned.name))
        .hint = "a sweep takes such values";
    best.outcome = Outcome::kCallWrong;
  }
  if (best.outcome != Outcome::kDone) return best;
  bool ran = session.Guard("optimising a model", [&] {
    best.end = is_brent ? MinimizeScalar(objective, request) : MinimizeByNlopt(objective, request, *method);
  });
  if (!ran) best.outcome = Outcome::kFault;
  if (best.values.empty() && ran && !request.stop.stop_requested()) {
    best.outcome = Outcome::kFailed;
    session.sink().Report(kNoRunToTheEnd, {},
                          fmt::format("no run came to its end; the first: {}", objective.message()));
  }
  if (request.stop.stop_requested()) best.outcome = Outcome::kCancelled;
  if (request.maximize) best.objective = -best.objective;
  return best;
}

}  // namespace mica::study
