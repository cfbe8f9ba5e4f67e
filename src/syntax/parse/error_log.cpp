#include "syntax/parse/error_log.h"

#include <algorithm>

namespace mica::syntax {

bool ErrorLog::HasRoom(Severity severity) {
  bool is_error = severity == Severity::kError;
  int& count = is_error ? errors_ : warnings_;
  if (count >= (is_error ? kMostErrors : kMostWarnings)) return false;
  ++count;
  return true;
}

Diagnostic& ErrorLog::Add(const DiagnosticCode& code, Span span, std::string message) {
  all_.push_back({code, span, std::move(message), {}, {}});
  return all_.back();
}

Diagnostic& ErrorLog::Overflow() {
  ++left_out_;
  dropped_ = {};
  return dropped_;
}

void ErrorLog::Flush(DiagnosticSink& sink) {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  if (left_out_ > 0 && !all_.empty()) {
    all_.back().notes.push_back({{}, fmt::format("{} more messages about this file are not shown", left_out_)});
  }
  if (stopped_ && !all_.empty()) all_.back().notes.push_back({{}, "so many errors: the rest of the file is not read"});
  for (Diagnostic& diagnostic : all_) sink.Report(std::move(diagnostic));
  all_.clear();
}

}  // namespace mica::syntax
