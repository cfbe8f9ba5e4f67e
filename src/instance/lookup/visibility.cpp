// What may be used through a dot (specification 4.1, 5.3.2 and 7.1.2): no protected element, nothing in a partial
// class, and of a class that is not like a package only its encapsulated classes.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/instances.h"

namespace mica::instance {

bool Instances::IsProtected(const ClassInstance* c, const Found& found) const {
  if (found.component ? found.component->is_protected : found.class_element->is_protected) return true;
  const ClassInstance* at = found.component ? found.component->container : found.class_element->container;
  for (; at && at != c && at->heir; at = at->heir)
    for (const BaseClass& base : at->heir->bases)
      if (base.instance == at && base.is_protected) return true;
  return false;
}

bool Instances::CheckVisible(const ClassInstance* c, const Found& found, Name name, Span span) {
  if (!IsProtected(c, found)) return true;
  auto& d = sink_.Report(
      kProtectedElement, span,
      fmt::format("{} is protected in {} and cannot be used from outside", names().text(name), QualifiedName(c)));
  Span declared = found.component ? found.component->span()
                                  : found.class_element->tree->SpanOf(found.class_element->definition->name_token);
  d.notes.push_back({declared, "declared here"});
  return false;
}

// Whether it holds nothing but classes and constants, whatever its kind.
bool Instances::IsLikePackage(ClassInstance* c) {
  if (c->kind() == syntax::ClassKind::kPackage || c->is_root) return true;
  bool is_like = true;
  ForEachClass(c, [&](ClassInstance* part) {
    if (part->definition)
      is_like = is_like && part->definition->equation_sections.empty() && part->definition->algorithm_sections.empty();
  });
  ForEachComponent(c, [&](Component* component) {
    is_like = is_like && component->clause->variability == syntax::Variability::kConstant;
  });
  return is_like;
}

bool Instances::CheckUseOf(ClassInstance* c, const Found& found, Name name, Span span) {
  if (!CheckVisible(c, found, name, span)) return false;
  if (!c->definition || c->is_root || comparing_) return true;
  if (found.component && found.component->clause->variability != syntax::Variability::kConstant)
    return true;  // reported as no constant
  if (c->definition->is_partial && c->definition->is_long() && found.class_element) {
    // Published libraries do this (the Standard Library up to 4.0.0): a class means something where it stands, a value
    // may still be missing. Once for each partial class: what is taken from it is more than one thing as a rule.
    Span declared = c->tree->SpanOf(c->definition->name_token);
    for (const Diagnostic& said : sink_.all())
      if ((said.code == kClassInPartialClass || said.code == kElementOfPartialClass) && !said.notes.empty() &&
          said.notes[0].span == declared)
        return true;
    auto& d = sink_.Report(kClassInPartialClass, span,
                           fmt::format("{} is partial: {} should be taken from a class that extends it",
                                       QualifiedName(c), names().text(name)));
    d.notes.push_back({c->tree->SpanOf(c->definition->name_token), "declared here"});
    return true;
  }
  if (c->definition->is_partial && c->definition->is_long()) {
    auto& d =
        sink_.Report(kElementOfPartialClass, span,
                     fmt::format("{} is partial, so {} cannot be taken from it", QualifiedName(c), names().text(name)));
    d.notes.push_back({c->tree->SpanOf(c->definition->name_token), "declared here"});
    d.hint = "use a class that extends it";
    return false;
  }
  bool is_encapsulated =
      found.class_element && found.class_element->definition && found.class_element->definition->is_encapsulated;
  if (is_encapsulated || IsLikePackage(c)) return true;
  auto& d = sink_.Report(kElementOfNonPackage, span,
                         fmt::format("{} is a {}, not a package: {} cannot be taken from it", QualifiedName(c),
                                     syntax::Spelling(c->kind()), names().text(name)));
  d.notes.push_back({c->tree->SpanOf(c->definition->name_token), "declared here"});
  d.hint = found.class_element ? "an encapsulated class could be" : "";
  return false;
}

}  // namespace mica::instance
