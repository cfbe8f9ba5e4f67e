#include "session/libraries/library_path.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "base/own_binary.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

fs::path FromEnvironment(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value ? fs::path(value) : fs::path();
}

// The entries of MODELICAPATH.
std::vector<std::string> ListedInEnvironment() {
  std::vector<std::string> entries;
  std::string listed = FromEnvironment("MODELICAPATH").string();
  for (std::size_t begin = 0; begin < listed.size();) {
    std::size_t end = std::min(listed.find(':', begin), listed.size());
    if (end > begin) entries.push_back(listed.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

// A directory that could hold the shipped library: it has packages in it, so that some other program's `library/` is
// not taken for ours.
bool HoldsLibraries(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(directory, error) && !library::LibrariesIn(directory).empty();
}

}  // namespace

fs::path UserLibraryDirectory() {
  if (fs::path data = FromEnvironment("XDG_DATA_HOME"); !data.empty()) return data / "mica" / "libraries";
  if (fs::path home = FromEnvironment("HOME"); !home.empty()) return home / ".local" / "share" / "mica" / "libraries";
  return {};
}

fs::path ShippedLibraryDirectory() {
  if (fs::path home = FromEnvironment("MICA_HOME"); !home.empty()) return home / "library";
  if (fs::path own = OwnBinary(); !own.empty()) {
    for (fs::path above = own.parent_path(); above != above.root_path(); above = above.parent_path()) {
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
    if (std::find(directories.begin(), directories.end(), directory) == directories.end())
      directories.push_back(directory);
  };
  for (const std::string& listed : ListedInEnvironment()) add(listed);
  add(UserLibraryDirectory());
  add(ShippedLibraryDirectory());
  return directories;
}

std::vector<std::string> MissingLibraryDirectories() {
  std::vector<std::string> missing = ListedInEnvironment();
  std::error_code error;
  std::erase_if(missing, [&](const std::string& listed) { return fs::is_directory(listed, error); });
  return missing;
}

std::vector<library::LibraryPlace> PreferredLibraries(const fs::path& directory) {
  std::ifstream in(directory / "manifest.json");
  if (directory.empty() || !in) return {};
  nlohmann::json manifest = nlohmann::json::parse(in, nullptr, false);
  std::vector<library::LibraryPlace> found;
  if (!manifest.is_object() || !manifest["first"].is_array()) return found;
  for (const nlohmann::json& name : manifest["first"]) {
    if (!name.is_string()) continue;
    std::vector<library::LibraryPlace> places = library::LibrariesNamed(name.get<std::string>(), directory);
    if (!places.empty()) found.push_back(places[0]);
  }
  return found;
}

}  // namespace mica
