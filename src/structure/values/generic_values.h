// Values of expressions at a generic point: parameters as their bindings say, everything that changes a fixed value
// without meaning. What vanishes there vanishes (almost surely) for all values of what changes, so a matrix of such
// numbers has the rank that the matrix of expressions has almost everywhere: rank by structure alone does not see that
// i0 = (i1 + i2 + i3)/3 and i1 + i2 + i3 = 0 leave i0 no freedom.
#pragma once

#include <unordered_map>

#include "structure/values/binding_values.h"

namespace mica::structure {

class GenericValues : private Environment {
 public:
  // A number distinguishes the points.
  GenericValues(const ScalarModel& model, Store& store, std::uint64_t point = 0)
      : model_(model), store_(store), bindings_(model, store), point_(point) {}

  // Of a Real expression that is no literal 0. Where nothing can be evaluated, a number that belongs to the expression
  // alone.
  double Of(Expr e);
  // With start values in place of generic ones: where the simulation begins, more or less. Empty if it cannot be
  // evaluated.
  std::optional<double> AtStart(Expr e);
  // Gives a Real scalar this value.
  void Fix(ScalarId id, double value) { values_[id] = starts_[id] = Value::Real(value, store_.types); }

 private:
  const Value* Scalar(ScalarId id) override;
  std::optional<double> Time() override { return 0.7310585786; }
  std::optional<Value> Operator(Expr e) override;
  double Fraction(std::uint64_t seed) const;

  const ScalarModel& model_;
  Store& store_;
  BindingValues bindings_;
  std::unordered_map<ScalarId, Value> values_, starts_;
  std::uint64_t point_;
  bool at_start_ = false;
};

}  // namespace mica::structure
