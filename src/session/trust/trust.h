// Whose native code may run. Libraries are strangers' programs: reading, checking and documenting them runs none of
// their native code unless they are trusted. Asking for a simulation, a test, an export is consent: it runs all, with
// one note for each library that is not trusted. See docs/trust.md.
//
// Trusted are
//  - what ships with Mica,
//  - native code that is known (known_code.h), called by the names that the Standard Library reserves, and LAPACK,
//  - libraries that the user trusts: remembered (trust_store.h), named by the call, or by an answer to a question.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "expression/function.h"
#include "library/class_tree.h"
#include "session/trust/trust_store.h"

namespace mica {

// Whether a request runs native code of strangers.
enum class ForeignCode : std::uint8_t { kOfTrusted, kOfAll };

struct TrustOptions {
  ForeignCode runs = ForeignCode::kOfTrusted;
  std::vector<std::string> trusted;                // names of libraries: from now on
  std::function<bool(const TrustedLibrary&)> ask;  // whether a person trusts it; may be empty
  std::vector<std::filesystem::path> shipped;      // directories of what ships with Mica
};

enum class Standing : std::uint8_t {
  kStranger,
  kKnown,    // functions of files and of the system's libraries that the annotation names, nothing else
  kTrusted,  // whatever it calls
};

class Trust {
 public:
  Trust(TrustOptions options, library::ClassTree& classes, NameTable& names, const SourceMap& sources,
        DiagnosticSink& sink)
      : options_(std::move(options)), classes_(classes), names_(names), sources_(sources), sink_(sink) {}

  Standing StandingOf(const Function& function);

  // Whether the function may be called. If not, `message` says so.
  bool Admits(const Function& function, std::string& message);
  // Errors that follow from calls that were refused, reported since the mark, become warnings.
  void ForgiveRefused(DiagnosticSink::Mark since);
  bool has_refused() const { return !refused_.empty(); }

  // The library that the class belongs to. No digest: it cannot be read.
  TrustedLibrary Identify(const std::string& class_name) const;
  // Trusts it from now on, and reports that.
  void Grant(const TrustedLibrary& library);

  const TrustStore& store() const { return store_; }

 private:
  Standing Judge(const Function& function);
  bool IsTrustedByUser(const std::string& library);
  // The libraries that lie where the external function is declared, by name: one, or files in one directory.
  std::vector<std::string> LibrariesOf(const Function& function);
  // The first of them, for messages.
  std::string LibraryText(const Function& function);

  TrustOptions options_;
  library::ClassTree& classes_;
  NameTable& names_;
  const SourceMap& sources_;
  DiagnosticSink& sink_;
  TrustStore store_;
  std::map<Name, Standing> standings_;           // by function
  std::map<std::string, bool> trusted_by_user_;  // by library
  std::map<std::string, bool> noted_;            // strangers whose code runs
  std::set<std::string> refused_;                // strangers whose code was needed
};

}  // namespace mica
