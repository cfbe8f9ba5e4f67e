#include "ways.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "run/method.h"
#include "session/session.h"

namespace mica::fuzz {

namespace {

constexpr std::size_t kIntervals = 40;
constexpr double kStepsOfInterval = 10;  // of methods with a fixed step; and ten times as many
constexpr double kTolerance = 1e-6, kTight = 1e-9;
constexpr double kTimes = 3;
// What two runs may differ by though each agrees with itself: an error that the tolerance allows and that a tenth of it
// happens to repeat. Relative to the largest value of the variable.
constexpr double kGranted = 1e-5;
// Of the largest value of all variables: what is smaller is what rounding leaves of nothing.
constexpr double kSmallest = 1e-6;
constexpr std::chrono::seconds kLongest(120);  // of a run, on a busy machine

// Two runs may have one error by chance, and then tell nothing of it: a third one. Methods that find events at the ends
// of steps may meet an event at one time with two steps; those with error control may make the same few steps.
constexpr double kThirdStep = 0.93, kThirdTolerance = 0.01;

const char* const kPasses[] = {"eliminate-aliases", "join-semi-linear", "find-invariants",   "decide-invariants",
                               "drop-unreachable",  "prefer-states",    "linearise-dynamics"};

struct Samples {
  std::vector<std::vector<double>> values;  // by variable, at the points of the grid
};

struct Run {
  bool is_done = false;
  bool is_refused = false;
  std::string message;
  std::optional<Trajectory> trajectory;
};

class Runner {
 public:
  explicit Runner(const ModelText& model) : model_(model) {
    Result<library::Class*> found = session_.ReadText("input.mo", model.text);
    if (found) class_ = *found;
  }

  // `share`: of the usual tolerance or step.
  Run Try(const Way& way, double tolerance, double share) {
    Run run;
    const run::Method* method = nullptr;
    for (const run::Method& each : run::Methods())
      if (each.name == way.method) method = &each;
    if (!class_ || !method) return run;
    session_.sink().Clear();  // errors of an earlier run would end this one
    SimulationRequest request;
    request.method = way.method;
    request.passes_off = way.passes_off;
    request.options.start = 0;
    request.options.stop = model_.stop;
    request.options.intervals = kIntervals;
    request.options.tolerance = tolerance * share;
    if (method->has_fixed_step()) request.options.step = model_.stop / kIntervals / kStepsOfInterval * share;
    if (way.is_by_mode) request.options.modes = run::ModeUse::kWait;
    if (!way.is_by_mode) request.options.modes = run::ModeUse::kOff;
    SimulationReport report = WithDeadline(request, TranslationFor(*method, way));
    run.is_done = report.outcome == Outcome::kDone && report.trajectory;
    run.is_refused = report.outcome == Outcome::kModelWrong || report.outcome == Outcome::kCallWrong;
    for (const Diagnostic& each : session_.sink().all())
      if (each.is_error() && run.message.empty()) run.message = std::string(each.code.id()) + " " + each.message;
    if (!run.is_done && run.message.empty())
      run.message = report.outcome == Outcome::kCancelled ? "no end" : report.run.reason;
    run.trajectory = std::move(report.trajectory);
    return run;
  }

  bool faulted() const { return session_.faulted(); }

 private:
  // One for all methods that are translated alike.
  Translation& TranslationFor(const run::Method& method, const Way& way) {
    std::string key = std::to_string(static_cast<int>(method.discretisation));
    for (const std::string& pass : way.passes_off) key += " " + pass;
    auto [place, is_new] = translations_.try_emplace(key, nullptr);
    if (is_new) place->second = &session_.Translate(class_);
    return *place->second;
  }

  static SimulationReport WithDeadline(SimulationRequest& request, Translation& translation) {
    std::stop_source stop;
    std::mutex mutex;
    std::condition_variable_any woken;
    std::jthread watch([&](std::stop_token ended) {
      std::unique_lock lock(mutex);
      woken.wait_for(lock, ended, kLongest, [] { return false; });
      if (!ended.stop_requested()) stop.request_stop();
    });
    request.stop = stop.get_token();
    return translation.Simulate(request);
  }

