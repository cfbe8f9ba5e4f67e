// What factors of the inlined equations are worth at several gains, when the model is translated.
//
// In the section `stage` (sort_stage.cpp) factors hold the gain γh beside parameters: 1 + 2*gain*a/dx². Whether such a
// factor may be divided by is judged by its values at gains from 10 ns to 100 s, one per decade: a factor that is
// rational in the gain and whose values keep their sign and their size among the others over ten decades has no zero
// that a sensible step size meets. (A step of exactly 1/λ with an unstable mode λ > 0 does make 1 - gain*λ vanish: such
// a factor changes its sign on the way, and is refused.) Parameters have the values of their bindings.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include "structure/values/binding_values.h"

namespace mica::structure {

class GainValues : private Environment {
 public:
  static constexpr std::size_t kCount = 11;
  using Samples = std::array<double, kCount>;

  // An invalid gain: there is none, and all samples are equal.
  GainValues(const ScalarModel& model, Store& store, BindingValues& values, ScalarId gain)
      : model_(model), store_(store), values_(values), occurrences_(store), gain_(gain) {}

  // Of a Real expression of parameters and the gain alone; empty if it holds anything else, or has no finite value.
  std::optional<Samples> Of(Expr e);

 private:
  std::optional<Samples> Evaluate(Expr e);
  const Value* Scalar(ScalarId id) override { return id == gain_ ? &gain_value_ : values_.Scalar(id); }

  const ScalarModel& model_;
  Store& store_;
  BindingValues& values_;
  OccurrenceCollector occurrences_;
  ScalarId gain_;
  Value gain_value_;
  std::unordered_map<Expr, std::optional<Samples>> known_;
};

}  // namespace mica::structure
