// Run stage: what all integration methods offer. An integrator advances the states of an OdeProblem from one event to
// the next; it knows nothing of Modelica. simulate.cpp drives it: Restart, then Step until the time limit or a crossing
// is reached.
//
// Invariants
// - After Step, time() has advanced and is at most the limit; states() belong to it. Interpolate works for any time of
// the last step.
// - StepEnd::kCrossing: a watched function has changed sign in the step; time() lies just beyond the first change, and
// crossed() lists the
//   functions. Nothing after time() is shown.
// - StepEnd::kLimit: time() is the limit, exactly.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "run/instance.h"
#include "run/systems/linear_solver.h"

namespace mica::run {

class StateBytes;

// What is known of f = der(y) where its steps are linearised one by one: columns are the states, then variables between
// them and their derivatives; each row says that its entries times the increments of their columns make zero.
struct OdeLinearisation {
  struct Slope {
    std::uint32_t column = 0;
    int sign = 0;  // der(state) is sign * the column; 0: it does not depend on states
  };
  std::vector<Slope> slopes;  // by state
  std::vector<MatrixEntry> entries;
  std::vector<double> magnitudes;  // by column
};

// der(y) = f(t, y), with functions whose change of sign ends a step.
class OdeProblem {
 public:
  virtual ~OdeProblem() = default;
  virtual std::size_t state_count() const = 0;
  virtual std::size_t crossing_count() const = 0;
  // kFailed: not here, but perhaps nearby.
  virtual Status Evaluate(double time, std::span<const double> states, std::span<double> derivatives) = 0;
  virtual Status Watch(double time, std::span<const double> states, std::span<double> values) = 0;
  // Both at one point.
  virtual Status EvaluateAndWatch(double time, std::span<const double> states, std::span<double> derivatives,
                                  std::span<double> values) {
    Status status = Evaluate(time, states, derivatives);
    return status == Status::kOk ? Watch(time, states, values) : status;
  }
  // A stage of an implicit method that is put into the equations: states = base + gain*derivatives, at `time`. The
  // states given are a guess. Only of a problem that has it.
  virtual Status Stage(double, std::span<const double> /* base */, double /* gain */, std::span<double> /* states */,
                       std::span<double> /* derivatives */) {
    return Status::kFatal;
  }
  // Of a problem that has its linearised equations: (I - gain J)⁻¹ J direction, with the Jacobian J at the point that
  // was kept last. KeepPoint is called right after an evaluation.
  virtual bool has_tangent() const { return false; }
  virtual void KeepPoint() {}
  virtual Status Tangent(double /* gain */, std::span<const double> /* direction */, std::span<double> /* slopes */) {
    return Status::kFatal;
  }
  // Of a problem that knows its Jacobian as products only: J direction at a point.
  virtual bool has_products() const { return false; }
  virtual Status Product(double /* time */, std::span<const double> /* states */,
                         std::span<const double> /* direction */, std::span<double> /* product */) {
    return Status::kFatal;
  }
  // Of a problem whose steps are linearised; null otherwise. Entries by Linearise, in their order.
  virtual const OdeLinearisation* linearisation() const { return nullptr; }
  virtual Status Linearise(double /* time */, std::span<const double> /* states */, std::span<double> /* entries */) {
    return Status::kFatal;
  }
  // By state: whether its base is its value at the end of the stage, as a mixed method has it. Empty: of none.
  virtual std::span<const std::uint8_t> is_explicit() const { return {}; }
  // The watched functions at the point that the last stage computed.
  virtual Status WatchStage(std::span<double>) { return Status::kFatal; }
  // Bounds of watched functions, where they are formulas (crossing_ranges.h): whether function i may change its sign
  // while time goes from `from` to `to` and state k stays within low[k] and high[k].
  virtual bool has_ranges() const { return false; }  // of functions that read states, at least one
  virtual bool has_range(std::size_t) const { return false; }
  virtual bool has_unknown_range() const { return crossing_count() > 0; }
  virtual bool MayCross(std::size_t, double /* from */, double /* to */, std::span<const double> /* low */,
                        std::span<const double> /* high */) {
    return true;
  }
  // Of functions without a range: the largest share of its magnitude that something which they are computed from covers
  // there. Infinite: not known.
  virtual double Movement(double /* from */, double /* to */, std::span<const double> /* low */,
                          std::span<const double> /* high */) {
    return std::numeric_limits<double>::infinity();
  }
  // Magnitudes of the states, for tolerances.
  virtual std::span<const double> nominal() const = 0;
};

// What is left of a defect f - y' beyond what an interpolation by cubics may get wrong of slopes: no more than those of
// the interpolation vary by inside the step, and no more than those of the model do. A step that jumped over something
// knows of no variation; one that was thrown off by something that its error estimate does not see varies by more than
// the model.
double BeyondVariation(double defect, double slope, double begin, double middle, double end);

enum class StepEnd : std::uint8_t { kStep, kCrossing, kLimit, kFailed };

struct IntegratorCounts {
  std::size_t steps = 0, evaluations = 0, jacobians = 0, watches = 0, error_failures = 0, convergence_failures = 0;
};

struct IntegratorFailure {
  enum class Kind : std::uint8_t {
    kNone,
    kEvaluation /* f failed and no shorter step helped */,
    kStepTooSmall,
    kConvergence,
    kOther
  };
  Kind kind = Kind::kNone;
  double time = 0;
  std::vector<std::size_t> suspects;  // states with the largest local errors, worst first
  std::string detail;                 // what the solver said, for the last line of a report
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual void Restart(double time, std::span<const double> states) = 0;
  // An event left states and derivatives as they were, but what follows may be another thing: the next steps are
  // careful ones.
  virtual void Caution() {}
  // An event at time() left states and derivatives as they were, but functions are watched from other sides. False: it
  // must restart.
  virtual bool SidesChanged() { return false; }
  // Inputs have jumped at time(): derivatives there are no longer what they were.
  virtual void InputsChanged() {}
  virtual StepEnd Step(double limit) = 0;
  // After a step, all that derivatives depend on has been computed at time() last.
  virtual bool leaves_model_at_end() const { return false; }
  virtual double time() const = 0;
  virtual std::span<const double> states() const = 0;
  virtual void Interpolate(double time, std::span<double> states) = 0;
  // How far the states would be off, in units of what the tolerance allows, if over an interval of length `span` inside
  // the last step the derivatives were `slopes`, which the model has at `time` with the interpolated states, and not
  // those of the interpolation. 0 where there is no such measure.
  virtual double Contradiction(double /* time */, std::span<const double> /* slopes */, double /* span */) { return 0; }
  virtual std::span<const std::size_t> crossed() const = 0;
  virtual const IntegratorFailure& failure() const = 0;
  // States with the largest local errors in the last step, worst first; none where there is no estimate.
  virtual std::vector<std::size_t> Suspects() { return {}; }
  virtual IntegratorCounts counts() const = 0;
  // What its further steps depend on. False: it knows of no such thing, and begins anew where it was saved.
  virtual bool Visit(StateBytes&) { return false; }
};

}  // namespace mica::run