  const ModelText& model_;
  Session session_;
  library::Class* class_ = nullptr;
  std::map<std::string, Translation*> translations_;
};

// The row at a point of the grid: the last one of that time, after events.
std::vector<std::size_t> RowsOfGrid(const Trajectory& trajectory, double stop) {
  std::vector<std::size_t> rows;
  std::size_t row = 0;
  for (std::size_t k = 0; k <= kIntervals; ++k) {
    double time = stop * static_cast<double>(k) / kIntervals, little = 1e-9 * stop;
    while (row + 1 < trajectory.rows() && trajectory.time[row + 1] <= time + little) ++row;
    rows.push_back(row);
  }
  return rows;
}

std::vector<double> EventTimes(const Trajectory& trajectory) {
  std::vector<double> times;
  for (std::size_t row = 1; row < trajectory.rows(); ++row)
    if (trajectory.time[row] == trajectory.time[row - 1]) times.push_back(trajectory.time[row]);
  return times;
}

class Judge {
 public:
  Judge(const Trajectory& reference, double stop) : stop_(stop) {
    for (const Signal& signal : reference.signals.signals())
      if (signal.kind != SignalKind::kParameter && !signal.alias_of.valid()) names_.push_back(signal.name);
    reference_ = *Take(reference);
    for (const std::vector<double>& values : reference_.values) {
      double largest = 0;
      for (double value : values) largest = std::max(largest, std::abs(value));
      scales_.push_back(largest);
    }
    double least = kSmallest * std::ranges::max(scales_);
    for (double& scale : scales_) scale = std::max({scale, least, std::numeric_limits<double>::min()});
    std::vector<double> events = EventTimes(reference);
    double guard = 1.5 * stop / kIntervals / kStepsOfInterval;
    for (std::size_t k = 0; k <= kIntervals; ++k) {
      double time = stop * static_cast<double>(k) / kIntervals;
      is_clear_.push_back(std::ranges::none_of(events, [&](double event) { return std::abs(event - time) < guard; }));
    }
    event_count_ = events.size();
  }

  // Nothing if a variable is missing, whose name is in `missing` then.
  std::optional<Samples> Take(const Trajectory& trajectory) {
    Samples samples;
    std::vector<std::size_t> rows = RowsOfGrid(trajectory, stop_);
    for (const std::string& name : names_) {
      auto view = trajectory.FindView(name);
      if (!view) {
        missing_ = name;
        return std::nullopt;
      }
      auto& values = samples.values.emplace_back();
      for (std::size_t row : rows) values.push_back((*view)[row]);
    }
    return samples;
  }

  // The largest difference of a variable, relative to its scale.
  double Difference(const Samples& a, const Samples& b, std::size_t variable, std::size_t* where = nullptr) const {
    double largest = 0;
    for (std::size_t k = 0; k <= kIntervals; ++k) {
      if (!is_clear_[k]) continue;
      double difference = std::abs(a.values[variable][k] - b.values[variable][k]) / scales_[variable];
      if (!(difference <= largest)) {
        largest = difference;
        if (where) *where = k;
      }
    }
    return largest;
  }

