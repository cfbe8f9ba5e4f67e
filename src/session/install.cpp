#include "session/install.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "library/annotation.h"
#include "library/version.h"
#include "plot/program.h"
#include "session/archive.h"
#include "session/library_path.h"
#include "syntax/parse.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

struct Candidate {
  fs::path path;  // the directory with package.mo, or the file
  std::string name, version;
};

bool IsGitAddress(const std::string& source) {
  return source.ends_with(".git") || source.starts_with("git@") || source.starts_with("git:") || source.starts_with("ssh:") ||
         source.starts_with("https:") || source.starts_with("http:") || source.starts_with("file:");
}

// The top-level class that the file defines, if it is the file of a library.
std::optional<Candidate> ReadCandidate(const fs::path& file, Session& session) {
  std::string text = ReadWholeFile(file.string());
  DiagnosticSink quiet;  // what is wrong inside of a library shows when it is used
  FileId id = session.sources().Add(file.string(), std::move(text));
  syntax::SyntaxTree tree = syntax::Parse(id, session.sources(), session.names(), quiet);
  if (tree.root().within || tree.root().classes.empty()) return std::nullopt;
  const syntax::ClassDefinition& definition = *tree.root().classes[0];
  if (!definition.name.valid()) return std::nullopt;
  bool is_package_file = file.filename() == "package.mo";
  std::string name(session.names().text(definition.name));
  if (!is_package_file && definition.class_kind != syntax::ClassKind::kPackage && file.stem() != name) return std::nullopt;
  std::string version = library::StringOf(library::FindAnnotation(definition, "version", session.names()));
  bool is_plain = version.find_first_of("/\\") == std::string::npos && !version.starts_with('.');
  return Candidate{is_package_file ? file.parent_path() : file, name, is_plain ? version : ""};
}

// Libraries at `path` or up to two directories below it: archives and repositories wrap them in directories of their own.
void Collect(const fs::path& path, int depth, Session& session, std::vector<Candidate>& found) {
  std::error_code error;
  if (fs::is_regular_file(path / "package.mo", error)) {
    if (auto candidate = ReadCandidate(path / "package.mo", session)) found.push_back(std::move(*candidate));
    return;
  }
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) entries.push_back(entry->path());
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    if (entry.filename().string().starts_with('.')) continue;
    if (fs::is_directory(entry, error)) {
      if (depth > 0) Collect(entry, depth - 1, session, found);
    } else if (entry.extension() == ".mo") {
      if (auto candidate = ReadCandidate(entry, session)) found.push_back(std::move(*candidate));
    }
  }
}

// Copied under a name that nobody looks for, then renamed.
std::string CopyInto(const Candidate& library, const fs::path& target) {
  std::error_code error;
  fs::path beside = target.parent_path() / (".installing-" + target.filename().string());
  fs::remove_all(beside, error);
  fs::create_directories(target.parent_path(), error);
  if (!error) fs::copy(library.path, beside, fs::copy_options::recursive | fs::copy_options::skip_symlinks, error);
  if (!error) fs::remove_all(target, error);
  if (!error) fs::rename(beside, target, error);
  std::error_code ignored;
  if (error) fs::remove_all(beside, ignored);
  return error ? error.message() : "";
}

Outcome InstallFrom(const fs::path& place, const InstallRequest& request, Session& session, const std::function<void(const std::string&)>& told) {
  std::vector<Candidate> libraries;
  std::error_code error;
  if (fs::is_regular_file(place, error)) {
    if (auto candidate = ReadCandidate(place, session)) libraries.push_back(std::move(*candidate));
  } else {
    Collect(place, 2, session, libraries);
  }
  if (libraries.empty()) {
    session.sink().Error("E9020", {}, fmt::format("there is no Modelica library in {}", request.source)).hint =
        "a library is a directory with a package.mo, or a .mo file with a package";
    return Outcome::kCallWrong;
  }
  if (!request.version.empty()) {
    std::vector<std::string> there;
    for (const Candidate& library : libraries) there.push_back(library.name + " " + library.version);
    library::Version wanted = library::ParseVersion(request.version);
    std::erase_if(libraries, [&](const Candidate& library) { return library::ParseVersion(library.version) != wanted; });
    if (libraries.empty()) {
      session.sink().Error("E9027", {}, fmt::format("there is no version {} in {}", request.version, request.source)).hint =
          fmt::format("there is {}", fmt::join(there, ", "));
      return Outcome::kCallWrong;
    }
  }
  bool failed = false;
  for (const Candidate& library : libraries) {
    std::string name = library.version.empty() ? library.name : library.name + " " + library.version;
    fs::path target = request.into / (fs::is_directory(library.path, error) ? name : name + ".mo");
    if (fs::exists(target, error) && !request.replace) {
      session.sink().Error("E9021", {}, fmt::format("{} is installed already, in {}", name, target.string())).hint = "--force replaces it";
      failed = true;
      continue;
    }
    if (std::string problem = CopyInto(library, target); !problem.empty()) {
      session.sink().Error("E9022", {}, fmt::format("{} could not be copied to {}: {}", name, target.string(), problem));
      failed = true;
      continue;
    }
    told(fmt::format("{} is installed in {}", name, target.string()));
  }
  return failed ? Outcome::kCallWrong : Outcome::kDone;
}

