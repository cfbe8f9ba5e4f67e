#include "library/library_facts.h"

#include <algorithm>

#include "library/annotation.h"
#include "library/version.h"

namespace mica::library {

bool LibraryFacts::Serves(std::string_view wanted) const {
  if (ParseVersion(version) == ParseVersion(wanted)) return true;
  const Conversion* conversion = FindConversion(wanted);
  return conversion && conversion->script.empty();
}

const Conversion* LibraryFacts::FindConversion(std::string_view wanted) const {
  Version exact = ParseVersion(wanted);
  auto names_it = [&](const Conversion& conversion) {
    return std::ranges::any_of(conversion.versions,
                               [&](const std::string& from) { return ParseVersion(from) == exact; });
  };
  auto found = std::ranges::find_if(conversions, names_it);
  return found == conversions.end() ? nullptr : &*found;
}

namespace {

std::vector<std::string> StringsOf(const syntax::ElementModification* element) {
  if (!element || !element->modification || !element->modification->value) return {};
  const auto* array = element->modification->value->As<syntax::Array>();
  if (!array) return {StringOf(element)};
  std::vector<std::string> found;
  for (const syntax::Expression* each : array->elements) found.push_back(StringOf(each));
  return found;
}

}  // namespace

LibraryFacts ReadLibraryFacts(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree,
                              const NameTable& names) {
  LibraryFacts facts;
  facts.version = StringOf(FindAnnotation(definition, "version", names));
  if (const auto* uses = FindAnnotation(definition, "uses", names); uses && uses->modification) {
    for (const syntax::Argument* argument : uses->modification->arguments) {
      const auto* used = argument->As<syntax::ElementModification>();
      if (!used || used->names.size() != 1) continue;
      std::string version = StringOf(FindArgument(used->modification, "version", names));
      if (!version.empty())
        facts.uses.push_back({std::string(names.text(used->names[0])), version, tree.SpanOf(*used)});
    }
  }
  if (const auto* conversion = FindAnnotation(definition, "conversion", names);
      conversion && conversion->modification) {
    for (const syntax::Argument* argument : conversion->modification->arguments) {
      const auto* step = argument->As<syntax::ElementModification>();
      if (!step || step->names.size() != 1) continue;
      std::string_view kind = names.text(step->names[0]);
      if (kind == "noneFromVersion") facts.conversions.push_back({StringsOf(step), "", ""});
      if (kind != "from" || !step->modification) continue;
      facts.conversions.push_back({StringsOf(FindArgument(step->modification, "version", names)),
                                   StringOf(FindArgument(step->modification, "to", names)),
                                   StringOf(FindArgument(step->modification, "script", names))});
    }
  }
  return facts;
}

}  // namespace mica::library
