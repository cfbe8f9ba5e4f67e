// When clocks tick, in terms that the rest of the pipeline knows: a Boolean expression that is true in the one pass of
// an event in which the clock ticks, and hidden variables that interval() and firstTick() need.
//
// - A periodic clock is a flag of the runtime, like that of sample(), at times that are fractions of a unit
// (block_model.h, Sampler).
// - An event clock ticks when pre(condition) has become true (specification 16.3): $due = pre(condition), and $due and
// not pre($due).
// - A clock with an interval that is a clocked variable keeps the time of its next tick: $due = time >= pre($next).
// - Clocks that are sub-sampled or shifted from one of the last two kinds count its ticks.
#pragma once

#include <map>
#include <vector>

#include "structure/clocks/clock_inference.h"
#include "structure/pass.h"

namespace mica::structure {

class ClockTicks {
 public:
  explicit ClockTicks(PassContext& context)
      : context_(context), model_(context.model), store_(context.store), exprs_(context.store.exprs) {}

  // The base that the constructor `clock` (kClockOf of kind real, event, or rational with a variable counter) stands
  // for.
  std::uint32_t BaseOf(Expr clock, std::uint32_t origin);
  // Whether only whole ticks of the base can be chosen.
  bool IsCounted(std::uint32_t base) const {
    return base != ClockInference::kSeconds && bases_[base - 1].kind != BaseKind::kPeriodic;
  }
  // The number of the clock in model.clocks; made when it is first asked for.
  std::uint32_t ClockOf(const ClockInference::Timing& timing, std::uint32_t origin);
  Expr Interval(std::uint32_t clock);   // Real
  Expr FirstTick(std::uint32_t clock);  // Boolean
  // A hidden variable on the clock, and its equation there.
  Expr NewVariable(std::string name, TypeId type, Expr value, std::uint32_t clock, Expr start = {});

 private:
  enum class BaseKind : std::uint8_t { kPeriodic, kVariable, kEvent };
  struct Base {
    BaseKind kind;
    Expr clock;     // the constructor
    Expr interval;  // in seconds; kEvent: at the first tick
    std::uint32_t origin = 0;
    Expr ticks;  // kVariable, kEvent: true in the pass in which it ticks
    Expr count;  // of ticks, from 0; made when it is needed
  };
  struct Made {
    ClockInference::Timing timing;
    Expr interval, first_tick;  // made when they are needed
  };

  ScalarId AddScalar(std::string name, TypeId type, ScalarKind kind);
  Expr Flag(Expr start, Expr interval, Rational first, Rational step, std::uint32_t origin);
  Expr Edge(Expr flag);
  Expr Pre(Expr scalar);
  Expr TicksOf(std::uint32_t base);
  void AddEquation(Expr left, Expr right, std::uint32_t origin, std::uint32_t clock);

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  std::vector<Base> bases_;
  std::vector<Made> made_;
};

}  // namespace mica::structure