// A library in a directory that is searched needs no installing.
Outcome InstallByName(const InstallRequest& request, Session& session, const std::function<void(const std::string&)>& told) {
  const std::string& name = request.source;
  for (const fs::path& directory : session.classes().search_path()) {
    for (const library::LibraryPlace& place : library::LibrariesNamed(name, directory)) {
      std::optional<Candidate> candidate = ReadCandidate(place.file, session);
      bool fits = request.version.empty() || (candidate && library::ParseVersion(candidate->version) == library::ParseVersion(request.version));
      if (!fits) continue;
      told(fmt::format("{} is there already: {}", name, place.file.string()));
      return Outcome::kDone;
    }
  }
  auto& d = session.sink().Error("E9023", {}, fmt::format("{} is neither a directory, a ZIP archive nor a Git address, and no library of this name is here",
                                                          name));
  d.notes.push_back({{}, "Mica fetches no library by its name alone: get its release as a ZIP archive, or the address of its Git repository, from its authors"});
  d.hint = fmt::format("then «mica install FILE.zip», «mica install DIRECTORY» or «mica install ADDRESS.git»");
  return Outcome::kCallWrong;
}

Outcome InstallFromGit(const InstallRequest& request, Session& session, const std::function<void(const std::string&)>& told) {
  ScratchDirectory scratch;
  fs::path clone = fs::path(scratch.path()) / "clone";
  constexpr double kPatience = 3600;
  std::vector<std::string> tags{""};
  if (!request.version.empty()) tags = {"v" + request.version, request.version};
  ProgramRun run;
  for (const std::string& tag : tags) {
    std::vector<std::string> call{"git", "clone", "--quiet", "--depth", "1"};
    if (!tag.empty()) call.insert(call.end(), {"--branch", tag});
    call.insert(call.end(), {"--", request.source, clone.string()});
    run = RunProgram(call, scratch.path() + "/log", kPatience);
    if (run.outcome == ProgramOutcome::kDone || run.outcome == ProgramOutcome::kMissing) break;
  }
  if (run.outcome == ProgramOutcome::kMissing) {
    session.sink().Error("E9024", {}, "the program git is needed for this, and is not there");
    return Outcome::kCallWrong;
  }
  if (run.outcome != ProgramOutcome::kDone) {
    session.sink().Error("E9025", {}, fmt::format("git could not clone {}: {}", request.source, run.output));
    return Outcome::kCallWrong;
  }
  return InstallFrom(clone, request, session, told);
}

}  // namespace

Outcome InstallLibraries(const InstallRequest& request, Session& session, const std::function<void(const std::string&)>& told) {
  Outcome outcome = Outcome::kFault;
  session.Guard("installing a library", [&] {
    std::error_code error;
    fs::path source = request.source;
    if (fs::is_directory(source, error) || (source.extension() == ".mo" && fs::exists(source, error))) {
      outcome = InstallFrom(fs::absolute(source), request, session, told);
    } else if (source.extension() == ".zip") {
      ScratchDirectory scratch;
      std::string problem = UnpackZip(source, scratch.path());
      if (problem.empty()) {
        outcome = InstallFrom(scratch.path(), request, session, told);
      } else {
        session.sink().Error("E9026", {}, fmt::format("{} was not unpacked: {}", request.source, problem));
        outcome = Outcome::kCallWrong;
      }
    } else if (IsGitAddress(request.source)) {
      outcome = InstallFromGit(request, session, told);
    } else {
      outcome = InstallByName(request, session, told);
    }
  });
  return outcome;
}

}  // namespace mica
