// Where libraries are looked for, in this order: what the call names, the directories of MODELICAPATH, the user's own library directory (where
// `mica install` puts them), the library that ships with the tool.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mica {

// $XDG_DATA_HOME/mica/libraries, or ~/.local/share/mica/libraries; empty when there is no home.
std::filesystem::path UserLibraryDirectory();

// `library/` of MICA_HOME, or of the nearest directory above the program that has one, or of the sources it was built from; may be empty.
std::filesystem::path ShippedLibraryDirectory();

// MODELICAPATH (parted by colons), the user's, the shipped one: those that exist, each once.
std::vector<std::filesystem::path> StandardLibraryDirectories();

// A library as it lies in a directory: `Name/package.mo`, `Name 1.2.3/package.mo`, `Name.mo`.
struct LibraryPlace {
  std::string name;
  std::string version;         // as the name of the directory says; may be empty
  std::filesystem::path file;  // its package.mo or Name.mo
};

// The libraries in a directory, by name.
std::vector<LibraryPlace> LibrariesIn(const std::filesystem::path& directory);

}  // namespace mica
