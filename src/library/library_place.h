// Libraries as they lie in a directory of the search path (specification 18.8.3): `Name/package.mo`, `Name
// 1.2.3/package.mo`, `Name.mo`, `Name 1.2.3.mo`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mica::library {

struct LibraryPlace {
  std::string name;
  std::string version;         // as the name of the directory or file says; may be empty
  std::filesystem::path file;  // its package.mo, or the one file
};

// The libraries in a directory, by name; of one name those without a version first, then the newest.
std::vector<LibraryPlace> LibrariesIn(const std::filesystem::path& directory);
// Those of one name alone: directories of other names are not looked into.
std::vector<LibraryPlace> LibrariesNamed(std::string_view name, const std::filesystem::path& directory);

}  // namespace mica::library
