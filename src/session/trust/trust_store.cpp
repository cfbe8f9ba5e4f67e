#include "session/trust/trust_store.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/cache_directory.h"
#include "base/process.h"

namespace mica {

namespace {

std::string UsualFile() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config && *config == '/') return std::string(config) + "/mica/trust.json";
  if (home && *home == '/') return std::string(home) + "/.config/mica/trust.json";
  return {};
}

}  // namespace

TrustStore::TrustStore() : file_(UsualFile()) {}

std::vector<TrustedLibrary> TrustStore::Read() const {
  std::vector<TrustedLibrary> libraries;
  if (file_.empty()) return libraries;
  nlohmann::json all = nlohmann::json::parse(ReadWholeFile(file_), nullptr, false);
  if (!all.is_array()) return libraries;
  auto text = [](const nlohmann::json& of, const char* key) {
    auto it = of.find(key);
    return it != of.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  for (const nlohmann::json& each : all) {
    if (!each.is_object()) continue;
    TrustedLibrary library{text(each, "name"), text(each, "version"), text(each, "digest"), text(each, "place")};
    if (!library.name.empty() && library.digest.size() == 64) libraries.push_back(std::move(library));
  }
  return libraries;
}

bool TrustStore::Write(const std::vector<TrustedLibrary>& libraries) const {
  if (file_.empty() || !MakePrivateDirectory(std::filesystem::path(file_).parent_path().string())) return false;
  nlohmann::json all = nlohmann::json::array();
  for (const TrustedLibrary& each : libraries)
    all.push_back({{"name", each.name}, {"version", each.version}, {"digest", each.digest}, {"place", each.place}});
  std::string made = fmt::format("{}.{}", file_, getpid());
  std::error_code error;
  if (WriteWholeFile(made, all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"))
    std::filesystem::rename(made, file_, error);
  else
    error = std::make_error_code(std::errc::io_error);
  if (error) std::filesystem::remove(made, error), error = std::make_error_code(std::errc::io_error);
  return !error;
}

bool TrustStore::Add(const TrustedLibrary& library) const {
  std::vector<TrustedLibrary> libraries = Read();
  if (std::ranges::find(libraries, library) != libraries.end()) return true;
  // One of the same name and version that lies elsewhere stays; what this one was before goes.
  std::erase_if(libraries, [&](const TrustedLibrary& each) {
    return each.name == library.name && each.version == library.version && each.place == library.place;
  });
  libraries.push_back(library);
  return Write(libraries);
}

int TrustStore::Remove(const std::string& name) const {
  std::vector<TrustedLibrary> libraries = Read();
  auto count =
      static_cast<int>(std::erase_if(libraries, [&](const TrustedLibrary& each) { return each.name == name; }));
  return count == 0 || Write(libraries) ? count : -1;
}

}  // namespace mica
