// Digests of libraries: of all that decides which native code runs, and how it is called. That is every Modelica file
// of the library (annotations hold C, and declarations say what is passed to it) and every native file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace mica {

struct FileList {
  std::vector<std::filesystem::path> paths;  // in order
  std::string stamp;                         // names, sizes, times of change
  bool has_links = false;                    // to directories, which are not followed
};
// Regular files.
FileList FilesBelow(const std::filesystem::path& directory,
                    const std::function<bool(const std::filesystem::path&)>& is_wanted);

// SHA-256 of a file's bytes; of one that cannot be read empty.
std::string FileDigest(const std::filesystem::path& path);

// What `answer` gave the last time for this question, or gives now.
std::string RememberedAnswer(const std::string& question, const std::function<std::string()>& answer);

// `place`: the directory of a library, or its one file; with it counts the directory of its resources. Empty: it cannot
// be read, or has links to directories, behind which anything may appear.
std::string LibraryDigest(const std::filesystem::path& place);

}  // namespace mica
