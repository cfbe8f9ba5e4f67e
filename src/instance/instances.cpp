#include "instance/instances.h"

#include <fmt/format.h>

#include "instance/codes.h"
#include "library/annotation.h"

namespace mica::instance {

namespace {

// Classes that the language predefines (specification 4.9 and 4.9.10), as far as they can be written in it.
constexpr std::string_view kPredefinedText = R"(
type StateSelect = enumeration(never, avoid, default, prefer, always);
type AssertionLevel = enumeration(warning, error);
partial class ExternalObject end ExternalObject;
)";

}  // namespace

std::string_view AttributeName(Attribute attribute) {
  constexpr std::string_view kNames[] = {"quantity", "unit",  "displayUnit", "min",       "max",
                                         "start",    "fixed", "nominal",     "unbounded", "stateSelect"};
  return kNames[static_cast<std::size_t>(attribute)];
}

Instances::Instances(Store& store, const SourceMap& sources, library::ClassTree& classes, DiagnosticSink& sink)
    : store_(store), sources_(sources), classes_(classes), sink_(sink), modifiers_(store.names, sink) {
  root_.is_root = true;
  root_.library_class = classes.root();
  root_.expansion = Progress::kDone;
  if (!classes.FindTopLevel(store.names.Intern("StateSelect")))
    classes.OpenText("predefined", std::string(kPredefinedText));
  AddPredefined();
}

void Instances::AddPredefined() {
  struct Entry {
    Primitive primitive;
    std::string_view name;
    TypeId type;
  };
  const Entry entries[] = {{Primitive::kReal, "Real", store_.types.real()},
                           {Primitive::kInteger, "Integer", store_.types.integer()},
                           {Primitive::kBoolean, "Boolean", store_.types.boolean()},
                           {Primitive::kString, "String", store_.types.string()},
                           {Primitive::kClock, "Clock", store_.types.clock()}};
  for (const Entry& entry : entries) {
    ClassInstance* c = NewInstance();
    c->name = names().Intern(entry.name);
    c->primitive = entry.primitive;
    c->primitive_type = entry.type;
    c->parent = &root_;
    c->expansion = Progress::kDone;
    predefined_[static_cast<std::size_t>(entry.primitive)] = c;
    elements_.push_back({});
    ClassElement* element = &elements_.back();
    element->name = c->name;
    element->container = element->scope = &root_;
    element->instance = c;
    c->element = element;
    root_.class_index[c->name] = element;
  }
}

ClassInstance* Instances::NewInstance() {
  instances_.push_back({});
  return &instances_.back();
}

Component* Instances::NewComponent() {
  components_.push_back({});
  return &components_.back();
}

Component* Instances::Model(library::Class* model) {
  ClassInstance* plain = InstanceOf(model);
  if (!plain) return nullptr;
  Component* top = NewComponent();
  top_ = top;
  top->type = Specialise(plain, nullptr, top);
  top->typing = Progress::kDone;
  top->condition = Progress::kDone;
  Expand(top->type);
  return top;
}

ClassInstance* Instances::InstanceOf(library::Class* c) {
  if (!c) return nullptr;
  if (!c->parent) return &root_;
  ClassInstance* parent = InstanceOf(c->parent);
  if (!parent) return nullptr;
  // What redeclares an inherited class is an element of the base that declared it.
  ClassElement* element = FindElement(parent, c->name).class_element;
  if (!element)
    sink_.Report(kExtendsNothing, c->tree->SpanOf(c->definition->name_token),
                 fmt::format("there is no inherited class {} to extend here", names().text(c->name)));
  return element ? InstanceOf(element) : nullptr;
}

ClassInstance* Instances::InstanceOf(ClassElement* element) {
  if (element->instance) return element->instance;
  const syntax::ClassDefinition& definition = *element->definition;
  if (definition.prefixes.is_outer && !definition.prefixes.is_inner)
    if (ClassElement* inner = FindInnerClass(element)) return element->instance = InstanceOf(inner);
  // A short class that only renames is the class that it names: what was instantiated for that one serves for both.
  bool only_renames = definition.form == syntax::ClassForm::kShort && !definition.modification &&
                      definition.base_subscripts.empty() && definition.base_causality == syntax::Causality::kNone &&
                      !element->modifier && !element->constraint && definition.base &&
                      definition.class_kind != syntax::ClassKind::kType &&
                      definition.class_kind != syntax::ClassKind::kConnector;
  ClassInstance* c = NewInstance();
  c->definition = &definition;
  c->tree = element->tree;
  c->library_class = element->library_class;
  c->parent = element->scope;
  c->element = element;
  // Under the modification of a short class; a class with a body has none, and what is declared in it is further in.
  bool is_long = definition.form == syntax::ClassForm::kLong;
  c->modifier = is_long ? modifiers_.Merge(element->modifier, element->constraint) : element->modifier;
  c->constraint = is_long ? nullptr : element->constraint;
  c->name = element->name;
  element->instance = c;
  if (only_renames && Expand(c) && !c->bases.empty() && c->bases[0].instance && c->bases[0].instance->element &&
      c->bases[0].instance->kind() == definition.class_kind) {
    ClassElement* renamed = const_cast<ClassElement*>(c->bases[0].instance->element);
    if (renamed != element && renamed->instance) element->instance = renamed->instance;
  }
  return element->instance;
}

// `outer function f` stands for the `inner` class of the same name in the nearest component around (specification
// 5.4.1).
ClassElement* Instances::FindInnerClass(ClassElement* outer) {
  Component* component = outer->container ? outer->container->component : nullptr;
  for (Component* around = component ? component->parent() : nullptr; around && around->type;
       around = around->parent()) {
    ClassElement* found = FindElement(around->type, outer->name).class_element;
    if (found && found != outer && found->definition && found->definition->prefixes.is_inner) return found;
  }
  return nullptr;
}

