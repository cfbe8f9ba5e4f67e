// Run stage: the history of delayed expressions inside a step, from the interpolation of its states.
//
// The ends of steps alone do not describe what is delayed: an algebraic signal may be faster than the states that steps
// are chosen for, and a long step is known better by its interpolation than by a cubic through its end. So the
// expressions are evaluated inside each step: in the middle, in the quarters, and on by halves, until a parabola
// through three points predicts the two between them to the tolerance, relative to the largest value so far.
//
// Steps are kept no longer than a delay whose value derivatives or relations depend on, so that they read what is
// recorded. A delay shorter than kShortest of an output interval is exempt: steps may be longer, and read the
// polynomial through the last points and the present value. Where such a delay brings a kink out again (that of the
// start, of an event, and once more what follows from it), a step ends: no interpolation goes across.
#pragma once

#include <cstdint>
#include <vector>

#include "run/instance.h"
#include "run/integrators/integrator.h"

namespace mica::run {

class DelayRecorder {
 public:
  static constexpr double kShortest = 0.1;  // of an output interval: what is shorter does not show in it

  DelayRecorder(Instance& instance, double tolerance, double output_interval);

  // Where the next step must end at the latest; infinity if there is no such time.
  double NextStop(double now);
  // The start, or an event: a delayed signal may have a kink there.
  void NoteKink(double time) { AddKink({time, 0}); }
  void Visit(StateBytes& bytes) { bytes.List(kinks_); }
  // Records what lies between `begin` and `end`, both excluded, of the instance as `problem` evaluates it; the
  // instance's present values are lost. What cannot be evaluated is left out.
  void RecordInside(double begin, double end, Integrator& integrator, OdeProblem& problem);

 private:
  struct Point {
    double time;
    std::vector<double> values;  // as MicaCode.delays gives them
  };
  bool Evaluate(double time, Integrator& integrator, Point& point);
  // Between three points that are known, `first` excluded, up to `last`, excluded.
  void Refine(const Point& first, const Point& middle, const Point& last, int depth, Integrator& integrator);

  struct Kink {
    double time;
    int passes;  // through a delay
  };
  void AddKink(Kink kink);

  Instance& instance_;
  double tolerance_, shortest_;
  std::vector<Kink> kinks_;
  std::span<const std::uint32_t> bounds_steps_;  // by buffer: derivatives, relations or other delays read it
  OdeProblem* problem_ = nullptr;                // while it records
  std::vector<double> states_, slopes_;
};

}  // namespace mica::run
