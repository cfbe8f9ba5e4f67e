// FMI: `mica fmu import`: the file of a model (write_component.h), and beside it the FMU unpacked, where the model
// finds its shared object and resources.
#pragma once

#include <optional>
#include <string>

#include "fmi/import/write_component.h"
#include "session/outcome.h"

namespace mica::fmi {

struct ImportRequest {
  std::string model;                      // the file, Name.mo; the FMU goes to the directory Name_fmu
  std::optional<FmuInterface> interface;  // none: Model Exchange, if there is a choice
  std::optional<double> step;             // of Co-Simulation
};

// E9110, E9112, E9113 and E9117.
Outcome ImportFmu(const OpenFmu& fmu, const ImportRequest& request, DiagnosticSink& sink);

}  // namespace mica::fmi
