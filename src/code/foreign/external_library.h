// Where external functions are found (the specification, 12.9.4): in this process, in the libraries that the annotation
// names, or in C sources that come with a library and are compiled once, by the system's C compiler, into a cached
// shared object.
//
// What is found is loaded into a process that is this one or another (foreign_space.h); compilers run here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "code/foreign/foreign_build.h"
#include "code/foreign/foreign_space.h"
#include "expression/function.h"

namespace mica::code {

// What a function was taken from, to make it of again (static_externals.h).
struct ForeignSource {
  enum class Kind : std::uint8_t {
    kProcess,   // a function that every process has
    kKernel,    // of the runtime, under another name
    kArchives,  // `files`
    kInclude,   // the text of the annotation
    kSources,   // of `folders`: those that `function` needs
    kLibrary,   // a shared object, in `files`
    kSystem     // a library of the system, by name
  };
  Kind kind = Kind::kProcess;
  std::vector<std::string> files = {};
  std::vector<std::string> folders = {};  // of sources
  std::string function = {};              // empty: all sources
  std::set<std::string> missing = {};     // what it calls and does not define
};

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
    ForeignSource source = {};
  };
  Place Locate(const ExternalCall& call, std::string& problem);
  ForeignSpace& space() { return *space_; }

  struct Use {
    ExternalCall call;
    ForeignSource source;
  };
  // What was resolved so far, in order; a function may be there more than once.
  const std::vector<Use>& used() const { return used_; }

 private:
  struct Found {
    Place place;
    std::string problem;
  };
  Place Search(const ExternalCall& call, std::string& problem);
  // `for_others`: libraries loaded later find its functions.
  void* Load(const std::string& path, std::string& problem, bool for_others = false);
  void* LoadNamed(const std::string& library, const ExternalCall& call, std::string& problem, bool for_others,
                  Origin& origin, std::string& file);

  ExternalOptions options_;
  std::shared_ptr<ForeignSpace> space_;
  ForeignBuild build_;
  std::vector<Use> used_;
  std::map<std::string, void*> loaded_;           // by path
  std::unordered_map<std::string, Found> found_;  // by all of the call that says where to look
};

}  // namespace mica::code
