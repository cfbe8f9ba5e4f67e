// Run stage: an instance as an integrator sees it: derivatives of its states between events, and the functions that its
// relations watch.
#pragma once

#include <optional>

#include "run/events/crossing_ranges.h"
#include "run/events/crossing_watch.h"
#include "run/input_signals.h"
#include "run/integrators/integrator.h"
#include "run/systems/system_solvers.h"

namespace mica::run {

// Which side of its crossing function a relation holds on: that of x > y or x < y is x - y.
CrossingWatch::TrueSide TrueSideOf(const MicaRelation& relation);

class ModelOde final : public OdeProblem {
 public:
  // `inputs`: data that inputs follow; null: none. `may_fail`: the integrator takes a shorter step where a point cannot
  // be evaluated.
  ModelOde(Instance& instance, CrossingWatch& watch, const InputSignals* inputs = nullptr, bool may_fail = false);

  std::size_t state_count() const override { return nominal_.size(); }
  std::size_t crossing_count() const override { return watch_.size(); }
  Status Evaluate(double time, std::span<const double> states, std::span<double> derivatives) override;
  Status Watch(double time, std::span<const double> states, std::span<double> values) override;
  Status EvaluateAndWatch(double time, std::span<const double> states, std::span<double> derivatives,
                          std::span<double> values) override;
  Status Stage(double time, std::span<const double> base, double gain, std::span<double> states,
               std::span<double> derivatives) override;
  Status WatchStage(std::span<double> values) override;
  bool has_tangent() const override { return instance_.table().slope_slots.count > 0; }
  void KeepPoint() override;
  Status Tangent(double gain, std::span<const double> direction, std::span<double> slopes) override;
  const OdeLinearisation* linearisation() const override { return linearisation_ ? &*linearisation_ : nullptr; }
  Status Linearise(double time, std::span<const double> states, std::span<double> entries) override;
  std::span<const double> nominal() const override { return nominal_; }
  bool has_ranges() const override { return ranges_.reads_states(); }
  bool has_range(std::size_t i) const override { return ranges_.is_formula(i); }
  bool has_unknown_range() const override { return has_unknown_range_; }
  bool MayCross(std::size_t i, double from, double to, std::span<const double> low,
                std::span<const double> high) override;
  double Movement(double from, double to, std::span<const double> low, std::span<const double> high) override {
    return ranges_.Movement({from, to}, low, high);
  }
  std::span<const std::uint8_t> is_explicit() const override { return is_explicit_; }

  // States that stay as they are, whatever the equations say (events/resting.h): their derivatives are 0.
  void SetResting(const std::vector<std::size_t>& states) { resting_ = states; }

  // The last evaluation that failed gave a derivative that is not finite.
  bool non_finite() const { return non_finite_; }

 private:
  void SetPoint(double time, std::span<const double> states);
  Status EvaluateHere(std::span<double> derivatives);
  void GetDerivatives(std::span<double> derivatives) const {
    instance_.GetDerivatives(derivatives);
    for (std::size_t i : resting_) derivatives[i] = 0;
  }
  Status StageHere(std::span<const double> base, double gain, std::span<double> states, std::span<double> derivatives);
  // `work` with relations as they are at the point in hand. Failed, if that makes no difference.
  template <class Work>
  Status BeyondEdge(Work&& work);
  void LeaveBands(std::span<double> values) const;
  void FindLinearisation();

  Instance& instance_;
  CrossingWatch& watch_;
  const InputSignals* inputs_;
  CrossingRanges ranges_;
  bool has_unknown_range_ = false;
  std::vector<double> nominal_;
  std::vector<double> point_;  // all variables
  std::vector<double> held_;   // of the step, while a point beyond the edge of a relation is evaluated
  std::vector<double> stage_states_, watch_slopes_, sides_;
  std::vector<std::size_t> resting_;
  double point_time_ = 0;
  std::vector<std::uint8_t> is_explicit_;
  std::optional<OdeLinearisation> linearisation_;
  bool may_fail_, non_finite_ = false;
  bool is_beyond_edge_ = false;  // the point in hand has values in another mode than that of the step
};

}  // namespace mica::run
