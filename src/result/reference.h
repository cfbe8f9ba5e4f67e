// A reference to compare results with: at some times, the band [low, high] in which each signal should be.
//
// Read from CSV, where a cell is a value (low = high) or `low:high`; or made from a result of any tool, each band then
// spanning the values that the signal takes nearby.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "result/trajectory.h"

namespace mica {

struct ReferenceSignal {
  std::string name;
  std::vector<double> low;  // as long as the times
  std::vector<double> high;
};

struct Reference {
  std::vector<double> times;  // at least one; never decreasing
  std::vector<ReferenceSignal> signals;
};

// At least one time and one signal, or E7020: agreeing with nothing would say nothing. CSV is taken as it stands; a MAT
// file through BandsAround, all signals that vary.
Result<Reference> ReadReference(const std::string& path, DiagnosticSink& sink);

// At every time of `trajectory`, the lowest and highest value within `share` of the time span around it. Linear in the
// rows.
Reference BandsAround(const Trajectory& trajectory, double share = 0.002);

}  // namespace mica
