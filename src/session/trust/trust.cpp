#include "session/trust/trust.h"

#include <fmt/format.h>
#include <algorithm>
#include <sstream>

#include "library/library_facts.h"
#include "session/codes.h"
#include "session/trust/known_code.h"
#include "session/trust/library_digest.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

bool LiesIn(const fs::path& file, const fs::path& directory) {
  if (directory.empty()) return false;
  std::error_code error;
  fs::path inner = fs::weakly_canonical(file, error), outer = fs::weakly_canonical(directory, error);
  return !error && std::ranges::mismatch(outer, inner).in1 == outer.end();
}

// Nothing but '#include' of names without directories: what is in those files is looked at by itself.
bool NamesHeadersOnly(const std::vector<std::string>& includes) {
  for (const std::string& text : includes) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
      if (line.empty()) continue;
      if (!line.starts_with("#include") || line.size() < 11) return false;
      std::string name = line.substr(9, line.size() - 10);
      bool is_plain = std::ranges::all_of(
          name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.' || c == '-'; });
      if (!is_plain) return false;
    }
  }
  return true;
}

// The Standard Library's functions are called Modelica…, which no C library defines; routines of LAPACK get an
// underscore behind their names. Neither can name a function of the C library.
bool HasReservedName(const ExternalCall& call) {
  if (call.language.starts_with("FORTRAN"))
    return std::ranges::all_of(call.libraries,
                               [](const std::string& name) { return name == "lapack" || name == "blas"; });
  return call.name.starts_with("Modelica");
}

}  // namespace

TrustedLibrary Trust::Identify(const std::string& class_name) const {
  TrustedLibrary library;
  library.name = class_name.substr(0, class_name.find('.'));
  library::Class* top = classes_.FindTopLevel(names_.Intern(library.name));
  if (!top || !top->definition || !top->tree) return library;
  library.version = library::ReadLibraryFacts(*top->definition, *top->tree, names_).version;
  fs::path place = top->directory.empty() ? fs::path(sources_.path(top->tree->file())) : top->directory;
  std::error_code error;
  place = fs::weakly_canonical(place, error);
  library.place = place.string();
  library.digest = LibraryDigest(place);
  return library;
}

void Trust::Grant(const TrustedLibrary& library) {
  trusted_by_user_[library.name] = true;
  std::string shown = library.version.empty() ? library.name : fmt::format("{} {}", library.name, library.version);
  std::vector<TrustedLibrary> remembered = store_.Read();
  if (std::ranges::find(remembered, library) != remembered.end()) return;
  if (store_.Add(library))
    sink_.Report(kLibraryTrusted, {}, fmt::format("{} is trusted from now on: its native code runs", shown)).hint =
        fmt::format("`mica trust remove {}` takes it back", library.name);
  else
    sink_.Report(kLibraryTrusted, {},
                 fmt::format("{} is trusted in this call; it cannot be remembered in '{}'", shown, store_.file()));
}

bool Trust::IsTrustedByUser(const std::string& library) {
  auto [at, is_new] = trusted_by_user_.try_emplace(library, false);
  if (!is_new) return at->second;
  bool is_named = std::ranges::find(options_.trusted, library) != options_.trusted.end();
  std::vector<TrustedLibrary> remembered = store_.Read();
  bool may_be = std::ranges::find(remembered, library, &TrustedLibrary::name) != remembered.end();
  bool is_asked = options_.ask && options_.runs == ForeignCode::kOfTrusted;
  if (!is_named && !may_be && !is_asked) return false;
  TrustedLibrary identity = Identify(library);
  if (identity.digest.empty()) return false;
  bool is_remembered = std::ranges::any_of(remembered, [&](const TrustedLibrary& each) {
    return each.name == identity.name && each.version == identity.version && each.digest == identity.digest;
  });
  if (!is_remembered && (is_named || (is_asked && options_.ask(identity)))) {
    Grant(identity);
    return true;
  }
  return trusted_by_user_[library] = is_remembered;
}

