#include "fmi/fmu_resources.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/process.h"
#include "library/resource_uri.h"
#include "session/session.h"

namespace mica::fmi {

namespace fs = std::filesystem;

namespace {

// An FMU with more than that is a mistake: a whole library for one table.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{512} << 20;

}  // namespace

FmuResources::FmuResources(Session& session) : session_(session) {
  for (const auto& [name, top] : session.classes().root()->children) {
    fs::path directory = session.classes().ResourceDirectory(top);
    std::error_code error;
    if (directory.empty()) continue;
    directory = fs::weakly_canonical(fs::absolute(directory, error), error);
    roots_.emplace_back(directory, std::string(session.names().text(name)));
  }
  // The longest first: a library may lie inside the directory of another.
  std::ranges::sort(roots_, [](const auto& a, const auto& b) {
    return a.first.native().size() != b.first.native().size() ? a.first.native().size() > b.first.native().size()
                                                              : a.second < b.second;
  });
}

std::string FmuResources::Address(const std::string& text) {
  std::string file = text;
  if (text.starts_with("modelica:")) {
    std::optional<std::string> found = library::ResourceFile(text, session_.classes(), session_.names());
    if (!found) return {};
    file = *found;
  }
  if (!file.starts_with('/')) return {};
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::path(file), error);
  if (error || !fs::exists(path, error) || path == path.root_path()) return {};
  for (const auto& [root, name] : roots_) {
    fs::path below = path.lexically_relative(root);
    if (below.empty() || *below.begin() == "..") continue;
    std::string inside = name + (below == "." ? "" : "/" + below.string());
    taken_.emplace(inside, path);
    return "modelica://" + inside + (file.ends_with('/') ? "/" : "");
  }
  if (fs::is_regular_file(path, error) && std::ranges::find(outside_, file) == outside_.end()) outside_.push_back(file);
  return {};
}

bool FmuResources::ReadOne(const fs::path& path, const std::string& name, std::uintmax_t& bytes,
                           std::vector<std::pair<std::string, std::string>>& files, std::string& problem) const {
  std::error_code error;
  std::uintmax_t size = fs::file_size(path, error);
  bytes += error ? 0 : size;
  if (bytes > kMostBytes) {
    problem = fmt::format("the files that it reads are more than {} MB", kMostBytes >> 20);
    return false;
  }
  std::string text = ReadWholeFile(path.string());
  if (text.size() != size) {
    problem = fmt::format("{} cannot be read", path.string());
    return false;
  }
  std::string inside = "resources/" + name;
  if (std::ranges::none_of(files, [&](const auto& file) { return file.first == inside; }))
    files.emplace_back(std::move(inside), std::move(text));
  return true;
}

bool FmuResources::Read(std::vector<std::pair<std::string, std::string>>& files, std::string& problem) const {
  std::uintmax_t bytes = 0;
  for (const auto& [name, path] : taken_) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!ReadOne(path, name, bytes, files, problem)) return false;
      continue;
    }
    std::vector<fs::path> inside;
    for (auto it = fs::recursive_directory_iterator(path, error); !error && it != fs::recursive_directory_iterator();
         it.increment(error))
      if (it->is_regular_file(error)) inside.push_back(it->path());
    std::ranges::sort(inside);
    for (const fs::path& one : inside)
      if (!ReadOne(one, name + "/" + one.lexically_relative(path).string(), bytes, files, problem)) return false;
  }
  return true;
}

}  // namespace mica::fmi
