#include "run/history/delay_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

namespace {
// Of the largest value so far: what is off by less is rounding of some hundred operations, and shows no curvature.
constexpr double kRounding = 1e-13;
}  // namespace

DelayRecorder::DelayRecorder(Instance& instance, double tolerance, double output_interval)
    : instance_(instance),
      tolerance_(tolerance),
      shortest_(kShortest * output_interval),
      bounds_steps_(List(instance.table(), instance.table().delay_bounds)),
      states_(instance.code().state_count),
      slopes_(instance.code().state_count) {}

void DelayRecorder::AddKink(Kink kink) {
  constexpr std::size_t kMost = 50;
  if (std::ranges::find(bounds_steps_, 1u) == bounds_steps_.end() ||
      (!kinks_.empty() && kinks_.back().time >= kink.time))
    return;
  if (kinks_.size() >= kMost) kinks_.erase(kinks_.begin());
  kinks_.push_back(kink);
}

double DelayRecorder::NextStop(double now) {
  constexpr int kMostPasses = 2;
  double next = std::numeric_limits<double>::infinity();
  double rounding = 16 * std::numeric_limits<double>::epsilon() * std::abs(now);
  for (std::size_t i = 0; i < bounds_steps_.size(); ++i) {
    double delay = instance_.delays().delay(i);
    if (bounds_steps_[i] == 0 || !(delay >= shortest_) || instance_.delays().is_outside(i)) continue;
    next = std::min(next, now + delay);
    for (std::size_t k = 0; k < kinks_.size(); ++k) {
      double due = kinks_[k].time + delay;
      if (due > now + rounding)
        next = std::min(next, due);
      else if (due >= now - rounding && kinks_[k].passes + 1 < kMostPasses)
        AddKink({now, kinks_[k].passes + 1});
    }
  }
  return next;
}

bool DelayRecorder::Evaluate(double time, Integrator& integrator, Point& point) {
  point.time = time;
  point.values.resize(3 * bounds_steps_.size());
  integrator.Interpolate(time, states_);
  Instance::GeneralCode general(instance_);
  bool known = problem_->Evaluate(time, states_, slopes_) == Status::kOk && instance_.Outputs() == Status::kOk &&
               instance_.Delays(point.values) == Status::kOk;
  // Rows at the begin of the step still read what is older than a delay before its end: nothing is dropped yet.
  for (std::size_t i = 0; i < bounds_steps_.size(); ++i)
    point.values[3 * i + 2] = std::numeric_limits<double>::infinity();
  return known;
}

void DelayRecorder::Refine(const Point& first, const Point& middle, const Point& last, int depth,
                           Integrator& integrator) {
  Point quarters[2];
  bool known = Evaluate(0.5 * (first.time + middle.time), integrator, quarters[0]) &&
               Evaluate(0.5 * (middle.time + last.time), integrator, quarters[1]);
  if (!known) return instance_.delays().Record(middle.time, middle.values.data());
  bool is_good = true;
  for (std::size_t i = 0; i < bounds_steps_.size(); ++i) {
    double a = first.values[3 * i], b = middle.values[3 * i], c = last.values[3 * i];
    // The parabola through the three, at a quarter and at three quarters.
    double left = 0.375 * a + 0.75 * b - 0.125 * c, right = -0.125 * a + 0.75 * b + 0.375 * c;
    double scale = std::max({instance_.delays().scale(i), std::abs(a), std::abs(b), std::abs(c)});
    double off = std::max(std::abs(quarters[0].values[3 * i] - left), std::abs(quarters[1].values[3 * i] - right));
    is_good = is_good && !(off > std::max(tolerance_, kRounding) * scale);
  }
  constexpr int kDeepest = 10;
  if (is_good || depth >= kDeepest) {
    for (const Point* point : std::initializer_list<const Point*>{&quarters[0], &middle, &quarters[1]})
      instance_.delays().Record(point->time, point->values.data());
    return;
  }
  Refine(first, quarters[0], middle, depth + 1, integrator);
  instance_.delays().Record(middle.time, middle.values.data());
  Refine(middle, quarters[1], last, depth + 1, integrator);
}

void DelayRecorder::RecordInside(double begin, double end, Integrator& integrator, OdeProblem& problem) {
  problem_ = &problem;
  if (bounds_steps_.empty() || !(end > begin)) return;
  // Too short to be halved four times.
  if (end - begin < 1e3 * std::numeric_limits<double>::epsilon() * std::max(std::abs(begin), std::abs(end))) return;
  Point first, middle, last;
  if (!Evaluate(begin, integrator, first) || !Evaluate(0.5 * (begin + end), integrator, middle) ||
      !Evaluate(end, integrator, last))
    return;
  Refine(first, middle, last, 0, integrator);
}

}  // namespace mica::run
