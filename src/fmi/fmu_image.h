// FMI: the data of a model for the runtime of an FMU, MicaFmuModel of runtime/fmu/fmu.h, as an image. In: an instance
// that is initialized, the program of its code, the plan of the run. Out: the object of which the linker makes
// `mica_fmu_model`.
#pragma once

#include <string>

#include "code/machine_code.h"
#include "code/program.h"
#include "fmi/fmu_variables.h"
#include "run/experiment.h"

namespace mica::fmi {

struct FmuImageRequest {
  run::Instance& instance;
  const code::Program& program;
  const run::RunPlan& plan;
  const FmuVariables& variables;
  const std::vector<double>&reals, &pre;    // parameters and start values
  const std::vector<std::string>& strings;  // likewise; names of files as addresses (fmu_resources.h)
  bool has_foreign_state = false;           // external objects or impure functions of foreign code
  std::string token;
  Store& store;  // names of components in messages
};

code::DataImage MakeFmuImage(const FmuImageRequest& request);
// The method of the runtime; false: it has none for this plan.
bool HasFmuMethod(const run::RunPlan& plan);

}  // namespace mica::fmi
