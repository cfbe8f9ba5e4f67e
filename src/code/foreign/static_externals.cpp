// External functions as objects, see static_externals.h.
#include "code/foreign/static_externals.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/process.h"

namespace mica::code {

namespace {

namespace fs = std::filesystem;

constexpr double kToolSeconds = 60;  // a compiler or an object tool that takes longer hangs

class Maker {
 public:
  Maker(const ExternalOptions& options, const std::string& directory, std::string& problem)
      : build_(options.cache_directory, options.compiler, ForeignBuild::Form::kRelocatable),
        directory_(directory),
        problem_(problem) {}

  bool Add(const ExternalLibraries::Use& use) {
    using Kind = ForeignSource::Kind;
    const ForeignSource& source = use.source;
    switch (source.kind) {
      case Kind::kProcess:
        return true;
      case Kind::kKernel:
        AddOnce(parts_.other_names, std::pair<std::string, std::string>(use.call.name, "mica_full_path_name"));
        return true;
      case Kind::kArchives:
        for (const std::string& file : source.files) AddOnce(parts_.archives, file);
        return true;
      case Kind::kLibrary:
        for (const std::string& file : source.files) AddOnce(parts_.shared, file);
        return true;
      case Kind::kSystem:
        for (const std::string& file : source.files) AddOnce(parts_.systems, file);
        return true;
      case Kind::kInclude:
        return AddInclude(use) && AddMissing(source);
      case Kind::kSources:
        return AddObject(build_.Sources(source.folders[0], source.function, problem_)) && AddMissing(source);
    }
    return false;
  }

  // What nothing defines ends the call that comes to it.
  bool Finish() {
    if (undefined_.empty()) return true;
    std::string text = "void ModelicaFormatError(const char* format, ...);\n";
    for (const std::string& name : undefined_)
      text += fmt::format(
          "__attribute__((weak)) void {0}(void) {{ ModelicaFormatError(\"the external function calls %s, which no "
          "library or source defines\", \"{0}\"); }}\n",
          name);
    std::string source = directory_ + "/undefined.c", object = directory_ + "/undefined.o";
    if (!WriteWholeFile(source, text)) return false;
    if (!Run({build_.compiler(), "-c", "-fPIC", "-O2", "-w", "-o", object, source})) return false;
    return AddObject(object);
  }
  ForeignParts parts() && { return std::move(parts_); }

 private:
  template <class T>
  static void AddOnce(std::vector<T>& list, const T& item) {
    if (std::ranges::find(list, item) == list.end()) list.push_back(item);
  }
  bool AddObject(const std::string& path) {
    if (path.empty()) return false;
    AddOnce(parts_.objects, path);
    return true;
  }
  bool Run(const std::vector<std::string>& command) {
    ProgramRun run = RunProgram(command, directory_ + "/foreign.log", kToolSeconds);
    if (run.outcome == ProgramOutcome::kDone && run.code == 0) return true;
    problem_ += fmt::format("\n{} failed\n{}", command[0], run.output.substr(0, 1500));
    return false;
  }

  // A function of the text may be static: it is shown to the linker.
  bool AddInclude(const ExternalLibraries::Use& use) {
    std::string kept = build_.Include(use.call, problem_);
    if (kept.empty()) return false;
    if (!included_.insert(kept).second) return true;
    std::string object = fmt::format("{}/include{}.o", directory_, included_.size());
    return Run({"objcopy", "--globalize-symbol=" + use.call.name, kept, object}) && AddObject(object);
  }

  bool AddMissing(const ForeignSource& source) {
    for (const std::string& name : source.missing) {
      bool is_found = false;
      for (const std::string& folder : source.folders) {
        std::string ignored, path = build_.Sources(folder, name, ignored);
        if (path.empty()) continue;
        is_found = true;
        AddObject(path);
        break;
      }
      if (!is_found) undefined_.insert(name);
    }
    return true;
  }

  ForeignBuild build_;
  const std::string& directory_;
  std::string& problem_;
  ForeignParts parts_;
  std::set<std::string> included_, undefined_;
};

}  // namespace

std::optional<ForeignParts> MakeForeignParts(const std::vector<ExternalLibraries::Use>& used,
                                             const ExternalOptions& options, const std::string& directory,
                                             std::string& problem) {
  Maker maker(options, directory, problem);
  for (const ExternalLibraries::Use& use : used)
    if (!maker.Add(use)) return std::nullopt;
  if (!maker.Finish()) return std::nullopt;
  return std::move(maker).parts();
}

}  // namespace mica::code
