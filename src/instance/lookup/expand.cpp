// Expansion of a class instance: its elements, bases and imports with the modifiers that apply to them (specification
// 5.6.1, 7.1 to 7.4).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/instances.h"
#include "instance/rules/class_rules.h"

namespace mica::instance {

namespace {

// Specification 4.9.
bool HasAttribute(Primitive primitive, Attribute attribute) {
  switch (attribute) {
    case Attribute::kQuantity:
    case Attribute::kStart:
    case Attribute::kFixed:
      return primitive != Primitive::kClock && primitive != Primitive::kExternalObject;
    case Attribute::kMin:
    case Attribute::kMax:
      return primitive == Primitive::kReal || primitive == Primitive::kInteger || primitive == Primitive::kEnumeration;
    default:
      return primitive == Primitive::kReal;
  }
}

// Enumerations with the same literals are type compatible (specification 6.7): they are one type, the first of them.
EnumId SameLiterals(EnumId id, const Types& types) {
  for (std::uint32_t i = 0; i < id.index(); ++i)
    if (types.enumeration(EnumId(i)).literals == types.enumeration(id).literals &&
        !types.enumeration(id).literals.empty())
      return EnumId(i);
  return id;
}

// A redeclaration with the same type that changes array dimensions is allowed whether the component is replaceable or
// not (specification 7.3.3).
bool OnlyGivesSizes(const syntax::ComponentClause& clause, const syntax::Declaration& declaration,
                    const syntax::ComponentClause& new_clause, const syntax::Declaration& new_declaration) {
  if (!clause.type || !new_clause.type || !std::ranges::equal(clause.type->names, new_clause.type->names)) return false;
  std::size_t rank = declaration.subscripts.size() + clause.subscripts.size();
  return rank > 0 && rank == new_declaration.subscripts.size() + new_clause.subscripts.size();
}

}  // namespace

bool Instances::Expand(ClassInstance* c) {
  if (c->expansion == Progress::kDone) return true;
  if (c->expansion == Progress::kFailed || c->expansion == Progress::kUnderway) return false;
  DiagnosticSink::Mark before = sink_.mark();
  c->expansion = Progress::kUnderway;
  const syntax::ClassDefinition& definition = *c->definition;
  switch (definition.form) {
    case syntax::ClassForm::kLong:
    case syntax::ClassForm::kExtends:
      ExpandLong(c);
      break;
    case syntax::ClassForm::kShort:
      if (definition.base) {
        c->bases.push_back({definition.base, definition.modification});
        c->base_places.push_back(0);
        ExpandBases(c, {});
      }
      break;
    case syntax::ClassForm::kEnumeration: {
      EnumDefinition enumeration{names().Intern(QualifiedName(c)), {}};
      for (const syntax::EnumerationLiteral* literal : definition.literals) {
        if (std::ranges::find(enumeration.literals, literal->name) != enumeration.literals.end())
          sink_.Report(kLiteralTwice, c->tree->SpanOf(*literal),
                       fmt::format("the enumeration has the literal {} twice", names().text(literal->name)));
        else
          enumeration.literals.push_back(literal->name);
      }
      c->primitive = Primitive::kEnumeration;
      c->primitive_type =
          store_.types.Enumeration(SameLiterals(store_.types.AddEnumeration(std::move(enumeration)), store_.types));
      break;
    }
    case syntax::ClassForm::kDerivative:
      break;  // has no elements; see Elaboration::PartialDerivativeOf
  }
  c->expansion = !sink_.HasErrorsSince(before) ? Progress::kDone : Progress::kFailed;
  if (checked_.insert(c->definition).second) CheckClassRules(c, *this);
  return c->expansion == Progress::kDone;
}

void Instances::ExpandLong(ClassInstance* c) {
  std::vector<Redeclaration> redeclarations;
  if (c->definition->form == syntax::ClassForm::kExtends) {
    c->bases.push_back({nullptr, c->definition->modification});
    c->base_places.push_back(0);
  }
  for (const syntax::Element* element : c->definition->elements) {
    if (const auto* clause = element->As<syntax::ComponentClause>()) {
      if (clause->prefixes.is_redeclare)
        for (const syntax::Declaration* declaration : clause->declarations)
          redeclarations.push_back({clause, declaration, c->tree, c, true});
      else
        AddComponents(c, *clause);
    } else if (const auto* extends = element->As<syntax::Extends>()) {
      c->bases.push_back({extends->base, extends->modification, extends, nullptr, extends->is_protected});
      c->base_places.push_back(static_cast<std::uint32_t>(c->components.size()));
    } else if (const auto* import = element->As<syntax::Import>()) {
      AddImport(c, *import);
    } else if (const auto* nested = element->As<syntax::ClassDefinition>()) {
      if (nested->prefixes.is_redeclare || nested->form == syntax::ClassForm::kExtends)
        redeclarations.push_back({nested, nullptr, c->tree, c, true});
    }
  }
  ExpandBases(c, redeclarations);
}

void Instances::ExpandBases(ClassInstance* c, const std::vector<Redeclaration>& redeclarations) {
  const Modifier* in_body = modifiers_.Redeclare(redeclarations);
  for (std::size_t k = 0; k < c->bases.size(); ++k) {
    BaseClass base = c->bases[k];
    bool is_short = c->definition->form == syntax::ClassForm::kShort;
    ClassInstance* scope = is_short ? c->parent : c;
    ClassInstance* plain = nullptr;
    if (base.name) {
      if (base.name->names.empty()) continue;  // a syntax error, reported
      plain = LookupClass(scope, *base.name, *c->tree);
    } else {
      plain = BaseOfClassExtends(c);
    }
    if (!plain) continue;
    Span span = base.name ? c->tree->SpanOf(*base.name) : c->tree->SpanOf(c->definition->name_token);
    bool is_cycle = plain->definition && (plain->definition == c->definition && !is_short && base.name != nullptr);
    for (ClassInstance* up = c; up && !is_cycle; up = up->heir)
      is_cycle = plain->definition && up->definition == plain->definition && base.name != nullptr && up != c;
    if (is_cycle || plain->expansion == Progress::kUnderway) {
      if (is_cycle || plain == c) {
        sink_.Report(kInheritsItself, span, fmt::format("{} inherits from itself", QualifiedName(c)));
        continue;
      }
    }
    const Modifier* written = modifiers_.FromSyntax(base.modification, c->tree, scope, false);
    const Modifier* own = modifiers_.Merge(modifiers_.Merge(in_body, written), c->constraint);
    ClassInstance* instance =
        Specialise(plain, modifiers_.Merge(modifiers_.WithoutValue(c->modifier), own), c->component);
    instance->heir = c;
    c->bases[k].instance = instance;
    Expand(instance);
    CheckModifierNames(instance, written, false);
  }
  MarkRepeated(c);
  // A redeclaration in the body must find what it redeclares in a base.
  for (const Redeclaration& redeclaration : redeclarations) {
    Name name = redeclaration.declaration ? redeclaration.declaration->name
                                          : redeclaration.element->To<syntax::ClassDefinition>().name;
    bool found = std::ranges::any_of(c->bases, [&](const BaseClass& base) {
      return !base.instance || static_cast<bool>(FindElement(base.instance, name));
    });
    if (!found && name.valid()) {
      const syntax::Node& node = redeclaration.declaration
                                     ? static_cast<const syntax::Node&>(*redeclaration.declaration)
                                     : static_cast<const syntax::Node&>(*redeclaration.element);
      sink_.Report(kRedeclaresNothing, c->tree->SpanOf(node),
                   fmt::format("{} redeclares nothing: no base class has an element of this name", names().text(name)));
    }
  }
}

// Of components that come twice, by two bases or by a base and the class itself, one is kept.
void Instances::MarkRepeated(ClassInstance* c) {
  if (c->bases.empty() || (c->bases.size() == 1 && c->components.empty())) return;
  std::unordered_map<Name, Component*> seen = c->component_index;
  for (const BaseClass& base : c->bases)
    if (base.instance)
      ForEachComponent(base.instance, [&](Component* component) {
        auto [other, is_new] = seen.emplace(component->name, component);
        if (is_new || other->second == component) return;
        component->same_as = other->second;
        if (component->declaration != other->second->declaration) DeferTwins(component, other->second);
      });
}

// `redeclare model extends M`: the base is what M was before, in the base class that has it.
ClassInstance* Instances::BaseOfClassExtends(ClassInstance* c) {
  const ClassElement* original = c->element ? c->element->original : nullptr;
  if (!original) {
    sink_.Report(kExtendsNothing, c->tree->SpanOf(c->definition->name_token),
                 fmt::format("there is no inherited class {} to extend here", names().text(c->name)));
    return nullptr;
  }
  return InstanceOf(const_cast<ClassElement*>(original));
}

// What a redeclaration takes over from what it overrides (specification 7.3.2): the modifiers of the constraining type,
// which are those of the constraining clauses, of the original declaration if it has none, and those by which the
// element was modified in between. Those of an earlier redeclaration itself do not count.
const Modifier* Instances::DefaultsOf(const Redeclaration& redeclaration, const Modifier* of_declaration) {
  if (const Redeclaration* previous = redeclaration.previous) {
    of_declaration = DefaultsOf(*previous, of_declaration);
    of_declaration = modifiers_.Merge(previous->constraint, of_declaration);
  }
  return modifiers_.Merge(redeclaration.below, of_declaration);
}

void Instances::AddComponents(ClassInstance* c, const syntax::ComponentClause& clause) {
  for (const syntax::Declaration* declaration : clause.declarations) {
    if (!declaration->name.valid()) continue;
    const Modifier* outer = c->modifier ? c->modifier->Find(declaration->name) : nullptr;
    if (outer && outer->is_removal) continue;
    if (auto other = c->component_index.find(declaration->name); other != c->component_index.end()) {
      auto& d =
          sink_.Report(kDeclaredTwice, c->tree->SpanOf(declaration->first_token),
                       fmt::format("{} is declared twice in {}", names().text(declaration->name), QualifiedName(c)));
      d.notes.push_back({other->second->span(), "the first declaration"});
      continue;
    }
    Component* component = NewComponent();
    component->name = declaration->name;
    component->clause = &clause;
    component->declaration = declaration;
    component->tree = c->tree;
    component->container = component->scope = c;
    component->is_protected = clause.is_protected;
    component->is_final = clause.prefixes.is_final;
    component->is_inner = clause.prefixes.is_inner;
    component->is_outer = clause.prefixes.is_outer;
    component->is_replaceable = clause.prefixes.is_replaceable;
    const Modifier* own = modifiers_.FromSyntax(declaration->modification, c->tree, c, true);
    const Modifier* constraining =
        clause.constraining ? modifiers_.FromSyntax(clause.constraining->modification, c->tree, c, true) : nullptr;
    if (outer && outer->redeclaration && outer->redeclaration->is_default && !outer->redeclaration->previous &&
        !component->is_replaceable)
      outer = modifiers_.WithoutDefault(outer);  // the type has chosen already
    if (outer && outer->redeclaration) {
      const Redeclaration& redeclaration = *outer->redeclaration;
      if (!redeclaration.declaration) {
        auto& d =
            sink_.Report(kRedeclaredKind, outer->span,
                         fmt::format("{} is a component, and is redeclared as a class", names().text(component->name)));
        d.notes.push_back({component->span(), "declared here"});
      } else {
        const auto& new_clause = redeclaration.element->To<syntax::ComponentClause>();
        bool is_constant = clause.variability == syntax::Variability::kConstant;
        const Redeclaration* before = redeclaration.previous;
        bool may_replace =
            component->is_replaceable || OnlyGivesSizes(clause, *declaration, new_clause, *redeclaration.declaration);
        CheckRedeclaration({component->name, outer->span, component->span(), may_replace, component->is_final,
                            is_constant, component->is_protected},
                           redeclaration, new_clause.is_protected);
        if (before && before->declaration && !before->is_replaceable())
          ReportSecond(component->name, outer->span, before->tree->SpanOf(before->declaration->first_token));
        c->original_clauses.emplace(component->name, &clause);
        c->original_declarations.emplace(component->name, declaration);
        component->clause = &new_clause;
        component->declaration = redeclaration.declaration;
        component->tree = redeclaration.tree;
        component->scope = redeclaration.scope;
        component->is_redeclared = true;
        component->is_final = component->is_final || new_clause.prefixes.is_final;
        const Modifier* defaults = DefaultsOf(redeclaration, clause.constraining ? constraining : own);
        own = modifiers_.Merge(redeclaration.own,
                               modifiers_.AsDefault(modifiers_.Merge(redeclaration.constraint, defaults)));
        constraining = nullptr;
      }
    }
    component->modifier = modifiers_.Merge(modifiers_.WithoutRedeclaration(outer), modifiers_.Merge(own, constraining));
    component->binding = component->modifier ? component->modifier->binding : nullptr;
    DeferConstraint(component, c, clause, component->is_redeclared ? outer->redeclaration : nullptr);
    if (component->is_final && outer && outer->binding) {
      auto& d = sink_.Report(kFinalModified, outer->span,
                             fmt::format("{} is final and cannot be modified", names().text(component->name)));
      d.notes.push_back({component->span(), "declared final here"});
    }
    c->components.push_back(component);
    c->component_index.emplace(component->name, component);
  }
}

// 7.3.3: what may be redeclared, and how.
void Instances::CheckRedeclaration(const Redeclared& what, const Redeclaration& redeclaration, bool is_protected) {
  std::string_view name = names().text(what.name);
  if (!what.is_replaceable) {
    auto& d = sink_.Report(kNotReplaceable, what.span,
                           fmt::format("{} is not replaceable, so it cannot be redeclared", name));
    d.notes.push_back({what.declared, "declared here"});
    d.hint = "write `replaceable` before its declaration";
  } else if (what.is_final || what.is_constant) {
    auto& d =
        sink_.Report(kFixedElementRedeclared, what.span,
                     fmt::format("{} is {}, so it cannot be redeclared", name, what.is_final ? "final" : "a constant"));
    d.notes.push_back({what.declared, "declared here"});
  } else if (redeclaration.in_body && is_protected != what.is_protected) {
    auto& d =
        sink_.Report(kRedeclaredVisibility, what.span,
                     fmt::format("{} is {}, and is redeclared as {}", name, what.is_protected ? "protected" : "public",
                                 is_protected ? "protected" : "public"));
    d.notes.push_back({what.declared, "declared here"});
  }
}

// 7.3.3: what was redeclared is replaceable again only if the redeclaration says so.
void Instances::ReportSecond(Name name, Span span, Span first) {
  auto& d = Breach(kRedeclaredAgain, "7.3.3", span,
                   fmt::format("{} was redeclared before without `replaceable`, so it cannot be redeclared again",
                               names().text(name)));
  d.notes.push_back({first, "redeclared here"});
}

void Instances::AddImport(ClassInstance* c, const syntax::Import& import) {
  if (!import.path || import.path->names.empty()) return;
  std::vector<Name> path(import.path->names.begin(), import.path->names.end());
  switch (import.form) {
    case syntax::ImportForm::kQualified:
      c->imports.push_back({path.back(), &import, path});
      break;
    case syntax::ImportForm::kRenamed:
      c->imports.push_back({import.alias, &import, path});
      break;
    case syntax::ImportForm::kUnqualified:
      c->wildcard_imports.push_back(&import);
      break;
    case syntax::ImportForm::kList:
      for (Name name : import.names) {
        std::vector<Name> full = path;
        full.push_back(name);
        c->imports.push_back({name, &import, std::move(full)});
      }
      break;
  }
}

namespace {

// 'its parameters are R, T_ref, alpha'; empty if it has none.
std::string ParametersOf(ClassInstance* c, Instances& instances) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string_view> parameters;
  instances.ForEachClass(c, [&](ClassInstance* part) {
    for (const Component* component : part->components)
      if (component->clause && component->clause->variability == syntax::Variability::kParameter &&
          !component->is_protected && !component->is_final)
        parameters.push_back(instances.names().text(component->name));
  });
  if (parameters.empty()) return {};
  bool is_long = parameters.size() > kMost;
  if (is_long) parameters.resize(kMost);
  return fmt::format("its parameters are {}{}", fmt::join(parameters, ", "), is_long ? ", …" : "");
}

}  // namespace

