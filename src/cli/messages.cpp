#include "cli/messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "plot/terminal_options.h"

namespace mica::cli {

bool UsesColour(const Arguments& arguments, int descriptor) {
  if (arguments.colour != "auto") return arguments.colour == "always";
  return isatty(descriptor) && DetectTerminal(descriptor).colour;
}

Messages::Messages(const Session& session, const Arguments& arguments)
    : session_(session), quiet_(arguments.quiet), colour_(UsesColour(arguments, STDERR_FILENO)) {}

namespace {

// Notes of the run stage are what the model itself says (terminate(), messages of its functions); others are ours about it.
bool SaidByModel(const Diagnostic& diagnostic) { return diagnostic.code.starts_with("N63"); }

}  // namespace

void Messages::Show() {
  const std::vector<Diagnostic>& all = session_.sink().all();
  std::vector<const Diagnostic*> fresh;
  for (; shown_ < all.size(); ++shown_)
    if (!quiet_ || all[shown_].severity != Severity::kNote || SaidByModel(all[shown_])) fresh.push_back(&all[shown_]);
  std::stable_sort(fresh.begin(), fresh.end(), [](const Diagnostic* a, const Diagnostic* b) { return a->severity < b->severity; });
  std::fflush(stdout);
  for (const Diagnostic* diagnostic : fresh) fmt::print(stderr, "{}", FormatDiagnostic(*diagnostic, session_.sources(), colour_));
}

int Messages::Close(Outcome outcome) {
  Show();
  std::size_t errors = session_.sink().error_count();
  std::size_t warnings = static_cast<std::size_t>(
      std::count_if(session_.sink().all().begin(), session_.sink().all().end(), [](const Diagnostic& d) { return d.severity == Severity::kWarning; }));
  if (!quiet_ && errors + warnings > 1) {
    auto many = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
    std::string text;
    if (errors > 0) text = many(errors, "error");
    if (warnings > 0) text += (text.empty() ? "" : " and ") + many(warnings, "warning");
    fmt::print(stderr, "{}\n", text);
  }
  return static_cast<int>(session_.faulted() ? Outcome::kFault : outcome);
}

}  // namespace mica::cli
