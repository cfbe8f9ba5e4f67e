// The rules of a conversion script (specification 18.8.2.1): how names and modifiers of an older version of a library
// become those of a newer one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/name.h"
#include "base/source.h"

namespace mica::library {

// convertClass; with `element`: convertClassIf, when that modifier has the literal value `value`.
struct ClassRule {
  std::string old_class, new_class;
  std::string element, value;
};

// convertElement. Names may be hierarchical.
struct ElementRule {
  std::string old_class, old_name, new_name;
};

struct OldModifier {
  std::string name;
  std::string preset;  // used where another of the rule is given but not this one; may be empty
  bool is_cardinality =
      false;  // `cardinality(name) = 0` or `= 1`: whether connections lead to that connector of the component
  bool wants_connections = false;
};
struct NewModifier {
  std::string name, value;  // %name% in the value stands for the old modifier
};

// convertModifiers
struct ModifierRule {
  std::string old_class;
  std::vector<OldModifier> old_modifiers;
  std::vector<NewModifier> new_modifiers;
};

// convertMessage; with `element`: only where that element is used.
struct MessageRule {
  std::string old_class, message, element;
};

struct ConversionRules {
  std::vector<ClassRule> classes;
  std::vector<ElementRule> elements;
  std::vector<ModifierRule> modifiers;
  std::vector<MessageRule> messages;

  // The new name of a class, by the longest rule that its name or a package around it has; empty when none does.
  std::string ConvertClass(std::string_view old_class) const;
};

// Reads a script: calls of the functions above with literal strings or arrays of them. E2010 for what it does not
// understand, and where.
ConversionRules ParseConversionScript(std::string path, std::string text, SourceMap& sources, NameTable& names,
                                      DiagnosticSink& sink);

}  // namespace mica::library
