#include "session/libraries/install.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cctype>
#include <set>

#include "base/process.h"
#include "library/library_facts.h"
#include "library/version.h"
#include "session/codes.h"
#include "session/libraries/archive.h"
#include "session/libraries/library_index.h"
#include "session/libraries/library_path.h"
#include "session/trust/library_digest.h"
#include "syntax/parse/parse.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

struct Candidate {
  fs::path path;  // the directory with package.mo, or the file
  std::string name, version;
  std::vector<library::UsedLibrary> uses;
};

// The name of a package becomes part of a path, and may be any quoted identifier: only what stays a name there is
// taken.
bool IsPlainName(std::string_view name) {
  bool is_printable =
      std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
  return !name.empty() && is_printable && name.find_first_of("/\\") == std::string_view::npos && !name.starts_with('.');
}

bool IsGitAddress(const std::string& source) {
  return source.ends_with(".git") || source.starts_with("git@") || source.starts_with("git:") ||
         source.starts_with("ssh:") || source.starts_with("https:") || source.starts_with("http:") ||
         source.starts_with("file:");
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
  if (!is_package_file && definition.class_kind != syntax::ClassKind::kPackage && file.stem() != name)
    return std::nullopt;
  library::LibraryFacts facts = library::ReadLibraryFacts(definition, tree, session.names());
  if (!IsPlainName(facts.version)) facts.version.clear();
  return Candidate{is_package_file ? file.parent_path() : file, name, facts.version, facts.uses};
}

// Libraries at `path` or up to two directories below it: archives and repositories wrap them in directories of their
// own.
void Collect(const fs::path& path, int depth, Session& session, std::vector<Candidate>& found) {
  std::error_code error;
  if (fs::is_regular_file(path / "package.mo", error)) {
    if (auto candidate = ReadCandidate(path / "package.mo", session)) found.push_back(std::move(*candidate));
    return;
  }
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    entries.push_back(entry->path());
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

using OnLine = std::function<void(const std::string&)>;

// Of the libraries of a repository: `name` and what it uses of the others. Empty when it is not among them.
std::vector<Candidate> WithUsed(const std::string& name, std::vector<Candidate> libraries) {
  std::vector<Candidate> taken;
  std::vector<std::string> wanted{name};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto found =
        std::find_if(libraries.begin(), libraries.end(), [&](const Candidate& each) { return each.name == wanted[i]; });
    if (found == libraries.end()) continue;
    for (const library::UsedLibrary& used : found->uses) wanted.push_back(used.name);
    taken.push_back(std::move(*found));
    libraries.erase(found);
  }
  return !taken.empty() && taken[0].name == name ? taken : std::vector<Candidate>();
}

// E9027 when nothing is left.
bool KeepVersion(const InstallRequest& request, std::vector<Candidate>& libraries, Session& session) {
  if (request.version.empty()) return true;
  std::vector<std::string> there;
  for (const Candidate& library : libraries) there.push_back(library.name + " " + library.version);
  library::Version wanted = library::ParseVersion(request.version);
  std::erase_if(libraries, [&](const Candidate& library) { return library::ParseVersion(library.version) != wanted; });
  if (!libraries.empty()) return true;
  session.sink()
      .Report(kNoSuchVersion, {}, fmt::format("there is no version {} in {}", request.version, request.source))
      .hint = fmt::format("there is {}", fmt::join(there, ", "));
  return false;
}

// A line for each library that an installed one uses and that is neither installed nor on the search path.
void ReportMissing(const std::vector<Candidate>& installed, const InstallRequest& request, Session& session,
                   const OnLine& on_line) {
  std::set<std::string> mentioned;
  std::vector<fs::path> directories = session.classes().search_path();
  directories.push_back(request.into);
  for (const Candidate& library : installed) {
    for (const library::UsedLibrary& used : library.uses) {
      bool is_here = std::any_of(directories.begin(), directories.end(), [&](const fs::path& directory) {
        std::vector<library::LibraryPlace> places = library::LibrariesNamed(used.name, directory);
        return std::any_of(places.begin(), places.end(), [&](const library::LibraryPlace& place) {
          std::optional<Candidate> there = ReadCandidate(place.file, session);
          return there &&
                 (used.version.empty() || library::ParseVersion(there->version) == library::ParseVersion(used.version));
        });
      });
      if (is_here || !mentioned.insert(used.name).second) continue;
      std::string call = used.version.empty() ? used.name : fmt::format("{} --version {}", used.name, used.version);
      on_line(fmt::format("{} uses {} {}, which is not here: mica install {}", library.name, used.name, used.version,
                          call));
    }
  }
}

