// FMI: an FMU that came from elsewhere. Its archive is judged before anything of it is unpacked: entries that would
// lead out of the directory, links, and archives that unpack to far more than they are, are refused
// (session/libraries/archive.h). Nothing of it is run here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/process.h"
#include "fmi/import/description.h"

namespace mica::fmi {

struct OpenFmu {
  std::string path;                     // of the archive
  std::vector<std::string> entries;     // files in it
  std::vector<Problem> problems;        // of the archive
  std::vector<Problem> in_description;  // of modelDescription.xml: its structure
  Description description;
  std::unique_ptr<ScratchDirectory> directory;  // null: it was not asked for

  // The shared object for this machine; "" if there is none. `identifier` is that of an interface.
  std::string BinaryOf(const std::string& identifier) const;
};

enum class Unpacking { kNothing, kAll };

// E9110: it cannot be opened, has no description, or is refused.
std::optional<OpenFmu> Open(const std::string& path, Unpacking unpacking, DiagnosticSink& sink);

}  // namespace mica::fmi
