#include "session/keep/kept_translations.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "base/cache_directory.h"
#include "base/kept_files.h"
#include "base/own_binary.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".model";
constexpr std::size_t kLargest = 64 << 20;  // bytes

// Size and time of change, or "" if there is no such file.
std::string FileFact(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return {};
  return fmt::format("{} {}.{:09}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

// The Modelica files and packages in a directory: what may decide which class a name means. Other files come and go.
std::string DirectoryFact(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().filename().string();
    std::error_code ignored;
    if (name.ends_with(".mo") || name == "package.order")
      names.push_back(name);
    else if (it->is_directory(ignored) && fs::exists(it->path() / "package.mo", ignored))
      names.push_back(name + "/");
  }
  std::ranges::sort(names);
  std::string all;
  for (const std::string& name : names) all += name + "\n";
  return KeptFiles::Digest(all);
}

std::string BuildFact() { return FileFact(OwnBinary()); }

std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace

KeptTranslations::KeptTranslations(std::string libraries, std::string directory)
    : libraries_(std::move(libraries)),
      directory_(directory.empty() ? CacheDirectory() + "/models" : std::move(directory)) {}

std::string KeptTranslations::Key(std::string_view model, const Variant& variant, const SourceMap& sources) const {
  std::string all = fmt::format("{}\n{}\n{}\n{}\n", BuildFact(), libraries_, model, KeyText(variant));
  for (std::size_t i = 0; i < sources.size(); ++i) all += AbsolutePath(sources.path(FileId(i))) + "\n";
  return KeptFiles::Digest(all);
}

// What is kept: lines 'F fact path' and 'D fact path', an empty line, the bytes.
std::optional<std::string> KeptTranslations::Find(const std::string& key) const {
  std::optional<std::string> found = KeptFiles(directory_, std::string(kSuffix)).Find(key);
  if (!found) return std::nullopt;
  std::size_t at = 0;
  while (at < found->size() && (*found)[at] != '\n') {
    std::size_t end = found->find('\n', at);
    if (end == std::string::npos) return std::nullopt;
    std::string_view line = std::string_view(*found).substr(at, end - at);
    std::size_t tab = line.find('\t');
    if (line.size() < 2 || tab == std::string_view::npos) return std::nullopt;
    std::string path(line.substr(tab + 1));
    if (line.substr(2, tab - 2) != (line[0] == 'F' ? FileFact(path) : DirectoryFact(path))) return std::nullopt;
    at = end + 1;
  }
  return found->substr(std::min(at + 1, found->size()));
}

void KeptTranslations::Keep(const std::string& key, std::string_view bytes, const SourceMap& sources,
                            const library::ClassTree& classes) const {
  if (bytes.size() > kLargest) return;
  std::set<std::string> files, directories;
  for (const fs::path& directory : classes.search_path()) directories.insert(AbsolutePath(directory.string()));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::string path = AbsolutePath(sources.path(FileId(i)));
    if (FileFact(path).empty()) continue;  // a text that has no file
    if (path.find('\n') != std::string::npos) return;
    files.insert(path);
    directories.insert(fs::path(path).parent_path().string());
  }
  std::string all;
  for (const std::string& path : files) all += fmt::format("F {}\t{}\n", FileFact(path), path);
  for (const std::string& path : directories) all += fmt::format("D {}\t{}\n", DirectoryFact(path), path);
  all += '\n';
  all += bytes;
  KeptFiles(directory_, std::string(kSuffix)).Put(key, all);
}

}  // namespace mica
