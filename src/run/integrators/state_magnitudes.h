// Run stage: states that are too small for error control. The error of a state x is kept below tolerance*(|x| +
// nominal); the nominal value is 1 unless the model says otherwise. Of a state that never comes near tolerance*nominal
// (an amount of substance of 1e-9 mol) no digit is controlled, and nothing in the result shows it. W6344 names such
// states and the attribute to set.
//
// What is smaller than rounding of the nominal value is taken for zero: positions that a symmetry keeps at rest.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::run {

class StateMagnitudes {
 public:
  explicit StateMagnitudes(std::size_t states) : most_(states, 0.0) {}

  void Note(std::span<const double> states);
  // At the end of a run of variable step.
  void Report(double tolerance, Instance& instance, DiagnosticSink& sink) const;

 private:
  std::vector<double> most_;  // by state: the largest magnitude so far
};

}  // namespace mica::run
