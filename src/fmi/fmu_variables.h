// FMI: the variables of a model as an FMU offers them: causality, variability and initial value as sections 2.2.7 of
// FMI 2.0.5 and 2.4.7 of FMI 3.0.2 require, and what setting each means (runtime/fmu/fmu.h).
//
// In: an instance that is initialized. Out: by scalar of the model table, its setting and what it needs; the list of
// exported variables, in the order of the table.
#pragma once

#include <string>
#include <vector>

#include "run/instance.h"
#include "structure/block_model.h"

namespace mica::fmi {

struct FmuVariable {
  std::uint32_t scalar;  // of the table
  std::string name;
  const char* causality;    // as the standards write it
  const char* variability;  // likewise
  const char* initial;      // likewise; null: the attribute is left out
  bool has_start = false;
};

struct FmuVariables {
  std::vector<std::uint8_t> setting, needs;  // by scalar
  std::vector<FmuVariable> list;
};

// `start_fixed`: slots of states whose start value is an initial condition that may be set. `decided`: scalars whose
// values the translation relied on.
FmuVariables FindVariables(const run::Instance& instance, const std::vector<std::uint32_t>& start_fixed,
                           const std::vector<std::uint32_t>& decided);

}  // namespace mica::fmi
