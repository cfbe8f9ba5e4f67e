#include "plot/plot_request.h"

#include <fmt/format.h>

#include "base/pattern.h"
#include "plot/codes.h"

namespace mica {

namespace {

constexpr std::size_t kMostMatches = 40;  // curves that one pattern may bring into a diagram

void ReportUnknown(std::string_view name, const SignalTable& signals, DiagnosticSink& sink) {
  Diagnostic& diagnostic = sink.Report(kUnknownSignal, {}, fmt::format("the result has no signal '{}'", name));
  if (std::string_view nearest = signals.Nearest(name); !nearest.empty()) {
    diagnostic.hint = fmt::format("did you mean '{}'?", nearest);
    return;
  }
  // Perhaps the last part of the name is right.
  std::string endings;
  std::size_t count = 0;
  std::string suffix = fmt::format(".{}", name.substr(name.rfind('.') + 1));
  for (const Signal& signal : signals.signals())
    if (signal.name.ends_with(suffix) && ++count <= 3)
      endings += fmt::format("{}'{}'", endings.empty() ? "" : ", ", signal.name);
  if (count > 0)
    diagnostic.hint = fmt::format("there is {}{}", endings, count > 3 ? fmt::format(" and {} more", count - 3) : "");
}

void AddMatches(std::string_view pattern, const SignalTable& signals, std::vector<SignalId>& into,
                DiagnosticSink& sink) {
  std::string pattern_buffer, buffer;
  std::string_view wanted = CanonicalSignalName(pattern, pattern_buffer);
  std::size_t count = 0;
  for (std::size_t i = 0; i < signals.size(); ++i)
    if (FitsPattern(CanonicalSignalName(signals.signals()[i].name, buffer), wanted) && ++count <= kMostMatches)
      into.push_back(SignalId(i));
  if (count == 0) sink.Report(kUnknownSignal, {}, fmt::format("no signal of the result fits '{}'", pattern));
  if (count > kMostMatches)
    sink.Report(kTooManySignals, {},
                fmt::format("{} signals fit '{}': the first {} are drawn", count, pattern, kMostMatches));
}

}  // namespace

std::vector<std::vector<std::string>> ParseDiagrams(std::string_view text) {
  std::vector<std::vector<std::string>> diagrams(1);
  std::string name;
  int depth = 0;
  bool quoted = false;
  auto end_name = [&] {
    std::size_t first = name.find_first_not_of(" \t"), last = name.find_last_not_of(" \t");
    if (first != std::string::npos) diagrams.back().push_back(name.substr(first, last - first + 1));
    name.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\'') quoted = !quoted;
    if (quoted && c == '\\' && i + 1 < text.size()) name += text[i++], c = text[i];
    if (!quoted && (c == '[' || c == '(')) ++depth;
    if (!quoted && (c == ']' || c == ')')) --depth;
    if (!quoted && depth <= 0 && (c == ',' || c == ';')) {
      end_name();
      if (c == ';' && !diagrams.back().empty()) diagrams.emplace_back();
    } else {
      name += c;
    }
  }
  end_name();
  if (diagrams.back().empty()) diagrams.pop_back();
  return diagrams;
}

Result<ResolvedPlot> ResolvePlot(const PlotRequest& request, const SignalTable& signals, DiagnosticSink& sink) {
  ResolvedPlot plot;
  DiagnosticSink::Mark before = sink.mark();
  if (request.x != "time" && request.x != "Time") {
    plot.x = signals.Find(request.x);
    if (!plot.x.valid()) ReportUnknown(request.x, signals, sink);
  }
  for (const std::vector<std::string>& names : request.diagrams) {
    std::vector<SignalId> found;
    for (const std::string& name : names) {
      if (SignalId id = signals.Find(name))
        found.push_back(id);
      else if (name.find_first_of("*?") != std::string::npos)
        AddMatches(name, signals, found, sink);
      else
        ReportUnknown(name, signals, sink);
    }
    if (!found.empty()) plot.diagrams.push_back(std::move(found));
  }
  if (sink.HasErrorsSince(before)) return Reported{};
  if (plot.diagrams.empty()) {
    sink.Report(kNothingToDraw, {}, "there is nothing to draw: no signal was named");
    return Reported{};
  }
  return plot;
}

}  // namespace mica
