// inner and outer (specification 5.4): an outer component stands for the inner one of the same name in the nearest
// component around it.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

Component* Elaboration::FindInner(Component* outer) {
  Component* top = nullptr;
  Component* start = outer->parent();
  // An outer component of a component is never that component's own inner: search begins one level up. An outer
  // constant of a package is looked for from the component on that the package is written in.
  Component* first = start ? start->parent() : nullptr;
  for (ClassInstance* scope = start ? nullptr : outer->container; scope && !first; scope = scope->parent)
    first = scope->component;
  for (Component* around = first; around; around = around->parent()) {
    Found found = instances_.FindElement(around->type, outer->name);
    if (found.component && found.component->is_inner) {
      EnsureTyped(found.component);
      return found.component;
    }
    if (!around->parent()) top = around;
  }
  if (!top && start && !start->parent()) top = start;
  if (outer->is_inner) return outer;
  if (!top) return nullptr;
  for (Component* supplied : supplied_inners_)
    if (supplied->name == outer->name) return supplied;
  Component* supplied = instances_.NewComponent();
  supplied->name = outer->name;
  supplied->clause = outer->clause;
  supplied->declaration = outer->declaration;
  supplied->tree = outer->tree;
  supplied->scope = outer->scope;
  supplied->container = top->type;
  supplied->is_inner = true;
  auto& d = sink().Report(
      kInnerSupplied, outer->span(),
      fmt::format("there is no `inner {}` for this outer component: one is supplied at the top of the model",
                  names().text(outer->name)));
  d.hint = "declare it in the model, to set its parameters";
  supplied_inners_.push_back(supplied);
  if (!EnsureTyped(supplied)) return nullptr;
  return supplied;
}

}  // namespace mica::instance
