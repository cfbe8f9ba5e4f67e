// Study stage: what a translated model is made of: its variables with units, descriptions and values.
#pragma once

#include <string>
#include <vector>

#include "run/experiment.h"
#include "run/runnable.h"

namespace mica::study {

enum class Role : std::uint8_t { kConstant, kParameter, kInput, kOutput, kState, kDerivative, kVariable, kDiscrete };
std::string_view RoleText(Role role);

struct DescribedVariable {
  std::string name, description, unit, display_unit, type;  // type: Real, Integer, Boolean, enumeration, String
  Role role = Role::kVariable;
  double value = 0;            // of a constant or parameter; of others the start value
  std::string text;            // of a String
  bool is_output = false;      // of the top level; a state may be one
  bool is_settable = false;    // when a run starts
  bool is_structural = false;  // a parameter whose value is part of the translated model
  std::string alias_of;        // the variable that has the same values, up to the sign; empty: none
};

// All that a result has, in the order of the model, and Strings. Values with those of the plan in place; anything that
// fails is in `sink`, and values are as far as they are known.
std::vector<DescribedVariable> DescribeVariables(const run::Runnable& runnable, const run::RunPlan& plan,
                                                 DiagnosticSink& sink);

}  // namespace mica::study
