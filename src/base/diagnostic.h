// Diagnostics: what Mica says about a user's model. Each has a code that docs/diagnostics/ explains, a place, a
// message, notes that point at other places, and a hint. Stages report into the sink they are handed and go on, so that
// one run tells everything.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace mica {

enum class Severity : std::uint8_t { kError, kWarning, kNote };

struct DiagnosticNote {
  Span span;  // may be invalid: then it is text alone
  std::string message;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  // "E1203": the first digit is the stage (1 syntax, 2 library, 3 instance, 4 flat, 5 structure, 6
                     // run), W… warns
  Span span;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::string hint;
};

class DiagnosticSink {
 public:
  DiagnosticSink() = default;
  DiagnosticSink(const DiagnosticSink&) = delete;
  DiagnosticSink& operator=(const DiagnosticSink&) = delete;

  // Keeps the diagnostic unless the same one was reported before (an inherited mistake shows in every heir).
  // The reference stays valid until the next report.
  Diagnostic& Report(Diagnostic diagnostic);
  Diagnostic& Error(std::string_view code, Span span, std::string message);
  Diagnostic& Warning(std::string_view code, Span span, std::string message);
  Diagnostic& Notice(std::string_view code, Span span, std::string message);

  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t error_count() const { return errors_; }
  bool has_errors() const { return errors_ > 0; }
  void Clear();
  // Forgets what was reported since all().size() was `count`: of an attempt that was given up.
  void Rewind(std::size_t count);

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
  Diagnostic repeated_;  // where a repeated report is put, to be dropped
};

// The diagnostic as a person reads it: place, message, the line with a caret, notes, hint. `colour` adds ANSI escapes.
std::string FormatDiagnostic(const Diagnostic& diagnostic, const SourceMap& sources, bool colour = false);

// The candidate nearest to `wanted` in spelling, or "" if none is near enough to be worth suggesting.
std::string_view NearestSpelling(std::string_view wanted, const std::vector<std::string_view>& candidates);

}  // namespace mica
