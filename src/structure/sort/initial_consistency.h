// Whether an initial condition that is too many agrees with those that determine the same unknowns, as far as the
// values of parameters at translation tell.
//
// The others are solved for one unknown at a time, in any order in which that goes; what they give together with
// bindings of parameters is put into the condition. Conditions that need simultaneous equations, time or discrete
// variables stay unknown: the run checks them.
#pragma once

#include <span>

#include "structure/pass.h"
#include "structure/sort/solve_equation.h"
#include "structure/values/binding_values.h"

namespace mica::structure {

struct Consistency {
  enum class Kind : std::uint8_t { kUnknown, kAgrees, kContradicts };
  Kind kind = Kind::kUnknown;
  double left = 0, right = 0;  // of the condition with the values that follow from the others
};

class InitialConsistency {
 public:
  explicit InitialConsistency(PassContext& context);
  // Both sides of a Real condition may be apart by agreement()*(Scale + |left|). The scale is the largest nominal value
  // of what the condition reads, 1 where none is given.
  double Scale(const ScalarEquation& condition);
  static double agreement();
  Consistency Of(const ScalarEquation& condition, std::span<const ScalarEquation* const> others);

 private:
  class Values : public Environment {
   public:
    Values(const ScalarModel& model, Store& store) : bindings_(model, store) {}
    const Value* Scalar(ScalarId id) override;
    std::unordered_map<ScalarId, Value> found;

   private:
    BindingValues bindings_;
  };
  std::optional<double> Number(Expr e);
  bool SolveNext(const ScalarEquation& equation);

  PassContext& context_;
  EquationSolver solver_;
  OccurrenceCollector occurrences_;
  Values values_;
};

}  // namespace mica::structure
