// C sources, archives and texts of Include annotations to objects, by the system's C compiler: shared ones that a
// process loads, or relocatable ones that are linked into something else (an FMU). Kept by their content.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "expression/function.h"

namespace mica::code {

// The directory of the library's resources that is called `name`; empty: there is none.
std::filesystem::path ResourceFolder(const ExternalCall& call, std::string_view name);

class ForeignBuild {
 public:
  enum class Form : std::uint8_t {
    kShared,      // with ModelicaUtilities as calls through a table, and stand-ins for what nothing defines
    kRelocatable  // one object; what it does not define is left to whoever links it
  };
  // Empty: the cache directory's "external", and $CC or cc.
  ForeignBuild(std::string cache_directory, std::string compiler, Form form);

  // Each gives the path of the object, or "" after `problem` says why. What was asked for before is not built again.
  std::string Archives(const std::vector<std::string>& archives, std::string& problem);
  // The sources in the directory that `function` needs, or all of them.
  std::string Sources(const std::string& directory, const std::string& function, std::string& problem);
  std::string Include(const ExternalCall& call, std::string& problem);

  // What a shared object has stand-ins for.
  static std::set<std::string> MissingFrom(const std::string& path);
  const std::string& cache_directory() const { return cache_directory_; }
  const std::string& compiler() const { return compiler_; }

 private:
  // Runs the compiler unless the kept result is there.
  std::string Build(const std::string& key, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& sources, std::string& problem);

  std::string cache_directory_, compiler_;
  Form form_;
  std::map<std::string, std::string> failed_;  // keys that did not build, and why
};

}  // namespace mica::code
