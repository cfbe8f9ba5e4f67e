#include "base/cache_directory.h"

#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>

namespace mica {

namespace fs = std::filesystem;

bool MakePrivateDirectory(const std::string& path) {
  std::error_code error;
  fs::path parent = fs::path(path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  constexpr mode_t kOwnerAlone = 0700, kAll = 0777;
  if (mkdir(path.c_str(), kOwnerAlone) == 0) return true;
  struct stat facts{};
  if (lstat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid()) return false;
  if ((facts.st_mode & kAll) != kOwnerAlone && chmod(path.c_str(), kOwnerAlone) != 0) return false;
  return access(path.c_str(), W_OK | X_OK) == 0;
}

namespace {

class Directory {
 public:
  Directory() {
    const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    if (cache && *cache == '/')
      path_ = std::string(cache) + "/mica";
    else if (home && *home == '/')
      path_ = std::string(home) + "/.cache/mica";
    if (!path_.empty() && MakePrivateDirectory(path_)) return;
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "mica-XXXXXX").string();
    owner_ = getpid();
    if (error || !mkdtemp(path_.data())) path_.clear();
  }
  ~Directory() {
    std::error_code error;
    if (!path_.empty() && owner_ == getpid()) fs::remove_all(path_, error);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_ = -1;  // of a directory for temporary files: a child of it leaves it alone
};

}  // namespace

const std::string& CacheDirectory() {
  static const Directory directory;
  return directory.path();
}

}  // namespace mica
