// What a top-level class says about versions in its annotations (specification 18.8.2): its own, those it uses, and
// from which older ones its users are converted.
#pragma once

#include <string>
#include <vector>

#include "syntax/tree.h"

namespace mica::library {

// `uses(Name(version = "…"))`
struct UsedLibrary {
  std::string name, version;
  Span span;
};

// `conversion(noneFromVersion = "…")` or `conversion(from(version = {…}, to = "…", script = "…"))`
struct Conversion {
  std::vector<std::string> versions;
  std::string to;      // empty: the version of the library itself
  std::string script;  // a file; empty: there is nothing to change
};

struct LibraryFacts {
  std::string version;
  std::vector<UsedLibrary> uses;
  std::vector<Conversion> conversions;

  // Models of `version` can use the library as they are.
  bool Serves(std::string_view version) const;
  // The step that takes models of `version` further; null when there is none.
  const Conversion* FindConversion(std::string_view version) const;
};

LibraryFacts ReadLibraryFacts(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree,
                              const NameTable& names);

}  // namespace mica::library
