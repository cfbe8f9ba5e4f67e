#include "cli/own_files.h"

#include <algorithm>
#include <filesystem>

#include "session/libraries/library_path.h"

namespace mica::cli {

namespace fs = std::filesystem;

namespace {

std::string Absolute(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error).lexically_normal();
  std::string text = error ? path.string() : absolute.string();
  if (fs::is_directory(path, error) && !text.ends_with('/')) text += '/';
  return text;
}

// A file, or the library around it.
fs::path WholeLibrary(const fs::path& named) {
  std::error_code error;
  fs::path found = fs::absolute(named, error).lexically_normal();
  fs::path directory = fs::is_directory(found, error) ? found : found.parent_path();
  for (; fs::is_regular_file(directory / "package.mo", error) && directory.has_relative_path();
       directory = directory.parent_path())
    found = directory;
  return found;
}

std::size_t DeepestMatch(const std::vector<std::string>& places, const std::string& path) {
  std::size_t deepest = 0;
  for (const std::string& place : places)
    if (place == path || (place.ends_with('/') && path.starts_with(place))) deepest = std::max(deepest, place.size());
  return deepest;
}

}  // namespace

OwnFiles::OwnFiles(const Arguments& arguments) {
  std::error_code error;
  fs::path here = fs::current_path(error);
  if (!error) own_.push_back(Absolute(here));
  auto add = [&](const std::string& path) {
    if (path.empty() || !fs::exists(path, error)) return;
    own_.push_back(Absolute(WholeLibrary(path)));
  };
  add(arguments.model.model);
  add(arguments.name);
  for (const std::string& file : arguments.model.files) add(file);
  for (const fs::path& directory : StandardLibraryDirectories())
    if (Absolute(directory) != own_.front()) libraries_.push_back(Absolute(directory));
  for (const std::string& path : arguments.libraries)
    (path.ends_with(".mo") ? own_ : libraries_).push_back(Absolute(path));
}

bool OwnFiles::Has(const std::string& path) const {
  std::string absolute = Absolute(path);
  std::size_t library = DeepestMatch(libraries_, absolute);
  return library == 0 || DeepestMatch(own_, absolute) >= library;
}

}  // namespace mica::cli
