// Run stage: a run that starts where an earlier one stood: states and discrete variables have the values of a result at
// one of its times, whatever initial conditions the model has.
//
// The model is initialized first as it asks for, which computes what a result does not have (parameters with fixed =
// false, external objects, hidden variables); a failure of that is forgiven where the result has all that counts. Then
// values are put in place and all equations evaluated once, so that conditions of when-clauses are known as they stand
// at the point: a condition that held before does not fire again.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "result/trajectory.h"
#include "run/events/event_iteration.h"

namespace mica::run {

// A result and the time in it.
struct InitialPoint {
  std::string file;
  Trajectory data;
  double time = 0;
};

class ContinueFrom {
 public:
  ContinueFrom(const InitialPoint& point, Instance& instance);

  // States, discrete variables and parameters that initialization computes, all are in the result.
  bool is_complete() const { return missing_.empty(); }
  // What is not in the result keeps the value of the initialization: W6058 names it.
  void ReportMissing(DiagnosticSink& sink) const;
  // Puts the values in place and makes conditions of when-clauses agree with them. The event iteration comes after.
  void Apply();

 private:
  struct Found {
    std::uint32_t slot = 0;
    double value = 0;
  };
  void Put();

  const InitialPoint& point_;
  Instance& instance_;
  std::vector<Found> fixed_, guesses_;  // states and discrete variables; algebraic ones, where iterations start
  std::vector<std::string> missing_;
};

}  // namespace mica::run
