// `mica trust`, and what a command may run of libraries that are not trusted (session/trust).
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <iostream>

#include "cli/commands.h"
#include "cli/messages.h"
#include "session/codes.h"
#include "session/libraries/library_path.h"

namespace mica::cli {

namespace {

// Commands that read, check and document.
bool OnlyLooks(Command command) {
  using enum Command;
  constexpr Command kLooking[] = {kCheck, kShow, kFormat, kList, kDoc, kInstall, kConvert, kTrust, kVersion};
  return std::ranges::find(kLooking, command) != std::end(kLooking);
}

std::string NameAndVersion(const TrustedLibrary& library) {
  return library.version.empty() ? library.name : fmt::format("{} {}", library.name, library.version);
}

bool Ask(const TrustedLibrary& library) {
  fmt::print(stderr,
             "{} in {} has native code that is needed here, and it is not trusted. Run it, confined, now and later? "
             "[y/N] ",
             NameAndVersion(library), library.place);
  std::fflush(stderr);
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

}  // namespace

TrustOptions TrustOptionsOf(const Arguments& arguments) {
  TrustOptions options;
  options.runs = OnlyLooks(arguments.command) ? ForeignCode::kOfTrusted : ForeignCode::kOfAll;
  options.trusted = arguments.trusted;
  if (auto shipped = ShippedLibraryDirectory(); !shipped.empty()) options.shipped.push_back(shipped);
  if (!arguments.quiet && isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) options.ask = Ask;
  return options;
}

int TrustLibraries(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  TrustStore store;
  auto refuse = [&](std::string message) {
    session.sink().Report(kTrustNotChanged, {}, std::move(message));
    return messages.Close(Outcome::kCallWrong);
  };
  if (arguments.trust_change == "list") {
    for (const TrustedLibrary& each : store.Read())
      fmt::print("{}\t{}\t{}\t{}\n", each.name, each.version, each.digest.substr(0, 16), each.place);
    return messages.Close(Outcome::kDone);
  }
  if (arguments.name.empty()) return refuse(fmt::format("mica trust {} requires a library", arguments.trust_change));
  if (arguments.trust_change == "remove") {
    int count = store.Remove(arguments.name);
    if (count < 0) return refuse(fmt::format("cannot write '{}'", store.file()));
    if (count == 0) return refuse(fmt::format("{} is not among the trusted libraries", arguments.name));
    if (!arguments.quiet) fmt::print("{} is not trusted any more\n", arguments.name);
    return messages.Close(Outcome::kDone);
  }
  Result<library::Class*> found = session.FindClass({arguments.name, "", {}});
  if (!found) return messages.Close(Outcome::kModelWrong);
  TrustedLibrary library = session.trust().Identify(session.classes().QualifiedName(*found));
  if (library.digest.empty())
    return refuse(fmt::format("{} cannot be trusted: '{}' cannot be read, or has links to directories", library.name,
                              library.place));
  if (!store.Add(library)) return refuse(fmt::format("cannot write '{}'", store.file()));
  if (!arguments.quiet)
    fmt::print("{} in {} is trusted: SHA-256 {}\n", NameAndVersion(library), library.place, library.digest);
  return messages.Close(Outcome::kDone);
}

}  // namespace mica::cli
