// Well-known libraries: the file `index.json` beside the libraries that ship with Mica, and where their repositories
// are on this machine when a mirror stands in for the addresses in it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mica {

struct IndexedLibrary {
  std::string name, description;
  std::string git;                                        // address of the repository
  std::vector<std::pair<std::string, std::string>> tags;  // version and tag, newest first; may be empty
};

// The libraries of `directory`/index.json; empty when there is none that can be read.
std::vector<IndexedLibrary> ReadLibraryIndex(const std::filesystem::path& directory);

// Tags under which `version` may be found, the most likely first; without a version the newest release, or "" for the
// default branch.
std::vector<std::string> TagsOf(const IndexedLibrary* library, const std::string& version);

// Where a mirror has the library: a directory with repositories `Repository.git`, `owner/Repository.git` or `Name.git`
// (with or without the ending), or with the library itself as a folder `Name`; or the start of an address. Nothing when
// a mirror that is a directory does not have it.
std::optional<std::string> MirroredAddress(const std::string& mirror, const IndexedLibrary& library);

}  // namespace mica
