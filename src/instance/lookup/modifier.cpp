#include "instance/lookup/modifier.h"

#include <fmt/format.h>
#include <type_traits>

#include "instance/codes.h"

namespace mica::instance {

bool Redeclaration::is_replaceable() const {
  if (declaration) return element->To<syntax::ComponentClause>().prefixes.is_replaceable;
  return element->To<syntax::ClassDefinition>().prefixes.is_replaceable;
}

Modifier* Modifiers::New(Name name, Span span) {
  modifiers_.push_back({});
  modifiers_.back().name = name;
  modifiers_.back().span = span;
  return &modifiers_.back();
}

const Binding* Modifiers::NewBinding(const syntax::Expression* value, const syntax::SyntaxTree* tree,
                                     ClassInstance* scope, Place place, bool is_final) {
  Binding binding{value, tree, scope};
  binding.levels = place.of_component ? place.depth : place.depth == 0 ? 0 : place.depth - 1;
  // The name at depth d stands `depth - d` levels above the value's component, and `each` there frees the component one
  // further up.
  for (std::uint32_t d = 1; d <= place.depth; ++d)
    if (place.each >> d & 1) binding.each |= 1u << (place.depth - d + 1);
  binding.is_final = is_final;
  bindings_.push_back(binding);
  return &bindings_.back();
}

const Modifier* Modifiers::Rooted(const syntax::Modification* modification, const syntax::SyntaxTree* tree,
                                  ClassInstance* scope, Place place) {
  if (!modification) return nullptr;
  Modifier* root = New({}, tree->SpanOf(*modification));
  AddArguments(*root, *modification, tree, scope, place);
  return root;
}

const Modifier* Modifiers::FromSyntax(const syntax::Modification* modification, const syntax::SyntaxTree* tree,
                                      ClassInstance* scope, bool of_component) {
  return Rooted(modification, tree, scope, {0, 0, of_component});
}

// With its modifiers, which are written at the same place: in an array of components they are spread over it as those
// of any element are. A class is not part of the array, whatever it says holds for each element.
const Redeclaration* Modifiers::NewRedeclaration(const Redeclaration& written, Place place) {
  redeclarations_.push_back(written);
  Redeclaration& made = redeclarations_.back();
  if (made.declaration) {
    const auto& clause = made.element->To<syntax::ComponentClause>();
    made.own = Rooted(made.declaration->modification, made.tree, made.scope, place);
    if (clause.constraining) made.constraint = Rooted(clause.constraining->modification, made.tree, made.scope, place);
  } else if (const auto* clause = made.element->To<syntax::ClassDefinition>().constraining) {
    made.constraint = FromSyntax(clause->modification, made.tree, made.scope, false);
  }
  return &made;
}

void Modifiers::AddArguments(Modifier& into, const syntax::Modification& modification, const syntax::SyntaxTree* tree,
                             ClassInstance* scope, Place place) {
  if (modification.value) into.binding = NewBinding(modification.value, tree, scope, place, into.is_final);
  into.removes_value = modification.removes_value;
  constexpr std::uint32_t kDeepest = 30;  // bits of Binding::each
  for (const syntax::Argument* argument : modification.arguments) {
    Span span = tree->SpanOf(*argument);
    Place inner = place;
    ++inner.depth;
    if (inner.depth > kDeepest) {
      sink_.Report(kModifierTooDeep, span, "this modifier is nested more than 30 names deep");
      return;
    }
    if (const auto* element = argument->As<syntax::ElementModification>()) {
      if (element->is_each) inner.each |= 1u << inner.depth;
      // a.b.c(…) = e is a(b(c(…) = e)).
      Modifier* outermost = New(element->names[0], span);
      Modifier* child = outermost;
      for (std::size_t i = 1; i < element->names.size() && inner.depth < kDeepest; ++i) {
        ++inner.depth;
        Modifier* next = New(element->names[i], span);
        child->children.push_back(next);
        child = next;
      }
      child->is_final = element->is_final;
      if (element->modification) AddArguments(*child, *element->modification, tree, scope, inner);
      AddChild(into, outermost);
    } else if (const auto* redeclared = argument->As<syntax::ElementRedeclaration>()) {
      if (!redeclared->element) continue;
      if (redeclared->is_each) inner.each |= 1u << inner.depth;
      if (const auto* definition = redeclared->element->As<syntax::ClassDefinition>()) {
        Modifier* child = New(definition->name, span);
        child->redeclaration = NewRedeclaration({definition, nullptr, tree, scope}, inner);
        child->is_final = definition->prefixes.is_final;
        AddChild(into, child);
      } else if (const auto* clause = redeclared->element->As<syntax::ComponentClause>()) {
        for (const syntax::Declaration* declaration : clause->declarations) {
          Modifier* child = New(declaration->name, span);
          child->redeclaration = NewRedeclaration({clause, declaration, tree, scope}, inner);
          child->is_final = clause->prefixes.is_final;
          AddChild(into, child);
        }
      }
    } else if (const auto* removal = argument->As<syntax::ElementRemoval>()) {
      Modifier* child = New(removal->name, span);
      child->is_removal = true;
      AddChild(into, child);
    } else if (const auto* connect = argument->As<syntax::ConnectRemoval>()) {
      if (connect->connect) into.removed_connects.push_back({connect->connect, tree});
    }
  }
}

void Modifiers::AddChild(Modifier& into, Modifier* child) {
  for (const Modifier*& other : into.children) {
    if (other->name != child->name) continue;
    if ((other->binding && child->binding) || (other->redeclaration && child->redeclaration)) {
      auto& d =
          sink_.Report(kModifiedTwice, child->span, fmt::format("{} is modified twice here", names_.text(child->name)));
      d.notes.push_back({other->span, "the first time"});
      return;
    }
    other = Merge(child, other);
    return;
  }
  into.children.push_back(child);
}

const Modifier* Modifiers::Merge(const Modifier* outer, const Modifier* inner) {
  if (!outer) return inner;
  if (!inner || outer == inner) return outer;
  const Redeclaration* above = outer->redeclaration;
  const Redeclaration* under = inner->redeclaration;
  bool repeats = above && under && IsInChain(above, under);  // an environment that is handed down twice
  if (above && under && !repeats) {
    // A default gives way: to what is redeclared over it, and to what the type under it has chosen for good.
    if (under->is_default) return Merge(outer, WithoutDefault(inner));
    if (above->is_default && !under->is_replaceable()) return Merge(WithoutDefault(outer), inner);
  }
  Modifier* merged = New(outer->name.valid() ? outer->name : inner->name, outer->span);
  bool overrides = outer->binding || (above && !repeats) || (outer->removes_value && inner->binding);
  if (inner->is_final && overrides && (inner->binding || under)) {
    auto& d = sink_.Report(
        kFinalModified, outer->span,
        fmt::format("{} is final and cannot be modified", merged->name.valid() ? names_.text(merged->name) : "this"));
    d.notes.push_back({inner->span, "it was made final here"});
    overrides = false;
  }
  merged->is_final = outer->is_final || inner->is_final;
  merged->is_removal = outer->is_removal || inner->is_removal;
  if (above && !repeats) {
    // A redeclaration stands over all that was said of the element further in; its own modifiers go over that too
    // (7.3.2).
    merged->redeclaration = Over(above, WithoutRedeclaration(inner), under);
    merged->binding = outer->binding;
    merged->removes_value = outer->removes_value;
    merged->is_below_value = outer->is_below_value;
    merged->removed_connects = outer->removed_connects;
    merged->children = outer->children;
    return merged;
  }
  merged->redeclaration = above ? above : under;
  merged->removes_value = outer->removes_value || (inner->removes_value && !outer->binding);
  merged->binding = outer->binding && (overrides || !inner->binding) ? outer->binding
                    : merged->removes_value                          ? nullptr
                                                                     : inner->binding;
  merged->is_below_value = outer->binding ? outer->is_below_value : inner->is_below_value;
  merged->removed_connects = inner->removed_connects;
  merged->removed_connects.insert(merged->removed_connects.end(), outer->removed_connects.begin(),
                                  outer->removed_connects.end());
  merged->children = inner->children;
  // A modifier with all that is said further down, also of what is redeclared there, as something that the value of a
  // record further up goes over: what a later merge leaves of it keeps the mark, and what is put over it has none.
  auto below_value = [this](const auto* at, const auto& mark) -> decltype(at) {
    if (!at) return nullptr;
    if constexpr (std::is_same_v<decltype(at), const Modifier*>) {
      Modifier* below = New(at->name, at->span);
      *below = *at;
      below->is_below_value = true;
      below->redeclaration = mark(at->redeclaration, mark);
      for (const Modifier*& child : below->children) child = mark(child, mark);
      return below;
    } else {
      Redeclaration below = *at;
      below.previous = mark(at->previous, mark);
      below.own = mark(at->own, mark);
      below.constraint = mark(at->constraint, mark);
      below.below = mark(at->below, mark);
      redeclarations_.push_back(below);
      return &redeclarations_.back();
    }
  };
  if (outer->binding && overrides)
    // What the inner one says of fields gives way to the value of the whole record (specification 7.2.3).
    for (const Modifier*& child : merged->children) child = below_value(child, below_value);
  for (const Modifier* child : outer->children) {
    bool found = false;
    for (const Modifier*& other : merged->children)
      if (other->name == child->name) {
        other = Merge(child, other);
        found = true;
        break;
      }
    if (!found) merged->children.push_back(child);
  }
  return merged;
}

bool Modifiers::IsInChain(const Redeclaration* chain, const Redeclaration* other) {
  for (const Redeclaration* at = chain; at; at = at->previous)
    if (at->element == other->element && at->declaration == other->declaration && at->scope == other->scope)
      return true;
  return false;
}

// The outer redeclaration, with what was said and redeclared further in at the end of what it overrides.
const Redeclaration* Modifiers::Over(const Redeclaration* outer, const Modifier* inner, const Redeclaration* previous) {
  if (!inner && !previous) return outer;
  Redeclaration over = *outer;
  if (outer->previous) {
    over.previous = Over(outer->previous, inner, previous);
  } else {
    over.previous = previous;
    over.below = Merge(outer->below, inner);
  }
  redeclarations_.push_back(over);
  return &redeclarations_.back();
}

const Modifier* Modifiers::WithoutValue(const Modifier* modifier) {
  if (!modifier || (!modifier->binding && !modifier->removes_value && !modifier->redeclaration)) return modifier;
  if (modifier->children.empty() && modifier->removed_connects.empty()) return nullptr;
  Modifier* copy = New(modifier->name, modifier->span);
  copy->children = modifier->children;
  copy->removed_connects = modifier->removed_connects;
  return copy;
}

const Modifier* Modifiers::WithoutRedeclaration(const Modifier* modifier) {
  if (!modifier || !modifier->redeclaration) return modifier;
  if (modifier->children.empty() && modifier->removed_connects.empty() && !modifier->binding &&
      !modifier->removes_value)
    return nullptr;
  Modifier* copy = New(modifier->name, modifier->span);
  *copy = *modifier;
  copy->redeclaration = nullptr;
  copy->is_final = modifier->is_final && modifier->binding;
  return copy;
}

const Modifier* Modifiers::WithoutDefault(const Modifier* modifier) {
  const Modifier* left = WithoutRedeclaration(modifier);
  for (const Redeclaration* at = modifier->redeclaration; at; at = at->previous) left = Merge(left, at->below);
  return left;
}

const Modifier* Modifiers::AsDefault(const Modifier* modifier) {
  if (!modifier) return nullptr;
  Modifier changed = *modifier;
  bool is_changed = false;
  for (const Modifier*& child : changed.children) {
    const Modifier* made = AsDefault(child);
    is_changed = is_changed || made != child;
    child = made;
  }
  if (modifier->redeclaration && !modifier->redeclaration->is_default) {
    redeclarations_.push_back(*modifier->redeclaration);
    redeclarations_.back().is_default = true;
    changed.redeclaration = &redeclarations_.back();
    is_changed = true;
  }
  if (!is_changed) return modifier;
  modifiers_.push_back(changed);
  return &modifiers_.back();
}

const Modifier* Modifiers::Redeclare(const std::vector<Redeclaration>& redeclarations) {
  if (redeclarations.empty()) return nullptr;
  Modifier* root = New({}, {});
  for (const Redeclaration& redeclaration : redeclarations) {
    Name name = redeclaration.declaration ? redeclaration.declaration->name
                                          : redeclaration.element->To<syntax::ClassDefinition>().name;
    const syntax::Node& node = redeclaration.declaration ? static_cast<const syntax::Node&>(*redeclaration.declaration)
                                                         : static_cast<const syntax::Node&>(*redeclaration.element);
    Modifier* child = New(name, redeclaration.tree->SpanOf(node.first_token));
    child->redeclaration = NewRedeclaration(redeclaration, {0, 0, true});
    AddChild(*root, child);
  }
  return root;
}

}  // namespace mica::instance
