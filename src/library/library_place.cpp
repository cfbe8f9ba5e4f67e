#include "library/library_place.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "library/version.h"

namespace mica::library {

namespace fs = std::filesystem;

namespace {

bool IsIdentifier(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// Whether the text seems to declare a class of that name: a keyword of a class and the name.
bool Declares(const fs::path& file, std::string_view name) {
  constexpr std::string_view kKeywords[] = {"package",   "model",    "block", "class",   "record",
                                            "connector", "function", "type",  "operator"};
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::string_view rest = text, before;
  auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!rest.empty()) {
    std::size_t begin = 0;
    while (begin < rest.size() && is_blank(rest[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest.size() && !is_blank(rest[end])) ++end;
    std::string_view word = rest.substr(begin, end - begin);
    std::string_view declared = word.substr(0, word.find_first_of("=;\"("));
    if (declared == name && std::ranges::find(kKeywords, before) != std::end(kKeywords)) return true;
    before = word;
    rest.remove_prefix(end);
  }
  return false;
}

// `wanted` empty: any name. In the working directory lie files of all kinds, not only libraries: there a file counts
// only if it declares a class of its name, so that `delay.mo` with a model Delay does not stand for delay().
std::vector<LibraryPlace> Search(std::string_view wanted, const fs::path& directory) {
  std::vector<LibraryPlace> found;
  std::error_code error;
  fs::path here = fs::current_path(error);
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    bool is_file = entry->path().extension() == ".mo";
    std::string stem = is_file ? entry->path().stem().string() : entry->path().filename().string();
    if (!wanted.empty() && !stem.starts_with(wanted)) continue;
    std::size_t blank = stem.find(' ');
    LibraryPlace place{stem.substr(0, blank), blank == std::string::npos ? "" : stem.substr(blank + 1), entry->path()};
    if (!is_file) place.file /= "package.mo";
    if (!wanted.empty() && place.name != wanted) continue;
    if (is_file && directory == here && !Declares(place.file, place.name)) continue;
    if (IsIdentifier(place.name) && place.name != "package" && fs::is_regular_file(place.file, ignored))
      found.push_back(std::move(place));
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