ClassInstance* Instances::Specialise(ClassInstance* of, const Modifier* modifier, Component* component) {
  ClassInstance* c = NewInstance();
  c->definition = of->definition;
  c->tree = of->tree;
  c->library_class = of->library_class;
  c->parent = of->parent;
  c->element = of->element;
  c->modifier = modifiers_.Merge(modifier, of->modifier);
  c->constraint = of->constraint;
  c->component = component;
  c->name = of->name;
  c->primitive = of->primitive;
  c->primitive_type = of->primitive_type;
  if (of->primitive != Primitive::kNone) c->expansion = Progress::kDone;
  return c;
}

void Instances::ForEachComponent(ClassInstance* c, const std::function<void(Component*)>& visit) {
  Expand(c);
  std::size_t base = 0;
  for (std::size_t i = 0; i <= c->components.size(); ++i) {
    for (; base < c->bases.size() && c->base_places[base] <= i; ++base)
      if (c->bases[base].instance) ForEachComponent(c->bases[base].instance, visit);
    if (i >= c->components.size() || c->components[i]->same_as) continue;
    if (c->components[i]->groups.empty()) visit(c->components[i]);
    for (std::size_t k = 0; k < c->components[i]->groups.size(); ++k) visit(c->components[i]->groups[k]);
  }
}

void Instances::ForEachClass(ClassInstance* c, const std::function<void(ClassInstance*)>& visit) {
  Expand(c);
  for (const BaseClass& base : c->bases)
    if (base.instance) ForEachClass(base.instance, visit);
  visit(c);
}

PrimitiveClass Instances::PrimitiveOf(ClassInstance* c) {
  Expand(c);
  if (c->primitive != Primitive::kNone) return {c->primitive, c->primitive_type, c->modifier};
  for (const BaseClass& base : c->bases)
    if (base.instance)
      if (PrimitiveClass primitive = PrimitiveOf(base.instance); primitive.primitive != Primitive::kNone)
        return primitive;
  return {};
}

bool Instances::IsExternalObject(ClassInstance* c) {
  bool is_object = false;
  ForEachClass(c, [&](ClassInstance* part) {
    is_object = is_object || (part->library_class && part->library_class->parent == classes_.root() &&
                              names().text(part->name) == "ExternalObject");
  });
  return is_object;
}

syntax::ClassKind Instances::KindOf(ClassInstance* c) {
  for (int depth = 0; c && depth < 100; ++depth) {
    syntax::ClassKind kind = c->kind();
    if (!c->definition || (kind != syntax::ClassKind::kClass && kind != syntax::ClassKind::kType)) return kind;
    if (c->definition->form != syntax::ClassForm::kShort) return kind;
    Expand(c);
    if (c->bases.empty() || !c->bases[0].instance || !c->bases[0].instance->definition) return kind;
    c = c->bases[0].instance;
  }
  return syntax::ClassKind::kClass;
}

bool Instances::IsRecord(ClassInstance* c) {
  syntax::ClassKind kind = KindOf(c);
  return kind == syntax::ClassKind::kRecord || kind == syntax::ClassKind::kOperatorRecord;
}

bool Instances::IsConnector(ClassInstance* c) {
  syntax::ClassKind kind = KindOf(c);
  return kind == syntax::ClassKind::kConnector || kind == syntax::ClassKind::kExpandableConnector;
}

bool Instances::IsConnector(const Component* component) {
  if (IsConnector(component->type)) return true;
  const Component* parent = component->parent();
  return parent && parent->clause && IsExpandable(parent->type);
}

bool Instances::IsFunction(const ClassInstance* c) const {
  return c->definition &&
         (c->kind() == syntax::ClassKind::kFunction || c->kind() == syntax::ClassKind::kOperatorFunction);
}

bool Instances::IsInFunction(const ClassInstance* c) const {
  for (int depth = 0; c && depth < 100; ++depth) {
    while (c->heir) c = c->heir;
    if (IsFunction(c) || c->acts_as_function) return true;
    if (!c->component || !c->component->container) return false;
    c = c->component->container;
  }
  return false;
}

bool Instances::Inherits(ClassInstance* c, const ClassInstance* base) {
  if (c->definition && base->definition && c->definition == base->definition) return true;
  Expand(c);
  for (const BaseClass& b : c->bases)
    if (b.instance && Inherits(b.instance, base)) return true;
  return c == base;
}

const syntax::ElementModification* Instances::FindAnnotation(const ClassInstance* c, std::string_view name) const {
  return c->definition ? library::FindAnnotation(*c->definition, name, store_.names) : nullptr;
}

std::string Instances::QualifiedName(const ClassInstance* c) const {
  if (c->library_class) return classes_.QualifiedName(c->library_class);
  std::string own(c->name.valid() ? store_.names.text(c->name) : "");
  if (!c->parent || c->parent->is_root) return own;
  std::string prefix = QualifiedName(c->parent);
  return prefix.empty() ? own : prefix + "." + own;
}

std::string Instances::PathText(const Component* component) const {
  if (!component || !component->name.valid()) return "";
  std::string prefix = component->parent() ? PathText(component->parent()) : "";
  std::string own(store_.names.text(component->name));
  if (component->chosen && component->chosen->size() == 1)
    own += fmt::format("[{}]", fmt::join((*component->chosen)[0], ","));
  return prefix.empty() ? own : prefix + "." + own;
}

}  // namespace mica::instance
