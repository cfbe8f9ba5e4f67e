// `mica install`: libraries copied into the user's library directory, from a directory, a ZIP archive or a Git
// repository, or by the name of a library that the index of well-known ones has (library_index.h).
//
// Invariant: nothing is written or removed outside `into`, whatever the packages are called.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "session/session.h"

namespace mica {

struct InstallRequest {
  std::string source;          // a directory, a .zip file, the address of a Git repository, or the name of a library
  std::filesystem::path into;  // the directory of libraries
  bool replace = false;        // a library that is there already
  std::string version = {};    // this one alone: of a Git repository the tag `v1.2.3` or `1.2.3`; empty: what is there
  std::filesystem::path index = {};  // directory with index.json
  std::string mirror = {};           // in place of the addresses in the index: a directory or the start of an address
  std::string sha256 = {};           // of the archive or the file, as hexadecimal digits; empty: any
};

// Every library that the source holds goes to 'into/Name version'. `on_line` gets a line for each. E9020 to E9029 and
// E9038 say what is wrong.
Outcome InstallLibraries(const InstallRequest& request, Session& session,
                         const std::function<void(const std::string&)>& on_line);

}  // namespace mica
