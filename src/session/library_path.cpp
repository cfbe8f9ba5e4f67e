#include "session/library_path.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <tuple>

namespace mica {

namespace fs = std::filesystem;

namespace {

fs::path FromEnvironment(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value ? fs::path(value) : fs::path();
}

// A directory that could hold the shipped library: it has packages in it, so that some other program's `library/` is not taken for ours.
bool HoldsLibraries(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(directory, error) && !LibrariesIn(directory).empty();
}

bool IsIdentifier(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

fs::path UserLibraryDirectory() {
  if (fs::path data = FromEnvironment("XDG_DATA_HOME"); !data.empty()) return data / "mica" / "libraries";
  if (fs::path home = FromEnvironment("HOME"); !home.empty()) return home / ".local" / "share" / "mica" / "libraries";
  return {};
}

fs::path ShippedLibraryDirectory() {
  if (fs::path home = FromEnvironment("MICA_HOME"); !home.empty()) return home / "library";
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    for (fs::path above = program.parent_path(); above != above.root_path(); above = above.parent_path()) {
      if (HoldsLibraries(above / "library")) return above / "library";
      if (HoldsLibraries(above / "share" / "mica" / "library")) return above / "share" / "mica" / "library";
    }
  }
  if (fs::path sources = fs::path(MICA_REPOSITORY) / "library"; HoldsLibraries(sources)) return sources;
  return {};
}

std::vector<fs::path> StandardLibraryDirectories() {
  std::vector<fs::path> directories;
  auto add = [&](const fs::path& directory) {
    std::error_code error;
    if (directory.empty() || !fs::is_directory(directory, error)) return;
    if (std::find(directories.begin(), directories.end(), directory) == directories.end()) directories.push_back(directory);
  };
  std::string listed = FromEnvironment("MODELICAPATH").string();
  for (std::size_t begin = 0; begin <= listed.size();) {
    std::size_t end = std::min(listed.find(':', begin), listed.size());
    add(listed.substr(begin, end - begin));
    begin = end + 1;
  }
  add(UserLibraryDirectory());
  add(ShippedLibraryDirectory());
  return directories;
}

std::vector<LibraryPlace> LibrariesIn(const fs::path& directory) {
  std::vector<LibraryPlace> found;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    bool is_file = entry->path().extension() == ".mo";
    std::string stem = is_file ? entry->path().stem().string() : entry->path().filename().string();
    std::size_t blank = stem.find(' ');
    LibraryPlace place{stem.substr(0, blank), blank == std::string::npos ? "" : stem.substr(blank + 1), entry->path()};
    if (!is_file) place.file /= "package.mo";
    if (IsIdentifier(place.name) && place.name != "package" && fs::is_regular_file(place.file, ignored)) found.push_back(std::move(place));
  }
  std::sort(found.begin(), found.end(), [](const LibraryPlace& a, const LibraryPlace& b) { return std::tie(a.name, a.version) < std::tie(b.name, b.version); });
  return found;
}

}  // namespace mica
