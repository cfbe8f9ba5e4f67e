// Applies the rules of a conversion script to a user's files (specification 18.8.2.1). Only what a rule names is
// changed; blanks, comments and the style of names (imports, aliases) stay. Inheritance among the user's classes
// counts, that of the library does not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "library/conversion_rules.h"
#include "syntax/tree.h"

namespace mica::library {

struct ConversionTarget {
  std::string library;  // its top-level name
  std::string old_version, new_version;
};

struct ConvertedText {
  std::string text;
  std::size_t changes = 0;
};

// One text for each tree. What cannot be converted is a warning: W2011, with what the script says about it.
std::vector<ConvertedText> ConvertTexts(std::span<const syntax::SyntaxTree* const> trees, const ConversionRules& rules,
                                        const ConversionTarget& target, const NameTable& names, DiagnosticSink& sink);

}  // namespace mica::library
