// Where lexer and parser of one file put their diagnostics: sorted by place when handed on, and bounded, so that a file
// that is not Modelica at all costs neither time nor screens. Internal to the stage.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace mica::syntax {

class ErrorLog {
 public:
  explicit ErrorLog(FileId file) : file_(file) {}
  ErrorLog(const ErrorLog&) = delete;
  ErrorLog& operator=(const ErrorLog&) = delete;

  template <class... Args>
  Diagnostic& Report(const DiagnosticCode& code, std::uint32_t begin, std::uint32_t end,
                     fmt::format_string<Args...> format, Args&&... args) {
    if (!HasRoom(code.severity)) return Overflow();
    return Add(code, {file_, begin, end}, fmt::format(format, std::forward<Args>(args)...));
  }

  bool has_errors() const { return errors_ > 0; }
  bool is_full() const { return errors_ >= kMostErrors; }
  void Stop() { stopped_ = true; }  // the rest of the file is not read
  // Hands all over, in the order of their places.
  void Flush(DiagnosticSink& sink);

 private:
  static constexpr int kMostErrors = 100;
  static constexpr int kMostWarnings = 20;

  // Counts one more of this severity, unless there are too many.
  bool HasRoom(Severity severity);
  Diagnostic& Add(const DiagnosticCode& code, Span span, std::string message);
  Diagnostic& Overflow();

  FileId file_;
  std::vector<Diagnostic> all_;
  int errors_ = 0;
  int warnings_ = 0;
  int left_out_ = 0;
  bool stopped_ = false;
  Diagnostic dropped_;  // what callers write into when there are too many
};

}  // namespace mica::syntax
