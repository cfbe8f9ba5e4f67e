// Where external functions are found (the specification, 12.9.4): in this process, in the libraries that the annotation
// names, or in C sources that come with a library and are compiled once, by the system's C compiler, into a cached
// shared object.
//
// Loaded libraries stay loaded until the process ends: external objects may outlive whoever loaded them.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "expression/function.h"

namespace mica::code {

struct ExternalOptions {
  std::string cache_directory;  // empty: CacheDirectory() + "/external"
  std::string compiler;         // empty: $CC, or cc
};

class ExternalLibraries {
 public:
  explicit ExternalLibraries(ExternalOptions options = {});

  // The address of the foreign function, or null after a diagnostic.
  void* Resolve(const ExternalCall& call, Span span, DiagnosticSink& sink);
  // The same without a sink: `problem` says what was looked for and where. Looked for once: the interpreter asks at
  // every call.
  void* Find(const ExternalCall& call, std::string& problem);

 private:
  struct Found {
    void* address = nullptr;
    std::string problem;
  };
  void* Search(const ExternalCall& call, std::string& problem);
  // `for_others`: libraries loaded later find its functions.
  void* Load(const std::string& path, std::string& problem, bool for_others = false);
  void* LoadNamed(const std::string& library, const ExternalCall& call, std::string& problem, bool for_others);
  std::string LinkArchives(const std::vector<std::string>& archives, std::string& problem);
  // Compiles the sources in the directory that `function` needs, or all of them.
  std::string CompileSources(const std::string& directory, const std::string& function, std::string& problem);
  std::string CompileInclude(const ExternalCall& call, std::string& problem);
  // Runs the compiler unless the cached result is there. Gives the path of the shared object, or "".
  std::string Build(const std::string& key, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& sources, std::string& problem);

  ExternalOptions options_;
  std::map<std::string, void*> loaded_;           // by path
  std::unordered_map<std::string, Found> found_;  // by all of the call that says where to look
  std::map<std::string, std::string> failed_;     // keys that did not build, and why
};

}  // namespace mica::code
