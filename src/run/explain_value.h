// Run stage: why a variable has a value that is not finite. Compiled code computes without checks (a square root of -1 is nan); when a value
// that is no number has turned up, the step that computed it is evaluated again by the interpreter, over the present values of the
// instance. The interpreter knows the domains of functions, so it stops at the expression that left its domain: sqrt, log, asin, acos, a power,
// also inside of functions. Nothing of this costs time in a run without such values.
//
// Held relations are taken as their operands have them now. What needs the runtime (delay, external objects) cannot be explained.
#pragma once

#include <optional>
#include <string>

#include "run/instance.h"

namespace mica::run {

// An expression that could not be evaluated, with the message of the interpreter.
struct ValueCause {
  Span span;          // of the statement in a function, or of the equation
  std::string where;  // 'sqrt(h - 3.0)', with the function that it stands in
  std::string what;   // "the argument -0.2 is outside the domain of sqrt"
};

// The step of `steps` that computes a scalar, inside of systems and when-clauses too; null: none does.
const structure::Step* FindStep(const structure::BlockModel& model, std::span<const structure::Step> steps, ScalarId wanted);

// Of the scalar's own step; nothing if it can be evaluated, or not be interpreted.
std::optional<ValueCause> ExplainValue(const structure::Step& step, Instance& instance);
// Of the first inner step or residual of a system that cannot be evaluated, at these unknowns. Leaves them in the instance.
std::optional<ValueCause> ExplainSystem(std::uint32_t system, std::span<const double> unknowns, Instance& instance);

// "'sqrt(h - 3.0)': the argument -0.2 is outside the domain of sqrt"
std::string CauseText(const ValueCause& cause);

}  // namespace mica::run
