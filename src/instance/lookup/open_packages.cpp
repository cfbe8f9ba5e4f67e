#include "instance/lookup/open_packages.h"

#include <algorithm>

namespace mica::instance {

namespace {

// What a chain of short classes `package A = B` stands for.
ClassInstance* Meaning(ClassInstance* c, Instances& instances) {
  constexpr int kLongest = 30;
  for (int i = 0; c && c->definition && !c->definition->is_long() && i < kLongest; ++i) {
    (void)instances.Expand(c);
    if (c->bases.size() != 1) break;
    c = c->bases[0].instance;
  }
  return c;
}

// Appends those of one class.
void Append(Instances& instances, ClassInstance* type, const std::string& of, Span span,
            std::vector<OpenPackage>& found) {
  std::vector<Name> packages;
  instances.ForEachClass(type, [&](ClassInstance* part) {
    for (const ClassElement* element : part->classes) {
      bool is_package = element->definition && element->definition->class_kind == syntax::ClassKind::kPackage;
      if (element->is_replaceable && is_package && std::ranges::find(packages, element->name) == packages.end())
        packages.push_back(element->name);
    }
  });
  for (Name name : packages) {
    Found element = instances.FindElement(type, name);
    ClassInstance* meant =
        element.class_element ? Meaning(instances.InstanceOf(element.class_element), instances) : nullptr;
    if (!meant || !meant->definition || !meant->definition->is_partial) continue;
    found.push_back({of, std::string(instances.store().names.text(name)), instances.QualifiedName(meant), span});
  }
}

}  // namespace

std::vector<OpenPackage> FindOpenPackages(Instances& instances, Component* top) {
  std::vector<OpenPackage> found;
  Append(instances, top->type, {}, top->span(), found);
  if (!found.empty()) return found;
  instances.ForEachComponent(top->type, [&](Component* component) {
    if (component->type && component->primitive == Primitive::kNone)
      Append(instances, component->type, instances.PathText(component), component->span(), found);
  });
  return found;
}

}  // namespace mica::instance
