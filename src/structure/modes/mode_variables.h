// What the mode of a model is made of: the held relations and the discrete variables that select branches of what is
// computed between events.
//
// Reads: dynamics and its systems, crossing functions; the stage of an implicit method has the same equations. A held
// relation counts where it stands in them; a discrete Boolean or enumeration likewise, under pre() too; a discrete
// Integer only inside a condition, since a counter that is no more than a number would make a mode of each of its
// values. Between two events they are constant: with their values put in, what is left is what the model is in that
// mode (specialize.h). Cost: linear in the nodes of the expressions.
#pragma once

#include <vector>

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica::structure {

// One of the two is valid.
struct ModeVariable {
  HeldId held;
  ScalarId scalar;
};

// Relations first, each by number.
std::vector<ModeVariable> FindModeVariables(const BlockModel& model, const Store& store);

// The relation, or the name of the variable.
std::string ModeVariableText(const ModeVariable& variable, const BlockModel& model, const Store& store);
// true, Stuck, 3.
std::string ModeValueText(const ModeVariable& variable, double value, const BlockModel& model, const Store& store);

}  // namespace mica::structure
