// Diagnostics: what Mica reports about a user's model. Each has a code that docs/diagnostics/ explains, a place, a
// message, notes that point at other places, and a hint. Stages report into the sink that is passed in and go on, so
// that one run reports everything.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic_code.h"
#include "base/source.h"

namespace mica {

struct DiagnosticNote {
  Span span;  // may be invalid: then it is text alone
  std::string message;
};

struct Diagnostic {
  Severity severity() const { return code.severity; }
  bool is_error() const { return code.severity == Severity::kError; }

  DiagnosticCode code;
  Span span;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::string hint;
};

class DiagnosticSink {
 public:
  // A point in the sequence of reports.
  class Mark {
   private:
    friend class DiagnosticSink;
    std::size_t reports_ = 0, errors_ = 0;
  };
  static Mark Later(Mark a, Mark b) { return a.reports_ < b.reports_ ? b : a; }

  // Work whose reports count only if it is carried through. They stay unless RollBack or TakeBack is called.
  class Transaction {
   public:
    explicit Transaction(DiagnosticSink& sink) : Transaction(sink, sink.mark()) {}
    // One that began at `since`.
    Transaction(DiagnosticSink& sink, Mark since) : sink_(sink), since_(since) {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    bool has_errors() const { return sink_.HasErrorsSince(since_); }
    std::span<const Diagnostic> reported() const { return sink_.Since(since_); }
    Mark since() const { return since_; }
    // What was reported until now stays: a later RollBack returns to here.
    void Commit() { since_ = sink_.mark(); }
    // Forgets what was reported.
    void RollBack();
    // The same, and hands it over.
    std::vector<Diagnostic> TakeBack();

   private:
    DiagnosticSink& sink_;
    Mark since_;
  };

  DiagnosticSink() = default;
  DiagnosticSink(const DiagnosticSink&) = delete;
  DiagnosticSink& operator=(const DiagnosticSink&) = delete;

  // Keeps the diagnostic unless the same one was reported before (an inherited mistake shows in every heir).
  // The reference stays valid until the next report.
  Diagnostic& Report(Diagnostic diagnostic);
  Diagnostic& Report(const DiagnosticCode& code, Span span, std::string message) {
    return Report({code, span, std::move(message), {}, {}});
  }

  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t error_count() const { return errors_; }
  bool has_errors() const { return errors_ > 0; }
  Mark mark() const;
  // What was reported after the mark was taken.
  std::span<const Diagnostic> Since(Mark mark) const;
  std::span<const Diagnostic> Between(Mark from, Mark to) const;
  bool HasErrorsSince(Mark mark) const { return errors_ > mark.errors_; }
  void Clear();

 private:
  void RollBack(Mark mark);

  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
  Diagnostic repeated_;  // where a repeated report is put, to be dropped
};

// The diagnostic as a person reads it: place, message, the line with a caret, notes, hint. `colour` adds ANSI escapes.
std::string FormatDiagnostic(const Diagnostic& diagnostic, const SourceMap& sources, bool colour = false);

// The candidate nearest to `wanted` in spelling, or "" if none is near enough to be worth suggesting.
std::string_view NearestSpelling(std::string_view wanted, const std::vector<std::string_view>& candidates);

}  // namespace mica