bool InstallOne(const Candidate& library, const InstallRequest& request, Session& session, const OnLine& on_line) {
  std::error_code error;
  if (!IsPlainName(library.name)) {
    session.sink().Report(kUnsafePackageName, {},
                          fmt::format("the package {} in {} is not installed: its name is not one of a directory",
                                      library.name, request.source));
    return false;
  }
  std::string name = library.version.empty() ? library.name : library.name + " " + library.version;
  fs::path target = request.into / (fs::is_directory(library.path, error) ? name : name + ".mo");
  if (fs::exists(target, error) && !request.replace) {
    session.sink()
        .Report(kAlreadyInstalled, {}, fmt::format("{} is installed already, in {}", name, target.string()))
        .hint = "--force replaces it";
    return false;
  }
  if (std::string problem = CopyInto(library, target); !problem.empty()) {
    session.sink().Report(kCannotCopy, {},
                          fmt::format("{} could not be copied to {}: {}", name, target.string(), problem));
    return false;
  }
  on_line(fmt::format("{} is installed in {}", name, target.string()));
  return true;
}

// All libraries at `place`; if `only` names one, that one with what it uses of the others.
Outcome InstallFrom(const fs::path& place, const InstallRequest& request, Session& session, const OnLine& on_line,
                    const std::string& only = {}) {
  std::vector<Candidate> libraries;
  std::error_code error;
  if (fs::is_regular_file(place, error)) {
    if (auto candidate = ReadCandidate(place, session)) libraries.push_back(std::move(*candidate));
  } else {
    Collect(place, 2, session, libraries);
  }
  if (!only.empty()) libraries = WithUsed(only, std::move(libraries));
  if (libraries.empty()) {
    session.sink()
        .Report(kNoLibraryInside, {},
                fmt::format("there is no Modelica library {}in {}", only.empty() ? "" : only + " ", request.source))
        .hint = "a library is a directory with a package.mo, or a .mo file with a package";
    return Outcome::kCallWrong;
  }
  if (only.empty() && !KeepVersion(request, libraries, session)) return Outcome::kCallWrong;
  bool failed = false;
  for (const Candidate& library : libraries) {
    // What another library brought along already stays.
    std::string name = library.version.empty() ? library.name : library.name + " " + library.version;
    bool is_companion = !only.empty() && library.name != only;
    if (is_companion && !request.replace &&
        (fs::exists(request.into / name, error) || fs::exists(request.into / (name + ".mo"), error)))
      continue;
    failed = !InstallOne(library, request, session, on_line) || failed;
  }
  if (!failed) ReportMissing(libraries, request, session, on_line);
  return failed ? Outcome::kCallWrong : Outcome::kDone;
}

// A shallow clone of the first of `tags` that the repository has ("" is its default branch), and the libraries in it.
Outcome InstallFromGit(const std::string& address, const std::vector<std::string>& tags, const InstallRequest& request,
                       Session& session, const OnLine& on_line, const std::string& only = {}) {
  ScratchDirectory scratch;
  fs::path clone = fs::path(scratch.path()) / "clone";
  constexpr double kPatience = 3600;
  ProgramRun run;
  for (const std::string& tag : tags) {
    std::vector<std::string> call{"git", "clone", "--quiet", "--depth", "1"};
    if (!tag.empty()) call.insert(call.end(), {"--branch", tag});
    call.insert(call.end(), {"--", address, clone.string()});
    run = RunProgram(call, scratch.path() + "/log", kPatience);
    if (run.outcome == ProgramOutcome::kDone || run.outcome == ProgramOutcome::kMissing) break;
  }
  if (run.outcome == ProgramOutcome::kMissing) {
    session.sink().Report(kNoGit, {}, "the program git is needed for this, and is not there");
    return Outcome::kCallWrong;
  }
  if (run.outcome != ProgramOutcome::kDone) {
    session.sink().Report(kCloneFailed, {}, fmt::format("git could not clone {}: {}", address, run.output));
    return Outcome::kCallWrong;
  }
  return InstallFrom(clone, request, session, on_line, only);
}

