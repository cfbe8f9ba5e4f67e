// `mica test`.
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "libtest/test_report.h"
#include "plot/codes.h"

namespace mica::cli {

namespace {

// 'Modelica_test.html'.
std::string DefaultReport(const std::string& package) {
  std::string name = package.substr(package.find_last_of("./", package.size() - 2) + 1);
  while (name.ends_with('/')) name.pop_back();
  return name + "_test.html";
}

bool Write(const std::string& path, const std::string& text, Session& session) {
  if (WriteWholeFile(path, text)) return true;
  session.sink().Report(kCannotWritePicture, {}, fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  return false;
}

// For the processes that run the models: the same libraries and rules.
std::vector<std::string> LibraryOptions(const Arguments& arguments) {
  std::vector<std::string> options;
  for (const std::string& path : arguments.libraries) options.insert(options.end(), {"--library", path});
  for (const auto& [name, version] : arguments.versions) options.insert(options.end(), {"--use", name + " " + version});
  if (arguments.is_strict) options.push_back("--strict");
  return options;
}

}  // namespace

int Test(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  if (session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  bool watched = isatty(STDERR_FILENO) && !arguments.quiet;
  LibraryTestRequest request{.package = arguments.name,
                             .pattern = arguments.filter.pattern,
                             .reference = arguments.reference,
                             .program = "/proc/self/exe",
                             .options = LibraryOptions(arguments),
                             .jobs = arguments.jobs,
                             .limit_seconds = arguments.limit};
  request.progress = [&](const ModelTest& last, std::size_t done, std::size_t total) {
    if (watched) fmt::print(stderr, "\r\033[K");
    if (!IsGood(last.verdict) && !arguments.quiet)
      fmt::print("{}: {}, {}\n", last.model, Spelling(last.verdict), last.cause);
    std::fflush(stdout);
    if (watched && done < total) fmt::print(stderr, "{}/{} {}", done, total, last.model);
  };
  Interrupt interrupt(true);  // a page is to be written
  request.stop = interrupt.token();
  Result<LibraryTest> test = TestLibrary(request, session);
  if (!test) return messages.Close(Outcome::kCallWrong);
  std::string report = arguments.report.empty() ? DefaultReport(arguments.name) : arguments.report;
  bool written = Write(report, TestReportPage(*test), session);
  if (!arguments.stats.empty()) written = Write(arguments.stats, TestReportJson(*test), session) && written;
  if (!arguments.quiet) fmt::print("{}; {}\n", TestSummary(*test), report);
  if (!written) return messages.Close(Outcome::kCallWrong);
  if (request.stop.stop_requested()) return messages.Close(Outcome::kCancelled);
  return messages.Close(test->all_good() ? Outcome::kDone : Outcome::kModelWrong);
}

}  // namespace mica::cli
