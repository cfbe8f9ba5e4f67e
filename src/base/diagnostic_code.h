// The code of a diagnostic, as a type: what it is called, how serious it is, who has to act, and which page of
// docs/diagnostics explains it. Each code is declared once, in the table of the folder that reports it (its codes.h);
// everything else names the constant, so that a misspelt code does not compile. tests/architecture checks that every
// constant is used and has an entry on its page.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mica {

enum class Severity : std::uint8_t { kError, kWarning, kNote };

// Who has to act. The exit code of the command line follows from it (session/outcome.h).
enum class Blame : std::uint8_t {
  kModel,        // the model, a library or a file of them
  kCall,         // what was asked for: options, names, values
  kEnvironment,  // the machine: files that cannot be written, programs that are missing, memory
  kUs,           // Mica itself
};

// Pages of docs/diagnostics; kRun is run.md.
enum class DocPage : std::uint8_t {
  kSyntax,
  kLibrary,
  kInstance,
  kFlat,
  kStructure,
  kRun,
  kResult,
  kPlot,
  kCode,
  kSession,
  kStudy,
};

struct DiagnosticCode {
  // None: of a diagnostic that is yet to be filled in.
  constexpr DiagnosticCode() = default;
  // `text` is a letter for the severity (E, W, N) and four digits, of which the first is the stage.
  consteval DiagnosticCode(const char (&text)[6], Severity s, Blame b, DocPage p)
      : characters{text[0], text[1], text[2], text[3], text[4]}, severity(s), blame(b), page(p) {
    if (text[0] != "EWN"[static_cast<int>(s)]) throw "the letter of a code is that of its severity";
    for (int i = 1; i < 5; ++i)
      if (text[i] < '0' || text[i] > '9') throw "a code has four digits";
  }

  constexpr std::string_view id() const {
    return characters[0] == '\0' ? std::string_view() : std::string_view(characters.data(), characters.size());
  }
  // The same number as an error: of a rule that only `--strict` enforces.
  constexpr DiagnosticCode AsError() const {
    DiagnosticCode error = *this;
    error.characters[0] = 'E';
    error.severity = Severity::kError;
    return error;
  }
  friend constexpr bool operator==(const DiagnosticCode& a, const DiagnosticCode& b) {
    return a.characters == b.characters;
  }

  std::array<char, 5> characters{};
  Severity severity = Severity::kError;
  Blame blame = Blame::kModel;
  DocPage page = DocPage::kSession;
};

}  // namespace mica
