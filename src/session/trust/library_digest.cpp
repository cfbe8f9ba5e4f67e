#include "session/trust/library_digest.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>

#include "base/cache_directory.h"
#include "base/kept_files.h"
#include "base/process.h"
#include "base/sha256.h"
#include "session/trust/known_code.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

// With the time of the last change of the file's entry, which an archive cannot set.
std::string StampOf(const fs::path& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return fmt::format("{} unreadable\n", path.string());
  return fmt::format("{} {} {} {}.{} {}.{}\n", path.string(), facts.st_ino, facts.st_size, facts.st_mtim.tv_sec,
                     facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec);
}

}  // namespace

FileList FilesBelow(const fs::path& directory, const std::function<bool(const fs::path&)>& is_wanted) {
  FileList files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (std::error_code unknown; it->is_directory(unknown)) {
      files.has_links = files.has_links || it->is_symlink(unknown);
    } else if (it->is_regular_file(unknown) && is_wanted(it->path())) {
      files.paths.push_back(it->path());
    }
  std::ranges::sort(files.paths);
  for (const fs::path& path : files.paths) files.stamp += StampOf(path);
  return files;
}

std::string FileDigest(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  return Sha256::Of(ReadWholeFile(path.string()));
}

std::string RememberedAnswer(const std::string& question, const std::function<std::string()>& answer) {
  KeptFiles kept(CacheDirectory() + "/trust", ".answer");
  std::string key = Sha256::Of(question);
  if (std::optional<std::string> known = kept.Find(key)) return *known;
  std::string made = answer();
  kept.Put(key, made);
  return made;
}

std::string LibraryDigest(const fs::path& place) {
  std::error_code error;
  bool is_directory = fs::is_directory(place, error);
  auto is_wanted = [](const fs::path& path) { return path.extension() == ".mo" || IsNativeFile(path); };
  FileList files = FilesBelow(is_directory ? place : place.parent_path() / "Resources", is_wanted);
  if (!is_directory) {
    if (!fs::is_regular_file(place, error)) return {};
    files.paths.push_back(place);
    files.stamp += StampOf(place);
  }
  if (files.has_links) return {};
  fs::path base = is_directory ? place : place.parent_path();
  return RememberedAnswer("digest\n" + files.stamp, [&] {
    Sha256 digest;
    for (const fs::path& path : files.paths)
      digest.Add(fmt::format("{} {}\n", path.lexically_relative(base).generic_string(), FileDigest(path)));
    return digest.Finish();
  });
}

}  // namespace mica
