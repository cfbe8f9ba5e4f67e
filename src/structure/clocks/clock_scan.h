// What clock inference needs to know of an equation: which unknowns it holds outside conversion operators, and the
// conversions themselves.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "structure/pass.h"
#include "structure/scalar/rewrite.h"

namespace mica::structure {

struct ClockScan {
  std::vector<ScalarId> incidence;  // unknowns that share the clock of the equation
  std::vector<Expr> conversions;    // sample, hold, subSample, superSample, shiftSample, backSample, noClock
  Expr clocked_by;                  // previous, interval or firstTick: what makes the equation a clocked one
};

// sample, hold, subSample, …: the value is on another clock than the argument.
bool IsClockConversion(Op op);

// Gives every conversion a scalar for its first argument (specification 16.7.1): an expression there becomes an
// auxiliary variable with an equation. The condition of an event clock likewise. Equations are added at the end of the
// model, and normalised as well.
void NormaliseClockConversions(PassContext& context);

class ClockScanner {
 public:
  ClockScanner(const ScalarModel& model, const Store& store) : model_(model), store_(store) {}
  ClockScan Scan(const ScalarEquation& equation);

 private:
  void Visit(Expr e, ClockScan& scan);
  void Visit(const Statement& statement, ClockScan& scan);
  void Visit(const Step& step, ClockScan& scan);
  void Note(ScalarId id, ClockScan& scan);

  const ScalarModel& model_;
  const Store& store_;
  std::unordered_set<Expr> seen_;
  std::unordered_set<ScalarId> noted_;
  std::vector<Expr> stack_;
};

}  // namespace mica::structure
