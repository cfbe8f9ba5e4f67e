#include "library/library_place.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "library/version.h"

namespace mica::library {

namespace fs = std::filesystem;

namespace {

bool IsIdentifier(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// `wanted` empty: any name.
std::vector<LibraryPlace> Search(std::string_view wanted, const fs::path& directory) {
  std::vector<LibraryPlace> found;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    bool is_file = entry->path().extension() == ".mo";
    std::string stem = is_file ? entry->path().stem().string() : entry->path().filename().string();
    if (!wanted.empty() && !stem.starts_with(wanted)) continue;
    std::size_t blank = stem.find(' ');
    LibraryPlace place{stem.substr(0, blank), blank == std::string::npos ? "" : stem.substr(blank + 1), entry->path()};
    if (!is_file) place.file /= "package.mo";
    if (!wanted.empty() && place.name != wanted) continue;
    if (IsIdentifier(place.name) && place.name != "package" && fs::is_regular_file(place.file, ignored)) found.push_back(std::move(place));
  }
  std::ranges::sort(found, [](const LibraryPlace& a, const LibraryPlace& b) {
    if (a.name != b.name) return a.name < b.name;
    if (a.version.empty() != b.version.empty()) return a.version.empty();
    Version left = ParseVersion(a.version), right = ParseVersion(b.version);
    return left != right ? left > right : a.file < b.file;
  });
  return found;
}

}  // namespace

std::vector<LibraryPlace> LibrariesIn(const fs::path& directory) { return Search("", directory); }
std::vector<LibraryPlace> LibrariesNamed(std::string_view name, const fs::path& directory) {
  return name.empty() ? std::vector<LibraryPlace>() : Search(name, directory);
}

}  // namespace mica::library