  void Compare(const Way& way, const Run& coarse, const Run& fine, const Run& third, const std::vector<double>& own,
               Comparison& comparison) {
    for (const Run* run : {&coarse, &fine, &third}) {
      if (run->is_done) continue;
      comparison.disagreements.push_back(
          {way.name, run->is_refused ? "refused" : "fails", "", 0, 0, 0, 0, 0, run->message});
      return;
    }
    auto a = Take(*coarse.trajectory), b = Take(*fine.trajectory), c = Take(*third.trajectory);
    if (!a || !b || !c) {
      comparison.disagreements.push_back({way.name, "differs", missing_, 0, 0, 0, 0, 0, "is missing"});
      return;
    }
    std::optional<Disagreement> worst;
    for (std::size_t variable = 0; variable < names_.size(); ++variable) {
      double self =
          std::max({Difference(*a, *b, variable), Difference(*a, *c, variable), Difference(*b, *c, variable)});
      double allowed = kTimes * (self + own[variable]) + kGranted;
      for (const Samples* samples : {&*a, &*b}) {
        std::size_t k = 0;
        double difference = Difference(*samples, reference_, variable, &k);
        if (difference <= allowed) continue;
        if (worst && difference / allowed <= worst->difference / worst->allowed) continue;
        worst = {way.name,
                 "differs",
                 names_[variable],
                 stop_ * static_cast<double>(k) / kIntervals,
                 samples->values[variable][k],
                 reference_.values[variable][k],
                 difference,
                 allowed,
                 samples == &*a ? "" : "at a tenth"};
      }
    }
    if (worst) comparison.disagreements.push_back(*worst);
  }

  std::size_t variables() const { return names_.size(); }
  std::size_t points() const { return static_cast<std::size_t>(std::ranges::count(is_clear_, true)); }
  std::size_t events() const { return event_count_; }
  const Samples& reference() const { return reference_; }

 private:
  double stop_;
  std::vector<std::string> names_;
  std::string missing_;
  Samples reference_;
  std::vector<double> scales_;
  std::vector<bool> is_clear_;
  std::size_t event_count_ = 0;
};

bool HasFixedStep(const Way& way) {
  return std::ranges::any_of(
      run::Methods(), [&](const run::Method& method) { return method.name == way.method && method.has_fixed_step(); });
}

}  // namespace

std::vector<Way> AllWays() {
  std::vector<Way> ways;
  for (const run::Method& method : run::Methods())
    ways.push_back({std::string(method.name), std::string(method.name), {}});
  std::vector<std::string> all(std::begin(kPasses), std::end(kPasses));
  for (const std::string& pass : all) ways.push_back({"cvode without " + pass, "cvode", {pass}});
  ways.push_back({"cvode without all", "cvode", all});
  ways.push_back({"inline-implicit-euler without all", "inline-implicit-euler", all});
  ways.push_back({"inline-sdirk4 without all", "inline-sdirk4", all});
  for (const char* method : {"inline-implicit-euler", "inline-euler", "inline-ros2", "inline-mixed"})
    ways.push_back({std::string(method) + " by mode", method, {}, true});
  return ways;
}

Comparison CompareWays(const ModelText& model) {
  Comparison comparison;
  Runner runner(model);
  const Way usual{"reference", "cvode", {}};
  Run reference = runner.Try(usual, kTight, 0.1), looser = runner.Try(usual, kTight, 1);
  if (!reference.is_done || !looser.is_done) {
    comparison.message = reference.is_done ? looser.message : reference.message;
    return comparison;
  }
  comparison.is_valid = true;
  Judge judge(*reference.trajectory, model.stop);
  std::vector<double> own(judge.variables());
  if (auto samples = judge.Take(*looser.trajectory))
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = judge.Difference(*samples, judge.reference(), i);
  comparison.variables = judge.variables();
  comparison.points = judge.points();
  comparison.events = judge.events();
  std::size_t number = 0;
  for (const Way& way : AllWays()) {
    if (number++ % model.shares != model.share) continue;
    Run coarse = runner.Try(way, kTolerance, 1), fine = runner.Try(way, kTolerance, 0.1);
    Run third = runner.Try(way, kTolerance, HasFixedStep(way) ? kThirdStep : kThirdTolerance);
    judge.Compare(way, coarse, fine, third, own, comparison);
    ++comparison.ways;
  }
  if (runner.faulted()) comparison.disagreements.push_back({"", "faulted", "", 0, 0, 0, 0, 0, "a fault of ours"});
  return comparison;
}

}  // namespace mica::fuzz
