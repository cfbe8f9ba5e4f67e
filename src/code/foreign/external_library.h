// Where external functions are found (the specification, 12.9.4): in this process, in the libraries that the annotation
// names, or in C sources that come with a library and are compiled once, by the system's C compiler, into a cached
// shared object.
//
// What is found is loaded into a process that is this one or another (foreign_space.h); compilers run here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "code/foreign/foreign_space.h"
#include "expression/function.h"

namespace mica::code {

struct ExternalOptions {
  std::string cache_directory;  // empty: CacheDirectory() + "/external"
  std::string compiler;         // empty: $CC, or cc
  // Whether compiled code may call a function; if not, why. Empty: any.
  std::function<bool(const Function&, std::string& why)> admits;
};

class ExternalLibraries {
 public:
  explicit ExternalLibraries(ExternalOptions options = {}, std::shared_ptr<ForeignSpace> space = OwnSpace());

  // The address of the foreign function of `function`, by the call as the language has it (FORTRAN appends an
  // underscore), or null after a diagnostic.
  void* Resolve(const Function& function, const ExternalCall& call, DiagnosticSink& sink);
  // The same without a sink: `problem` says what was looked for and where. Looked for once: the interpreter asks at
  // every call.
  void* Find(const ExternalCall& call, std::string& problem) { return Locate(call, problem).address; }

  // Where a function comes from: a file of a library or one made from its sources, a library of the system that the
  // annotation names, or whatever the process has under its name.
  enum class Origin : std::uint8_t { kNone, kFile, kSystem, kProcess };
  struct Place {
    void* address = nullptr;
    Origin origin = Origin::kNone;
  };
  Place Locate(const ExternalCall& call, std::string& problem);
  ForeignSpace& space() { return *space_; }

 private:
  struct Found {
    Place place;
    std::string problem;
  };
  Place Search(const ExternalCall& call, std::string& problem);
  // `for_others`: libraries loaded later find its functions.
  void* Load(const std::string& path, std::string& problem, bool for_others = false);
  void* LoadNamed(const std::string& library, const ExternalCall& call, std::string& problem, bool for_others,
                  Origin& origin);
  std::string LinkArchives(const std::vector<std::string>& archives, std::string& problem);
  // Compiles the sources in the directory that `function` needs, or all of them.
  std::string CompileSources(const std::string& directory, const std::string& function, std::string& problem);
  std::string CompileInclude(const ExternalCall& call, std::string& problem);
  // Runs the compiler unless the cached result is there. Gives the path of the shared object, or "".
  std::string Build(const std::string& key, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& sources, std::string& problem);

  ExternalOptions options_;
  std::shared_ptr<ForeignSpace> space_;
  std::map<std::string, void*> loaded_;           // by path
  std::unordered_map<std::string, Found> found_;  // by all of the call that says where to look
  std::map<std::string, std::string> failed_;     // keys that did not build, and why
};

}  // namespace mica::code
