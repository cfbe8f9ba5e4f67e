// FMI: a model as an FMU, `mica fmu export`. docs/fmi.md says what is written and what cannot be.
//
// In: a model and how it is to be run. It is translated, initialized once in process, and written: its code as object
// files of the engine, its data as an image (fmu_image.h), both linked with the runtime (link_fmu.h), and the
// description of its variables (model_description.h).
#pragma once

#include <string>

#include "session/simulation.h"

namespace mica {
class Session;
class Translation;
}  // namespace mica

namespace mica::fmi {

struct FmuRequest {
  SimulationRequest simulation;  // method, times, tolerance, values
  int version = 3;               // 2 or 3
  bool has_model_exchange = true, has_cosimulation = true;
  std::string tool;  // name and version of the program
};

// The bytes of the archive into `fmu`. E9101: the model has something that an FMU cannot have; E9102: linking.
Outcome ExportFmu(Session& session, Translation& translation, const FmuRequest& request, std::string& fmu);

}  // namespace mica::fmi
