// Stage load: from what the user names (a full name, a file, a directory of a package) to a class of the tree.
#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostic.h"
#include "library/class_tree.h"

namespace mica {

struct ModelRequest;

// `libraries` are what the user named: directories of libraries join the search path before `directories`, a library or
// a file is read. E9003 when there is nothing of the kind.
void AddLibraries(const std::vector<std::filesystem::path>& libraries,
                  const std::vector<std::filesystem::path>& directories, library::ClassTree& classes,
                  DiagnosticSink& sink);

// Null when it is not there (reported: E9004 with the nearest name, E2xxx for files).
library::Class* FindClass(const ModelRequest& request, library::ClassTree& classes, NameTable& names,
                          DiagnosticSink& sink);

// Whether the class may be simulated: no package, function, operator or type. E9005.
bool CheckIsModel(library::Class* c, library::ClassTree& classes, DiagnosticSink& sink);

}  // namespace mica
