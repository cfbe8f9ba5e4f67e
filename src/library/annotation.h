// Annotations of a class as they are written (specification chapter 18), found by name.
#pragma once

#include <string>
#include <string_view>

#include "base/name.h"
#include "syntax/element_nodes.h"

namespace mica::library {

// `name(…) = …` among the arguments; null when it is not there.
const syntax::ElementModification* FindArgument(const syntax::Modification* modification, std::string_view name,
                                                const NameTable& names);
// The same among the annotations of the class.
const syntax::ElementModification* FindAnnotation(const syntax::ClassDefinition& definition, std::string_view name,
                                                  const NameTable& names);

// The value when it is a string; else empty. Strings joined by `+` are one.
std::string StringOf(const syntax::ElementModification* element);
std::string StringOf(const syntax::Expression* value);

}  // namespace mica::library