void Instances::CheckModifierNames(ClassInstance* c, const Modifier* modifier, bool from_outside) {
  if (!modifier) return;
  for (const Modifier* child : modifier->children) {
    if (Found found = FindElement(c, child->name)) {
      if (from_outside && !child->is_removal && IsProtected(c, found)) {
        auto& d = sink_.Report(kProtectedModified, child->span,
                               fmt::format("{} is protected in {}, so it cannot be modified from outside",
                                           names().text(child->name), QualifiedName(c)));
        Span declared = found.component
                            ? found.component->span()
                            : found.class_element->tree->SpanOf(found.class_element->definition->name_token);
        d.notes.push_back({declared, "declared here"});
      }
      continue;
    }
    PrimitiveClass primitive = PrimitiveOf(c);
    std::vector<std::string_view> candidates;
    if (primitive.primitive != Primitive::kNone) {
      for (int a = 0; a < static_cast<int>(Attribute::kCount); ++a)
        if (HasAttribute(primitive.primitive, static_cast<Attribute>(a)))
          candidates.push_back(AttributeName(static_cast<Attribute>(a)));
      if (std::ranges::find(candidates, names().text(child->name)) != candidates.end()) continue;
    }
    bool complete = true;
    ForEachClass(c, [&](ClassInstance* part) {
      complete = complete && part->expansion == Progress::kDone;
      for (const Component* component : part->components) candidates.push_back(names().text(component->name));
    });
    if (!complete && primitive.primitive == Primitive::kNone) continue;  // something else was reported
    if (child->is_removal) continue;
    std::string_view what = primitive.primitive != Primitive::kNone ? "attribute" : "element";
    auto& d = sink_.Report(kModifiesNothing, child->span,
                           fmt::format("{} has no {} {} to modify", c->name.valid() ? QualifiedName(c) : "the class",
                                       what, names().text(child->name)));
    if (auto near = NearestSpelling(names().text(child->name), candidates); !near.empty())
      d.hint = fmt::format("did you mean {}?", near);
    else
      d.hint = ParametersOf(c, *this);
    if (c->definition) d.notes.push_back({c->tree->SpanOf(c->definition->name_token), "the class is declared here"});
  }
}

}  // namespace mica::instance
