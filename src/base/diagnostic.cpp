#include "base/diagnostic.h"

#include <fmt/format.h>
#include <algorithm>

namespace mica {

namespace {
// Errors that are kept with their text. Nobody reads more of them; the others are counted, so that the time for finding
// repeated ones stays linear in what a broken model gives rise to.
constexpr std::size_t kMostErrors = 1000;
}  // namespace

Diagnostic& DiagnosticSink::Report(Diagnostic diagnostic) {
  if (diagnostic.is_error() && errors_ >= kMostErrors) {
    ++errors_;
    return repeated_ = std::move(diagnostic);
  }
  bool repeated = std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& other) {
    return other.span == diagnostic.span && other.code == diagnostic.code && other.message == diagnostic.message;
  });
  if (repeated) return repeated_ = std::move(diagnostic);
  if (diagnostic.is_error()) ++errors_;
  all_.push_back(std::move(diagnostic));
  return all_.back();
}

void DiagnosticSink::Clear() {
  all_.clear();
  errors_ = 0;
}

DiagnosticSink::Mark DiagnosticSink::mark() const {
  Mark mark;
  mark.reports_ = all_.size();
  mark.errors_ = errors_;
  return mark;
}

std::span<const Diagnostic> DiagnosticSink::Since(Mark mark) const {
  return std::span(all_).subspan(std::min(mark.reports_, all_.size()));
}

std::span<const Diagnostic> DiagnosticSink::Between(Mark from, Mark to) const {
  std::size_t end = std::min(to.reports_, all_.size());
  return std::span(all_).subspan(std::min(from.reports_, end), end - std::min(from.reports_, end));
}

void DiagnosticSink::RollBack(Mark mark) {
  if (all_.size() < mark.reports_) return;  // a transaction around this one went further back
  all_.resize(mark.reports_);
  // Errors that were only counted came after those that are kept.
  auto kept = static_cast<std::size_t>(std::ranges::count_if(all_, &Diagnostic::is_error));
  errors_ = kept < kMostErrors ? kept : mark.errors_;
}

void DiagnosticSink::Transaction::RollBack() { sink_.RollBack(since_); }

std::vector<Diagnostic> DiagnosticSink::Transaction::TakeBack() {
  std::span<const Diagnostic> taken = reported();
  std::vector<Diagnostic> all(taken.begin(), taken.end());
  RollBack();
  return all;
}

namespace {

struct Palette {
  std::string_view error, warning, note, bold, dim, reset;
};
constexpr Palette kPlain{};
constexpr Palette kAnsi{"\033[1;31m", "\033[1;33m", "\033[1;36m", "\033[1m", "\033[2m", "\033[0m"};

// Tabs become one space so that the caret stands under its column; a very long line is cut around the place.
void AppendSnippet(std::string& out, Span span, const SourceMap& sources, const Palette& colour) {
  LineColumn begin = sources.Locate(span.file, span.begin);
  std::string line(sources.line(span.file, begin.line));
  std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');

  std::size_t first = begin.column - 1;  // in characters
  LineColumn end = sources.Locate(span.file, std::max(span.end, span.begin));
  constexpr std::size_t kWidest = 160;
  std::size_t offset = 0;  // bytes cut on the left
  if (line.size() > kWidest && first > kWidest / 2) {
    offset = std::min(line.size(), first - kWidest / 2);
    while (offset < line.size() && (line[offset] & 0xC0) == 0x80) ++offset;
    first -= std::min(first, offset);
    line.erase(0, offset);
  }
  if (line.size() > kWidest) line.resize(kWidest);
  std::size_t width = 1;
  if (end.line == begin.line && end.column > begin.column)
    width = end.column - begin.column;
  else if (end.line > begin.line)
    width = line.size() > first ? line.size() - first : 1;
  width = std::min(width, line.size() > first ? line.size() - first : std::size_t{1});
  width = std::max<std::size_t>(width, 1);

  std::string number = std::to_string(begin.line);
  out += fmt::format("{}{} |{} {}\n", colour.dim, number, colour.reset, line);
  out += fmt::format("{}{} |{} {}{}{}{}\n", colour.dim, std::string(number.size(), ' '), colour.reset,
                     std::string(first, ' '), colour.error, std::string(width, '^'), colour.reset);
}

std::string Place(Span span, const SourceMap& sources) {
  LineColumn at = sources.Locate(span.file, span.begin);
  return fmt::format("{}:{}:{}", sources.path(span.file), at.line, at.column);
}

}  // namespace

std::string FormatDiagnostic(const Diagnostic& diagnostic, const SourceMap& sources, bool colour) {
  const Palette& palette = colour ? kAnsi : kPlain;
  std::string_view kind = diagnostic.severity() == Severity::kError     ? "error"
                          : diagnostic.severity() == Severity::kWarning ? "warning"
                                                                        : "note";
  std::string_view tint = diagnostic.severity() == Severity::kError     ? palette.error
                          : diagnostic.severity() == Severity::kWarning ? palette.warning
                                                                        : palette.note;
  std::string out;
  if (diagnostic.span.valid())
    out += fmt::format("{}{}{}: ", palette.bold, Place(diagnostic.span, sources), palette.reset);
  out += fmt::format("{}{} {}:{} {}{}{}\n", tint, kind, diagnostic.code.id(), palette.reset, palette.bold,
                     diagnostic.message, palette.reset);
  if (diagnostic.span.valid()) AppendSnippet(out, diagnostic.span, sources, palette);
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.span.valid())
      out += fmt::format("  {}{}{}: ", palette.bold, Place(note.span, sources), palette.reset);
    else
      out += "  ";
    out += fmt::format("{}note:{} {}\n", palette.note, palette.reset, note.message);
  }
  if (!diagnostic.hint.empty()) out += fmt::format("  {}hint:{} {}\n", palette.note, palette.reset, diagnostic.hint);
  return out;
}

std::string_view NearestSpelling(std::string_view wanted, const std::vector<std::string_view>& candidates) {
  // Edit distance with transpositions; upper and lower case of one letter are half as far apart.
  auto distance = [&](std::string_view other) {
    std::vector<std::vector<int>> d(wanted.size() + 1, std::vector<int>(other.size() + 1));
    for (std::size_t i = 0; i <= wanted.size(); ++i) d[i][0] = static_cast<int>(2 * i);
    for (std::size_t j = 0; j <= other.size(); ++j) d[0][j] = static_cast<int>(2 * j);
    for (std::size_t i = 1; i <= wanted.size(); ++i)
      for (std::size_t j = 1; j <= other.size(); ++j) {
        char a = wanted[i - 1], b = other[j - 1];
        int change = a == b ? 0 : std::tolower(a) == std::tolower(b) ? 1 : 2;
        d[i][j] = std::min({d[i - 1][j] + 2, d[i][j - 1] + 2, d[i - 1][j - 1] + change});
        if (i > 1 && j > 1 && a == other[j - 2] && wanted[i - 2] == b) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 2);
      }
    return d[wanted.size()][other.size()];
  };
  std::string_view best;
  int nearest = static_cast<int>(wanted.size() <= 2 ? 1 : std::max<std::size_t>(2, wanted.size() / 3 * 2));
  for (std::string_view candidate : candidates) {
    if (candidate.size() > wanted.size() + 4 || wanted.size() > candidate.size() + 4) continue;
    int d = distance(candidate);
    if (d < nearest || (d == nearest && best.empty())) {
      nearest = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace mica
