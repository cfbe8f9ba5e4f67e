// Factors that parameters make vanish whatever the unknowns are: the capacitance that a function computes for a
// transistor whose junctions have none.
//
// A factor is evaluated at kPoints points, where what changes has values of both signs and of several magnitudes, and
// outputs of functions follow from their calls. It vanishes if it is exactly 0 at all of those at which it can be
// evaluated, kEnough at least: then it does so in every branch that was met. Most factors are something else at the
// first point, and are done with.
#pragma once

#include <unordered_map>

#include "structure/values/binding_values.h"

namespace mica::structure {

class VanishingFactors : private Environment {
 public:
  static constexpr std::uint64_t kPoints = 16, kEnough = 8;

  VanishingFactors(const ScalarModel& model, Store& store);
  // The factor at one of the points, an expression of parameters that is 0. Invalid: it does not vanish, or holds no
  // parameter.
  Expr AtPoint(Expr factor);

 private:
  const Value* Scalar(ScalarId id) override;
  std::optional<Value> Generic(ScalarId id) const;
  double Number(ScalarId id) const;
  std::optional<double> Evaluate(Expr factor);
  bool HangsOnParameters(Expr factor);
  bool is_known(ScalarId id) const {
    ScalarKind kind = model_.scalars[id].kind;
    return kind == ScalarKind::kConstant || kind == ScalarKind::kParameter;
  }

  const ScalarModel& model_;
  Store& store_;
  BindingValues bindings_;
  OccurrenceCollector occurrences_;
  std::unordered_map<ScalarId, const Step*> calls_;  // by what they give
  std::unordered_map<ScalarId, Value> values_;       // at the present point
  std::uint64_t point_ = 0;
  bool in_call_ = false;  // arguments: what they hold has generic values, whatever gives it
};

}  // namespace mica::structure
