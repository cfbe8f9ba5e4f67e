// A model as C99 that runs by itself with a fixed step: `mica export`. docs/export.md describes what is written and
// what cannot be.
//
// In: a model that is translated for an inlined method and initialized. Out: files, by name. NAME.c has the code of the
// model and its tables, NAME.h its variables, main.c a program that runs it; the runtime (runtime/step/fixed_step.h)
// comes along.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "session/simulation.h"

namespace mica {

using ExportedFiles = std::vector<std::pair<std::string, std::string>>;

class Session;
class Translation;

struct ExportRequest {
  SimulationRequest simulation;      // with a step, an inlined method, values of parameters
  std::vector<std::string> outputs;  // variables, beside outputs of the top level and states
};

// E6401, E6402: no step, or a method that is not inlined. E9050: the model has something that cannot be exported; each
// is reported. E9052: it calls an external function whose C cannot come along. E6404: an output that does not exist.
Outcome ExportModel(Session& session, Translation& translation, const ExportRequest& request, ExportedFiles& files);
// E9051: a file cannot be written.
bool WriteFiles(const ExportedFiles& files, const std::string& directory, DiagnosticSink& sink);

}  // namespace mica
