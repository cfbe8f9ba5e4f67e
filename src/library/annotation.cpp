#include "library/annotation.h"

namespace mica::library {

const syntax::ElementModification* FindArgument(const syntax::Modification* modification, std::string_view name,
                                                const NameTable& names) {
  if (!modification) return nullptr;
  for (const syntax::Argument* argument : modification->arguments)
    if (const auto* element = argument->As<syntax::ElementModification>())
      if (element->names.size() == 1 && names.text(element->names[0]) == name) return element;
  return nullptr;
}

const syntax::ElementModification* FindAnnotation(const syntax::ClassDefinition& definition, std::string_view name,
                                                  const NameTable& names) {
  for (const syntax::Annotation* annotation : definition.annotations)
    if (const auto* found = FindArgument(annotation->modification, name, names)) return found;
  if (definition.comment && definition.comment->annotation)
    return FindArgument(definition.comment->annotation->modification, name, names);
  return nullptr;
}

std::string StringOf(const syntax::Expression* value) {
  if (!value) return "";
  if (const auto* text = value->As<syntax::StringLiteral>()) return std::string(text->value);
  const auto* sum = value->As<syntax::Binary>();
  if (!sum) return "";
  std::string joined = StringOf(sum->first);
  for (const syntax::BinaryTail& tail : sum->rest)
    if (tail.op == syntax::BinaryOperator::kAdd) joined += StringOf(tail.operand);
  return joined;
}

std::string StringOf(const syntax::ElementModification* element) {
  return element && element->modification ? StringOf(element->modification->value) : "";
}

}  // namespace mica::library
