// Where libraries are looked for, in this order: what the call names, those of the tool that come first
// (manifest.json), the working directory, the directories of MODELICAPATH, the user's own library directory (where
// `mica install` puts them), the others that ship with the tool.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "library/library_place.h"

namespace mica {

// $XDG_DATA_HOME/mica/libraries, or ~/.local/share/mica/libraries; empty when there is no home.
std::filesystem::path UserLibraryDirectory();

// `library/` of MICA_HOME, or of the nearest directory above the program that has one, or of the sources it was built
// from; may be empty.
std::filesystem::path ShippedLibraryDirectory();

// MODELICAPATH (separated by colons), the user's, the shipped one: those that exist, each once.
std::vector<std::filesystem::path> StandardLibraryDirectories();
// Entries of MODELICAPATH that are not directories.
std::vector<std::string> MissingLibraryDirectories();

// The libraries of `directory` that come before others of their name, as its file `manifest.json` says: {"first":
// ["Name", …]}. They are what a tool brings along because only it can. Each with its package.mo or Name.mo.
std::vector<library::LibraryPlace> PreferredLibraries(const std::filesystem::path& directory);

}  // namespace mica
