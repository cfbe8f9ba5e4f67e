// What a model is between two events in one mode: a block model with the mode put in.
//
// In: a block model, the values of its mode variables (mode_variables.h), and the values that its parameters have in
// this run. Out: a block model of the same scalars and slots that computes derivatives, crossing functions and, where
// there is one, the stage of an implicit method, and nothing else; auxiliary scalars may follow after those of the
// model, with slots after its slots.
//   1. The steps of a section, and the inner steps and residuals of its systems, are equations again: v = f, 0 = r.
//   2. Held relations, discrete variables of the mode and parameters become literals, and what that leaves is
//   simplified: conditions fall, terms vanish.
//   3. Variables that are literals or equal to another one (v = c, v = ±w) are put in, until there are no more.
//   4. The rest is matched, sorted and torn anew, by the same code that sorted the model (sort_blocks.h). Loops that
//   the mode cuts fall apart. Of a linear
//      system whose matrix is a matrix of numbers by now, elimination is done here and once: what is left of it is a
//      sequence of assignments.
//   5. Steps that neither derivatives nor crossing functions need are left out.
// The outcome is equal to the general model in exact arithmetic; the order of operations is another one. Reference:
// Mattsson, Otter & Elmqvist, Modelica hybrid modeling and efficient simulation, CDC 1999, "Individual simulation code
// for modes".
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "structure/modes/mode_variables.h"

namespace mica::structure {

struct ModeValue {
  ModeVariable variable;
  double value = 0;
};

// The value of a constant or parameter of type Real, Integer, Boolean or enumeration; empty: it stays as it is.
using ParameterValue = std::function<std::optional<double>(ScalarId)>;

// Empty: the mode has no unique solution, or a step that cannot be sorted; the general model must do. `store` is added
// to.
std::optional<BlockModel> Specialize(const BlockModel& model, Store& store, std::span<const ModeValue> mode,
                                     const ParameterValue& parameter);

}  // namespace mica::structure
