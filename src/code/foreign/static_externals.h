// What external functions of a model are made of, to be linked into something that runs without Mica: objects of their
// sources instead of the shared objects that this process loads. Each function is taken from where it was found here
// (external_library.h); of functions that several objects define, the first counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "code/foreign/external_library.h"

namespace mica::code {

struct ForeignParts {
  std::vector<std::string> objects, archives;
  std::vector<std::string> shared;   // libraries of which there is no source: they must lie beside
  std::vector<std::string> systems;  // libraries of the system, by file name: they must be there
  std::vector<std::pair<std::string, std::string>> other_names;  // by which functions are called, and their own
};

// `directory` takes files that are made for this one use. Nothing: `problem` says why.
std::optional<ForeignParts> MakeForeignParts(const std::vector<ExternalLibraries::Use>& used,
                                             const ExternalOptions& options, const std::string& directory,
                                             std::string& problem);

}  // namespace mica::code
