// Run stage: values that are no numbers, and Integers that have left their range. Every row of a result is looked at
// before it is written, by one sum over it; only where that fails is anything searched for.
//
// - A variable is nan or infinite, and an expression outside of its domain is found (model_words.h): E6314, the run
// ends
//   before that row. Each variable of the row whose own equation is to blame is named, up to kMostShown.
// - It is not finite for another reason (overflow, a foreign function): W6324, once for the first variable in the order
// of computation, and the run goes on.
// - An Integer is beyond ±2^53: the storage (model_code.h) does not hold it exactly, and arithmetic may have wrapped
// around: E6334, the run ends.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::run {

class ValueCheck {
 public:
  static constexpr std::size_t kMostShown = 5;

  ValueCheck(Instance& instance, DiagnosticSink& sink);

  // Whether a row is fit to be written: all finite.
  static bool IsFinite(std::span<const double> row) {
    double sum = 0;
    for (double value : row) sum += value * 0;  // nan where a value is not finite
    return sum == 0;
  }

  // The row belongs to the present values of the instance. False: errors were reported, and the run must end.
  bool Passes(std::span<const double> row) {
    return (IsFinite(row) || Explain(Section::kDynamics)) && PassesIntegers();
  }
  // Parameters, constants and what follows from them, once at the start; those that are infinite are taken as meant.
  bool PassesConstants(std::span<const double> values);

 private:
  bool Explain(Section section);
  bool PassesIntegers();
  bool IsBad(std::uint32_t scalar) const;

  Instance& instance_;
  DiagnosticSink& sink_;
  std::vector<std::uint32_t> integers_;  // scalars
  std::vector<bool> is_known_;           // by scalar: not finite before, and that was reported
  std::size_t warnings_ = 0;
};

}  // namespace mica::run
