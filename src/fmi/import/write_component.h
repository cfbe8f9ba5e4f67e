// FMI: an FMU as a Modelica model: `mica fmu import`. The model stands on its own: its external functions
// (fmu_functions.mo) are part of it, and their C (adapter_files.h) is beside it.
//
// Parameters, inputs and outputs of the FMU are those of the model, with units and descriptions; names that are not
// identifiers are quoted. Of Model Exchange the model has the states, and relations of the event indicators, so that
// the solver of the whole sees both; Co-Simulation steps at the ticks of a sampler.
#pragma once

#include <optional>
#include <string>

#include "fmi/simulate/foreign_fmu.h"

namespace mica::fmi {

struct ComponentRequest {
  std::string name;       // of the model
  std::string directory;  // where the FMU is unpacked for good, an absolute path
  std::string library;    // its shared object, below the directory
  FmuInterface interface = FmuInterface::kModelExchange;
  std::optional<double> step;  // of Co-Simulation; none: as the FMU proposes
};

// The text of the model; nothing after E9117. W9118 says what is left out.
std::optional<std::string> WriteComponent(const OpenFmu& fmu, const ComponentRequest& request, DiagnosticSink& sink);

}  // namespace mica::fmi