// Whether the library is in a directory that is searched: then it needs no installing.
bool IsHere(const InstallRequest& request, Session& session, const OnLine& on_line) {
  const std::string& name = request.source;
  for (const fs::path& directory : session.classes().search_path()) {
    for (const library::LibraryPlace& place : library::LibrariesNamed(name, directory)) {
      std::optional<Candidate> candidate = ReadCandidate(place.file, session);
      bool fits = request.version.empty() ||
                  (candidate && library::ParseVersion(candidate->version) == library::ParseVersion(request.version));
      if (!fits) continue;
      on_line(fmt::format("{} is there already: {}", name, place.file.string()));
      return true;
    }
  }
  return false;
}

// Whether the source is the file that was asked for: E9029 if not.
bool HasDigest(const InstallRequest& request, Session& session) {
  if (request.sha256.empty()) return true;
  std::string wanted = request.sha256;
  std::ranges::transform(wanted, wanted.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::error_code error;
  bool is_file = fs::is_regular_file(request.source, error);
  std::string digest = is_file ? FileDigest(request.source) : "";
  if (!digest.empty() && digest == wanted) return true;
  session.sink().Report(
      kWrongDigest, {},
      is_file ? fmt::format("{} is not installed: its SHA-256 is {}, not {}", request.source, digest, wanted)
              : fmt::format("{} is not installed: a digest is of a file, an archive or a .mo file", request.source));
  return false;
}

Outcome InstallByName(const InstallRequest& request, Session& session, const OnLine& on_line) {
  if (!request.replace && IsHere(request, session, on_line)) return Outcome::kDone;
  std::vector<IndexedLibrary> index = ReadLibraryIndex(request.index);
  auto known =
      std::find_if(index.begin(), index.end(), [&](const IndexedLibrary& each) { return each.name == request.source; });
  if (known == index.end()) {
    std::vector<std::string_view> names;
    for (const IndexedLibrary& each : index) names.push_back(each.name);
    auto& d = session.sink().Report(
        kLibraryNotHere, {},
        fmt::format(
            "{} is neither a directory, a ZIP archive nor a Git address, and not a library that Mica knows by name",
            request.source));
    if (!names.empty()) d.notes.push_back({{}, fmt::format("known by name: {}", fmt::join(names, ", "))});
    std::string_view nearest = NearestSpelling(request.source, names);
    d.hint = !nearest.empty() ? fmt::format("did you mean {}?", nearest)
                              : "get its release as a ZIP archive, or the address of its Git repository, from its "
                                "authors, and give that to mica install";
    return Outcome::kCallWrong;
  }
  std::string address = known->git;
  if (!request.mirror.empty()) {
    std::optional<std::string> mirrored = MirroredAddress(request.mirror, *known);
    if (!mirrored) {
      session.sink()
          .Report(kNotInMirror, {}, fmt::format("the mirror {} does not have {}", request.mirror, request.source))
          .hint =
          fmt::format("it is expected as a repository with the name in {}, or as a folder {}", known->git, known->name);
      return Outcome::kCallWrong;
    }
    address = *mirrored;
    std::error_code error;
    bool is_repository = fs::exists(fs::path(address) / "HEAD", error) ||
                         fs::exists(fs::path(address) / ".git", error) || address.find("://") != std::string::npos;
    if (!is_repository) return InstallFrom(address, request, session, on_line);
  }
  on_line(fmt::format("fetching {} from {}", request.source, address));
  return InstallFromGit(address, TagsOf(&*known, request.version), request, session, on_line, request.source);
}

}  // namespace

Outcome InstallLibraries(const InstallRequest& request, Session& session,
                         const std::function<void(const std::string&)>& on_line) {
  Outcome outcome = Outcome::kFault;
  session.Guard("installing a library", [&] {
    std::error_code error;
    if (!HasDigest(request, session)) {
      outcome = Outcome::kCallWrong;
      return;
    }
    fs::path source = request.source;
    if (fs::is_directory(source, error) || (source.extension() == ".mo" && fs::exists(source, error))) {
      outcome = InstallFrom(fs::absolute(source), request, session, on_line);
    } else if (source.extension() == ".zip") {
      ScratchDirectory scratch;
      std::string problem = UnpackZip(source, scratch.path());
      if (problem.empty()) {
        outcome = InstallFrom(scratch.path(), request, session, on_line);
      } else {
        session.sink().Report(kCannotUnpack, {}, fmt::format("{} was not unpacked: {}", request.source, problem));
        outcome = Outcome::kCallWrong;
      }
    } else if (IsGitAddress(request.source)) {
      outcome = InstallFromGit(request.source, TagsOf(nullptr, request.version), request, session, on_line);
    } else {
      outcome = InstallByName(request, session, on_line);
    }
  });
  return outcome;
}

}  // namespace mica
