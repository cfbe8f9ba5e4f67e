// `mica list`, `mica install`, `mica format`, `mica convert` and `mica version`: libraries and files, without any model
// being translated.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "cli/commands.h"
#include "cli/messages.h"
#include "plot/terminal_options.h"
#include "session/libraries/convert_files.h"
#include "session/libraries/format_file.h"
#include "session/libraries/install.h"
#include "session/libraries/library_path.h"
#include "session/show/listing.h"

namespace mica::cli {

SessionOptions SessionOptionsOf(const Arguments& arguments) {
  SessionOptions options;
  options.libraries.assign(arguments.libraries.begin(), arguments.libraries.end());
  options.directories = StandardLibraryDirectories();
  std::error_code error;
  if (std::filesystem::path here = std::filesystem::current_path(error);
      !error && std::ranges::find(options.directories, here) == options.directories.end())
    options.directories.insert(options.directories.begin(), here);
  options.preferred = PreferredLibraries(ShippedLibraryDirectory());
  options.versions = arguments.versions;
  options.is_strict = arguments.is_strict;
  options.scalar_limit = arguments.limit_scalars;
  options.trust = TrustOptionsOf(arguments);
  return options;
}

int List(const Arguments& arguments) {
  if (IsResultName(arguments.name)) return ListResult(arguments);
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  Result<std::vector<ListedClass>> classes =
      ListClasses(arguments.name, arguments.recursive, arguments.filter, session);
  if (!classes) return messages.Close(Outcome::kModelWrong);
  if (arguments.as_json) {
    fmt::print("{}", ListJson(*classes));
    return messages.Close(session.sink().has_errors() ? Outcome::kModelWrong : Outcome::kDone);
  }
  // Before a person in columns; in a pipe separated by tabs, whole.
  bool aligned = isatty(STDOUT_FILENO);
  std::size_t name_width = 0, kind_width = 0;
  for (const ListedClass& each : *classes) {
    name_width = std::max(name_width, each.name.size());
    kind_width = std::max(kind_width, each.kind.size());
  }
  for (const ListedClass& each : *classes) {
    std::string description = each.description.substr(0, each.description.find('\n'));
    if (aligned)
      fmt::print("{:{}}  {:{}}  {}\n", each.name, name_width, each.kind, kind_width, description);
    else
      fmt::print("{}\t{}\t{}\n", each.name, each.kind, description);
  }
  return messages.Close(session.sink().has_errors() ? Outcome::kModelWrong : Outcome::kDone);
}

int Install(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  InstallRequest request{arguments.name,    UserLibraryDirectory(),    arguments.force,
                         arguments.version, ShippedLibraryDirectory(), arguments.mirror};
  Outcome outcome = InstallLibraries(request, session, [&](const std::string& line) {
    if (arguments.quiet) return;
    fmt::print("{}\n", line);
    std::fflush(stdout);  // a clone takes its time
  });
  return messages.Close(outcome);
}

int Format(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  FormatVerdict worst = FormatVerdict::kUnchanged;
  for (const std::string& path : arguments.paths) {
    FormatVerdict verdict = FormatVerdict::kUnchanged;
    if (path == "-") {
      std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
      Result<std::string> formatted = FormatText("standard input", text, session);
      if (!formatted)
        verdict = FormatVerdict::kFailed;
      else if (*formatted != text)
        verdict = FormatVerdict::kChanged;
      if (!arguments.check_only) fmt::print("{}", formatted ? *formatted : text);
    } else {
      verdict = FormatPath(path, !arguments.check_only, session, [&](const std::string& file) {
        if (!arguments.quiet) fmt::print("{} {}\n", arguments.check_only ? "would format" : "formatted", file);
      });
    }
    worst = std::max(worst, verdict);
  }
  bool wrong = worst == FormatVerdict::kFailed || (arguments.check_only && worst == FormatVerdict::kChanged);
  return messages.Close(wrong ? Outcome::kModelWrong : Outcome::kDone);
}

int Convert(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  bool changed = false;
  Outcome worst = Outcome::kDone;
  for (const std::string& path : arguments.paths) {
    bool is_touched = false;
    Outcome outcome = ConvertFiles(path, arguments.from, !arguments.check_only, session, [&](const std::string& file) {
      changed = is_touched = true;
      if (!arguments.quiet) fmt::print("{} {}\n", arguments.check_only ? "would convert" : "converted", file);
    });
    worst = std::max(worst, outcome);
    if (outcome != Outcome::kDone || is_touched || arguments.quiet || arguments.check_only) continue;
    fmt::print(
        "{}: nothing to convert{}\n", path,
        arguments.from.empty()
            ? "; for files without an annotation `uses`, --from 'Name 1.2.3' says which version they were written for"
            : "");
  }
  return messages.Close(worst == Outcome::kDone && arguments.check_only && changed ? Outcome::kModelWrong : worst);
}

int Version(const Arguments&) {
  fmt::print("mica {}\n", MICA_VERSION);
  return 0;
}

}  // namespace mica::cli