std::vector<std::string> Trust::LibrariesOf(const Function& function) {
  std::vector<std::string> libraries;
  for (const auto& [name, top] : classes_.root()->children) {
    if (!top || !top->tree || classes_.ResourceDirectory(top) != function.external.resource_directory) continue;
    std::error_code error;  // the predefined classes and values of --set have no file
    if (fs::is_regular_file(sources_.path(top->tree->file()), error)) libraries.emplace_back(names_.text(name));
  }
  std::ranges::sort(libraries);
  return libraries;
}

std::string Trust::LibraryText(const Function& function) {
  std::vector<std::string> libraries = LibrariesOf(function);
  std::string name(names_.text(function.name));
  std::string own = name.substr(0, name.find('.'));
  if (libraries.empty() || std::ranges::find(libraries, own) != libraries.end()) return own;
  return libraries.front();
}

Standing Trust::Judge(const Function& function) {
  const ExternalCall& call = function.external;
  fs::path own(call.resource_directory.empty() ? "." : call.resource_directory);
  if (std::ranges::any_of(options_.shipped, [&](const fs::path& directory) { return LiesIn(own, directory); }))
    return Standing::kTrusted;
  // Directories outside the library hold what is not in its digest: they must be known.
  std::vector<fs::path> all, outside;
  for (const char* name : {"Library", "C-Sources", "Source", "Include"})
    all.insert(all.end(), {own / "Resources" / name, own / name});
  for (const auto* list : {&call.include_directories, &call.library_directories})
    for (const std::string& directory : *list) {
      all.emplace_back(directory);
      if (!LiesIn(directory, own)) outside.emplace_back(directory);
    }
  std::vector<std::string> libraries = LibrariesOf(function);
  if (!libraries.empty() && std::ranges::all_of(outside, HasOnlyKnownCode) &&
      std::ranges::all_of(libraries, [&](const std::string& each) { return IsTrustedByUser(each); }))
    return Standing::kTrusted;
  if (HasReservedName(call) && NamesHeadersOnly(call.includes) && std::ranges::all_of(all, HasOnlyKnownCode))
    return Standing::kKnown;
  return Standing::kStranger;
}

Standing Trust::StandingOf(const Function& function) {
  auto known = standings_.find(function.name);
  if (known != standings_.end()) return known->second;
  return standings_[function.name] = Judge(function);
}

bool Trust::Admits(const Function& function, std::string& message) {
  if (StandingOf(function) != Standing::kStranger) return true;
  std::string library = LibraryText(function);
  if (options_.runs == ForeignCode::kOfAll) {
    if (noted_.try_emplace(library, true).second)
      sink_
          .Report(kStrangersCodeRuns, {},
                  fmt::format("native code of {} runs, which is not trusted: confined while the model is translated, "
                              "with your rights in the simulation",
                              library))
          .hint = fmt::format("`mica trust add {}` trusts it as it is now", library);
    return true;
  }
  message = fmt::format("it is native code, and {} is not trusted", library);
  refused_.insert(library);
  return false;
}

void Trust::ForgiveRefused(DiagnosticSink::Mark since) {
  if (refused_.empty()) return;
  std::string library;
  auto names_refused = [&](const std::string& text) {
    return std::ranges::any_of(refused_, [&](const std::string& each) {
      library = each;
      return text.find(fmt::format("it is native code, and {} is not trusted", each)) != std::string::npos;
    });
  };
  for (Diagnostic& each : DiagnosticSink::Transaction(sink_, since).TakeBack()) {
    bool is_of_refused = names_refused(each.message) || std::ranges::any_of(each.notes, [&](const DiagnosticNote& n) {
                           return names_refused(n.message);
                         });
    if (each.is_error() && is_of_refused) {
      each.code = kNotEvaluated;
      each.hint = fmt::format("`mica trust add {0}`, or `--trust {0}`, lets its native code run, confined", library);
    }
    sink_.Report(std::move(each));
  }
}

}  // namespace mica
