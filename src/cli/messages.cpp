#include "cli/messages.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <map>
#include <utility>

#include "cli/codes.h"
#include "cli/message_groups.h"
#include "plot/terminal_options.h"
#include "run/codes.h"
#include "session/libraries/library_path.h"

namespace mica::cli {

bool UsesColour(const Arguments& arguments, int descriptor) {
  if (arguments.colour != "auto") return arguments.colour == "always";
  return isatty(descriptor) && DetectTerminal(descriptor).colour;
}

Messages::Messages(const Session& session, const Arguments& arguments)
    : session_(session), arguments_(arguments), own_files_(arguments), colour_(UsesColour(arguments, STDERR_FILENO)) {}

namespace {

// Of one code; what follows them is counted. A mistake in a large array or a library that is used often shows in as
// many places.
constexpr std::size_t kMostOfOneCode = 100;

// What the model itself says (terminate(), messages of its functions, its warnings); other notes are ours about it.
bool SaidByModel(const Diagnostic& diagnostic) {
  return diagnostic.code == run::kTerminated || diagnostic.code == run::kModelMessage ||
         diagnostic.code == run::kRepeatedWarnings;
}

// Warnings of the stages up to the sorted equations are about the text; those of a run are about what happened in it.
bool IsAboutText(const Diagnostic& diagnostic) {
  return diagnostic.severity() == Severity::kWarning && diagnostic.code.page <= DocPage::kStructure;
}

}  // namespace

bool Messages::IsShown(const Diagnostic& diagnostic) const {
  if (diagnostic.severity() == Severity::kNote) {
    if (SaidByModel(diagnostic)) return true;
    if (arguments_.verbose) return true;
    return !arguments_.quiet && std::ranges::find(hidden_notes_, diagnostic.code) == hidden_notes_.end();
  }
  if (!IsAboutText(diagnostic) || arguments_.warnings == "all") return true;
  return arguments_.warnings == "own" && (!diagnostic.span.valid() || IsOwn(diagnostic.span.file));
}

bool Messages::IsOwn(FileId file) const {
  return session_.HoldsNamedClass(file) || own_files_.Has(session_.sources().path(file));
}

// A note is one line, unless all is asked for.
std::string Messages::Text(const Diagnostic& diagnostic) const {
  const SourceMap& sources = session_.sources();
  if (diagnostic.severity() != Severity::kNote || arguments_.verbose)
    return FormatDiagnostic(diagnostic, sources, colour_);
  Diagnostic line = diagnostic;
  line.span = {};
  line.notes.clear();
  line.hint.clear();
  std::string place;
  if (diagnostic.span.valid()) {
    LineColumn at = sources.Locate(diagnostic.span.file, diagnostic.span.begin);
    place = fmt::format("{}:{}:{}: ", sources.path(diagnostic.span.file), at.line, at.column);
  }
  return place + FormatDiagnostic(line, sources, colour_);
}

void Messages::ShowMissingDirectories() {
  for (const std::string& entry : MissingLibraryDirectories()) {
    Diagnostic warning{
        kNotADirectory, {}, fmt::format("MODELICAPATH names {}, which is not a directory", entry), {}, {}};
    fmt::print(stderr, "{}", FormatDiagnostic(warning, session_.sources(), colour_));
  }
}

void Messages::Show() {
  if (std::exchange(is_first_, false) && arguments_.warnings != "none") ShowMissingDirectories();
  const std::vector<Diagnostic>& all = session_.sink().all();
  std::vector<const Diagnostic*> fresh;
  for (; shown_ < all.size(); ++shown_) {
    const Diagnostic& next = all[shown_];
    bool is_shown = IsShown(next), is_warning = next.severity() == Severity::kWarning;
    if (is_shown) fresh.push_back(&next);
    if (is_warning && is_shown) ++warnings_;
    if (is_warning && !is_shown) ++hidden_[std::string(next.code.id())];
  }
  std::stable_sort(fresh.begin(), fresh.end(),
                   [](const Diagnostic* a, const Diagnostic* b) { return a->severity() < b->severity(); });
  std::fflush(stdout);
  std::map<std::string_view, std::size_t> of_code;
  for (const MessageGroup& group : GroupMessages(fresh)) {
    if (++of_code[group.first->code.id()] > kMostOfOneCode) continue;
    fmt::print(stderr, "{}", Text(MessageOf(group, arguments_.verbose)));
  }
  for (const auto& [code, count] : of_code)
    if (count > kMostOfOneCode)
      fmt::print(stderr, "{} more messages with the code {} are not shown\n", count - kMostOfOneCode, code);
}

int Messages::Close(Outcome outcome) {
  Show();
  std::size_t errors = session_.sink().error_count();
  auto many = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  if (!arguments_.quiet && errors + warnings_ > 1) {
    std::string text;
    if (errors > 0) text = many(errors, "error");
    if (warnings_ > 0) text += (text.empty() ? "" : " and ") + many(warnings_, "warning");
    fmt::print(stderr, "{}\n", text);
  }
  if (!arguments_.quiet && !hidden_.empty() && arguments_.warnings == "own") {
    std::size_t hidden = 0;
    std::string codes;
    for (const auto& [code, count] : hidden_) {
      hidden += count;
      codes +=
          fmt::format("{}{}{}", codes.empty() ? "" : ", ", code, count == 1 ? "" : fmt::format(" {} times", count));
    }
    fmt::print(stderr, "{} about the text of libraries ({}) {} not shown; --warnings all shows {}\n",
               many(hidden, "warning"), codes, hidden == 1 ? "is" : "are", hidden == 1 ? "it" : "them");
  }
  Outcome blamed = OutcomeOf(session_.sink().all());
  bool is_open = outcome == Outcome::kModelWrong || outcome == Outcome::kCallWrong;
  if (blamed == Outcome::kFault || (is_open && blamed != Outcome::kDone)) outcome = blamed;
  return static_cast<int>(outcome);
}

}  // namespace mica::cli
