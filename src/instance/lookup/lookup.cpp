// Lookup of names (specification 5.3): elements, imports, enclosing scopes, and composite names through packages.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/instances.h"
#include "library/older_versions.h"

namespace mica::instance {

ClassElement* Instances::MakeClassElement(ClassInstance* c, library::Class* child) {
  const syntax::ClassDefinition& definition = *child->definition;
  const Modifier* outer = c->modifier ? c->modifier->Find(child->name) : nullptr;
  elements_.push_back({});
  ClassElement* element = &elements_.back();
  element->name = child->name;
  element->definition = &definition;
  element->tree = child->tree;
  element->library_class = child;
  element->container = element->scope = c;
  element->is_protected = definition.is_protected;
  element->is_replaceable = definition.prefixes.is_replaceable;
  const Modifier* constraining =
      definition.constraining ? modifiers_.FromSyntax(definition.constraining->modification, child->tree, c, false)
                              : nullptr;
  element->constraint = constraining;
  if (outer && outer->redeclaration && outer->redeclaration->is_default && !outer->redeclaration->previous &&
      !element->is_replaceable)
    outer = modifiers_.WithoutDefault(outer);  // the class has chosen already
  if (outer && outer->redeclaration) {
    std::vector<const Redeclaration*> chain;  // from the one written nearest to the declaration outwards
    for (const Redeclaration* r = outer->redeclaration; r; r = r->previous) chain.insert(chain.begin(), r);
    // The modifiers of the constraining type: where the declaration has no constraining clause, its own.
    const Modifier* defaults = constraining;
    if (!definition.constraining && definition.form == syntax::ClassForm::kShort)
      defaults = modifiers_.FromSyntax(definition.modification, child->tree, c, false);
    for (const Redeclaration* redeclaration : chain) {
      if (const auto* replacement = redeclaration->element->As<syntax::ClassDefinition>()) {
        Span declared = element->tree->SpanOf(element->definition->name_token);
        if (element->original && !element->is_replaceable) ReportSecond(child->name, outer->span, declared);
        CheckRedeclaration({child->name, outer->span, declared, element->is_replaceable || element->original,
                            element->definition->prefixes.is_final, false, element->is_protected},
                           *redeclaration, replacement->is_protected);
        bool builds_on =
            replacement->form == syntax::ClassForm::kExtends;  // its base is what was there, with its modifiers
        if (builds_on) element->modifier = modifiers_.WithoutValue(redeclaration->below);
        ApplyRedeclaration(*element, *redeclaration, *replacement);
        defaults = modifiers_.Merge(redeclaration->constraint, modifiers_.Merge(redeclaration->below, defaults));
        element->constraint = builds_on ? redeclaration->constraint : modifiers_.AsDefault(defaults);
        DeferConstraint(element);
        continue;
      }
      auto& d = sink_.Report(kRedeclaredKind, outer->span,
                             fmt::format("{} is a class, and is redeclared as a component", names().text(child->name)));
      d.notes.push_back({child->name_span(), "declared here"});
    }
  }
  if (!element->original) DeferConstraint(element);
  element->modifier = modifiers_.WithoutValue(modifiers_.WithoutRedeclaration(outer));
  c->class_index.emplace(child->name, element);
  c->classes.push_back(element);
  return element;
}

// `element` becomes what the redeclaration says, and remembers what it was.
void Instances::ApplyRedeclaration(ClassElement& element, const Redeclaration& redeclaration,
                                   const syntax::ClassDefinition& replacement) {
  elements_.push_back(element);
  ClassElement* original = &elements_.back();
  element.original = original;
  element.definition = &replacement;
  element.tree = redeclaration.tree;
  element.scope = redeclaration.scope;
  element.is_replaceable = replacement.prefixes.is_replaceable;
  // A redeclaration in the body of an heir stands in the class tree; one in a modifier does not.
  element.library_class = nullptr;
  if (redeclaration.scope->library_class) {
    library::Class* there = classes_.FindChild(redeclaration.scope->library_class, element.name);
    if (there && there->definition == &replacement) element.library_class = there;
  }
}

ClassElement* Instances::FindOwnClass(ClassInstance* c, Name name) {
  if (auto found = c->class_index.find(name); found != c->class_index.end()) return found->second;
  if (!c->library_class || (c->definition && !c->definition->is_long())) return nullptr;
  library::Class* child = classes_.FindChild(c->library_class, name);
  if (!child) return nullptr;
  // What an heir redeclares is an element of the base that declared it.
  bool redeclares = child->definition->prefixes.is_redeclare || child->definition->form == syntax::ClassForm::kExtends;
  if (redeclares && !c->is_root) return nullptr;
  return MakeClassElement(c, child);
}

Found Instances::FindElement(ClassInstance* c, Name name) {
  Expand(c);
  if (auto found = c->component_index.find(name); found != c->component_index.end())
    return {nullptr, found->second->same_as ? found->second->same_as : found->second};
  if (ClassElement* element = FindOwnClass(c, name)) return {element, nullptr};
  for (const BaseClass& base : c->bases)
    if (base.instance)
      if (Found found = FindElement(base.instance, name)) return found;
  return {};
}

Found Instances::LookupImports(ClassInstance* scope, Name name) {
  for (const ImportedName& import : scope->imports) {
    if (import.name != name) continue;
    Span span = scope->tree->SpanOf(*import.import->path);
    std::span<const Name> path = import.path;
    if (path.size() == 1) {
      if (ClassElement* element = FindOwnClass(&root_, path[0])) return {element, nullptr};
      ReportUnknown(&root_, path[0], span, false);
      return {};
    }
    ClassInstance* package = LookupClass(&root_, path.first(path.size() - 1), true, span);
    if (!package) return {};
    Found found = FindElement(package, path.back());
    if (!found)
      ReportUnknown(package, path.back(), span, true);
    else if (CheckVisible(package, found, path.back(), span))
      CheckImported(package, found, span);
    return found;
  }
  Found all;
  for (const syntax::Import* import : scope->wildcard_imports) {
    Span span = scope->tree->SpanOf(*import->path);
    ClassInstance* package = LookupClass(&root_, import->path->names, true, span);
    if (!package) continue;
    Found found = FindElement(package, name);
    if (!found || IsProtected(package, found)) continue;
    CheckImported(package, found, span);
    if (all && (all.component != found.component || all.class_element != found.class_element))
      sink_
          .Report(
              kAmbiguousImport, span,
              fmt::format("{} is in this package and in another one that is imported with `.*`", names().text(name)))
          .hint = "import it by its full name";
    else
      all = found;
  }
  return all;
}

// 13.2.1: packages and what is in them.
void Instances::CheckImported(const ClassInstance* from, const Found& found, Span span) {
  bool is_package = found.class_element && found.class_element->definition &&
                    found.class_element->definition->class_kind == syntax::ClassKind::kPackage;
  if (is_package || from->is_root || from->kind() == syntax::ClassKind::kPackage) return;
  auto& d = sink_.Report(kImportOfNonPackage, span,
                         fmt::format("only packages and what they contain can be imported, but {} is a {}",
                                     QualifiedName(from), syntax::Spelling(from->kind())));
  if (from->definition) d.notes.push_back({from->tree->SpanOf(from->definition->name_token), "declared here"});
}

Found Instances::Lookup(ClassInstance* scope, Name name) {
  for (ClassInstance* c = scope; c; c = c->parent) {
    if (c->is_root) break;
    if (Found found = FindElement(c, name)) return found;
    if (Found found = LookupImports(c, name)) return found;
    if (c->definition && c->definition->is_encapsulated) break;
  }
  if (ClassElement* element = FindOwnClass(&root_, name)) return {element, nullptr};
  return {};
}

// Whether an import of this name is in sight: it leads nowhere then, which was reported.
bool Instances::IsFailedImport(const ClassInstance* scope, Name name) const {
  for (const ClassInstance* c = scope; c; c = c->parent)
    for (const ImportedName& import : c->imports)
      if (import.name == name) return true;
  return false;
}

namespace {

// Names from other languages and books.
std::string_view CounterpartOf(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kCounterparts[] = {
      {"ln", "the natural logarithm is log(x)"},
      {"PI", "constant Real pi = 2*asin(1) declares it; the Standard Library has pi in its package Constants"},
      {"Pi", "constant Real pi = 2*asin(1) declares it; the Standard Library has pi in its package Constants"},
      {"pi", "constant Real pi = 2*asin(1) declares it; the Standard Library has pi in its package Constants"},
      {"pow", "a power is x^y"},
      {"fabs", "the absolute value is abs(x)"},
      {"arcsin", "the inverse of sin is asin(x)"},
      {"arccos", "the inverse of cos is acos(x)"},
      {"arctan", "the inverse of tan is atan(x)"},
      {"round", "integer(x + 0.5) rounds to the nearest"},
      {"str", "String(x) makes text of a number"},
      {"length", "the size of a vector is size(v, 1)"},
      {"None", "there is no value for nothing in Modelica: a conditional declaration leaves a component out"},
      {"null", "there is no value for nothing in Modelica: a conditional declaration leaves a component out"},
      {"True", "the literal is true"},
      {"False", "the literal is false"},
      {"TRUE", "the literal is true"},
      {"FALSE", "the literal is false"},
  };
  for (const auto& [other, hint] : kCounterparts)
    if (other == name) return hint;
  return {};
}

// A class that the library had once: text for an older version of it. Empty if there is none.
std::string OlderVersionHint(const ClassInstance* scope, std::string_view name, library::ClassTree& classes,
                             NameTable& names) {
  const library::Class* top = scope->library_class;
  if (!top) return {};
  std::string full = classes.QualifiedName(top) + "." + std::string(name);
  while (top->parent && top->parent->name.valid()) top = top->parent;
  std::vector<std::string> versions = library::OlderVersionsWith(full, top, classes, names);
  if (versions.empty()) return {};
  std::string_view library = names.text(top->name);
  return fmt::format(
      "{} was in {} {}, and there is {} {}: `mica convert --from '{} {}' FILE` rewrites text for it, or say "
      "annotation(uses({}(version = \"{}\")))",
      full, library, versions[0], library, classes.FactsOf(top).version, library, versions[0], library, versions[0]);
}

}  // namespace

void Instances::ReportUnknown(ClassInstance* scope, Name name, Span span, bool is_member,
                              std::span<const std::string_view> also) {
  if (!is_member && IsFailedImport(scope, name)) return;
  std::vector<std::string_view> candidates(also.begin(), also.end());
  for (ClassInstance* c = scope; c; c = is_member ? nullptr : c->parent) {
    if (c->is_root && is_member) break;
    ForEachClass(c, [&](ClassInstance* part) {
      for (const Component* component : part->components) candidates.push_back(names().text(component->name));
      for (const ImportedName& import : part->imports) candidates.push_back(names().text(import.name));
      if (part->library_class)
        for (Name child : classes_.ChildNames(part->library_class)) candidates.push_back(names().text(child));
    });
  }
  std::string_view text = names().text(name);
  bool is_top = scope->is_root;
  auto& d = is_member && !is_top
                ? sink_.Report(kNoSuchElement, span, fmt::format("{} has no element {}", QualifiedName(scope), text))
                : sink_.Report(kNotDeclared, span, fmt::format("{} is not declared", text));
  if (is_member && !is_top) d.hint = OlderVersionHint(scope, text, classes_, names());
  if (!d.hint.empty()) return;
  if (std::string_view counterpart = is_member ? "" : CounterpartOf(text); !counterpart.empty()) {
    d.hint = counterpart;
  } else if (auto near = NearestSpelling(text, candidates); !near.empty()) {
    d.hint = fmt::format("did you mean {}?", near);
  } else if (is_member && !is_top && !candidates.empty() && candidates.size() <= 8) {
    d.hint = fmt::format("it has {}", fmt::join(candidates, ", "));
  }
}

// One name of a composite class name.
ClassInstance* Instances::Step(ClassInstance* c, Name name, Span span, bool first) {
  Found found = first ? Lookup(c, name) : FindElement(c, name);
  if (found && !first) CheckUseOf(c, found, name, span);
  if (found.class_element) return InstanceOf(found.class_element);
  if (found.component) {
    auto& d = sink_.Report(kComponentAsClass, span,
                           fmt::format("{} is a component, but a class is required here", names().text(name)));
    d.notes.push_back({found.component->span(), "declared here"});
    return nullptr;
  }
  ReportUnknown(c, name, span, !first);
  return nullptr;
}

ClassInstance* Instances::LookupClass(ClassInstance* scope, std::span<const Name> path, bool from_root, Span span) {
  ClassInstance* c = from_root ? &root_ : scope;
  for (std::size_t i = 0; i < path.size(); ++i) {
    bool first = i == 0;
    if (first && path.size() > 1 &&
        !(from_root ? static_cast<bool>(FindElement(&root_, path[0])) : static_cast<bool>(Lookup(c, path[0])))) {
      if (!from_root && IsFailedImport(scope, path[0])) return nullptr;
      // The first of several names is as a rule a library.
      std::string name(names().text(path[0]));
      auto& d = sink_.Report(kLibraryNotFound, span, fmt::format("the library or class {} is not found", name));
      std::string where;
      for (const auto& directory : classes_.search_path()) where += (where.empty() ? "" : ", ") + directory.string();
      d.notes.push_back({{}, where.empty() ? "MODELICAPATH is empty" : "looked for in " + where});
      d.hint = fmt::format(
          "install it with `mica install {}` (or its directory, ZIP archive or Git address), or name its directory "
          "with --library or MODELICAPATH",
          name);
      return nullptr;
    }
    c = first && from_root ? (FindOwnClass(&root_, path[0]) ? InstanceOf(FindOwnClass(&root_, path[0])) : nullptr)
                           : Step(c, path[i], span, first);
    if (!c) {
      if (first && from_root) ReportUnknown(&root_, path[0], span, false);
      return nullptr;
    }
  }
  return c;
}

ClassInstance* Instances::LookupClass(ClassInstance* scope, const syntax::TypeName& name,
                                      const syntax::SyntaxTree& tree) {
  if (name.names.empty()) return nullptr;
  return LookupClass(scope, name.names, name.leading_dot, tree.SpanOf(name));
}

}  // namespace mica::instance
