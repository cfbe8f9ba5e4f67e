#include "session/libraries/library_index.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace mica {

namespace fs = std::filesystem;

std::vector<IndexedLibrary> ReadLibraryIndex(const fs::path& directory) {
  std::ifstream in(directory / "index.json");
  if (directory.empty() || !in) return {};
  nlohmann::ordered_json index = nlohmann::ordered_json::parse(in, nullptr, false);
  std::vector<IndexedLibrary> found;
  if (!index.is_object() || !index.contains("libraries") || !index["libraries"].is_array()) return found;
  auto text = [](const nlohmann::ordered_json& entry, const char* key) {
    return entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : std::string();
  };
  for (const nlohmann::ordered_json& entry : index["libraries"]) {
    if (!entry.is_object()) continue;
    IndexedLibrary library{text(entry, "name"), text(entry, "description"), text(entry, "git"), {}};
    if (library.name.empty() || library.git.empty()) continue;
    if (entry.contains("tags") && entry["tags"].is_object())
      for (const auto& [version, tag] : entry["tags"].items())
        if (tag.is_string()) library.tags.emplace_back(version, tag.get<std::string>());
    found.push_back(std::move(library));
  }
  return found;
}

std::vector<std::string> TagsOf(const IndexedLibrary* library, const std::string& version) {
  if (version.empty()) return {library && !library->tags.empty() ? library->tags[0].second : ""};
  std::vector<std::string> tags;
  if (library)
    for (const auto& [listed, tag] : library->tags)
      if (listed == version) tags.push_back(tag);
  tags.push_back("v" + version);
  tags.push_back(version);
  return tags;
}

std::optional<std::string> MirroredAddress(const std::string& mirror, const IndexedLibrary& library) {
  // https://host/owner/Repository.git
  std::size_t last = library.git.rfind('/');
  std::size_t before = last == std::string::npos || last == 0 ? std::string::npos : library.git.rfind('/', last - 1);
  std::string with_owner = before == std::string::npos ? library.git : library.git.substr(before + 1);
  std::string repository = last == std::string::npos ? library.git : library.git.substr(last + 1);
  if (mirror.find("://") != std::string::npos) return mirror + (mirror.ends_with('/') ? "" : "/") + with_owner;
  std::error_code error;
  for (std::string name : {with_owner, repository, library.name + ".git"}) {
    for (bool with_ending : {true, false}) {
      if (!with_ending && name.ends_with(".git")) name.resize(name.size() - 4);
      if (fs::path place = fs::path(mirror) / name; fs::is_directory(place, error)) return fs::absolute(place).string();
    }
  }
  return std::nullopt;
}

}  // namespace mica
