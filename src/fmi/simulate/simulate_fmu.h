// FMI: a run of an FMU, to a result as of a model.
//
// Model Exchange: Mica's solvers integrate, locate the events that the indicators show, and hit time events exactly.
// Co-Simulation: the FMU steps from one output point to the next (or by `step`); inputs are held over a step, jumps of
// their data end one where the FMU allows steps of any length. Event mode of FMI 3 is used where it is offered.
#pragma once

#include <optional>

#include "fmi/simulate/foreign_fmu.h"
#include "session/simulation.h"

namespace mica::fmi {

struct FmuRunRequest {
  SimulationRequest simulation;
  std::optional<FmuInterface> interface;  // none: Model Exchange, if there is a choice
  bool is_logging = false;                // whatever the FMU has to say
};

struct FmuRunReport {
  SimulationReport simulation;
  FmuInterface interface = FmuInterface::kModelExchange;
  std::size_t states = 0;
};

// The FMU must be unpacked. E9113: it cannot be run here; E9114: it failed; what the user asked for has the codes that
// it has for models.
FmuRunReport SimulateFmu(const OpenFmu& fmu, const FmuRunRequest& request, DiagnosticSink& sink);

}  // namespace mica::fmi
