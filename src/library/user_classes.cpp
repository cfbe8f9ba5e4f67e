#include "library/user_classes.h"

#include <algorithm>

namespace mica::library {

namespace {
constexpr int kDeepestInheritance = 100;  // a class that inherits from itself ends there
}

UserClasses::UserClasses(std::span<const syntax::SyntaxTree* const> trees, std::string library,
                         std::unordered_set<std::string> old_names, const NameTable& names)
    : library_(std::move(library)), old_names_(std::move(old_names)), names_(names) {
  // Packages before what is within them.
  std::vector<const syntax::SyntaxTree*> sorted(trees.begin(), trees.end());
  auto depth = [](const syntax::SyntaxTree* tree) {
    return tree->root().within ? tree->root().within->names.size() : 0;
  };
  std::ranges::stable_sort(sorted, {}, depth);
  for (const syntax::SyntaxTree* tree : sorted) {
    UserClass* parent = &root_;
    if (tree->root().within) {
      for (Name name : tree->root().within->names) {
        auto found = parent->classes.find(name);
        if (found == parent->classes.end()) break;
        parent = found->second;
      }
    }
    for (const syntax::ClassDefinition* definition : tree->root().classes)
      if (definition->name.valid()) Add(*definition, *tree, parent);
  }
}

UserClass* UserClasses::Add(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree,
                            UserClass* parent) {
  UserClass* c = &classes_.emplace_back();
  c->definition = &definition;
  c->tree = &tree;
  c->parent = parent;
  parent->classes[definition.name] = c;
  by_definition_[&definition] = c;
  if (definition.base && definition.form == syntax::ClassForm::kShort) c->bases.push_back(definition.base);
  for (const syntax::Element* element : definition.elements) {
    if (const auto* nested = element->As<syntax::ClassDefinition>()) {
      if (nested->name.valid()) Add(*nested, tree, c);
    } else if (const auto* clause = element->As<syntax::ComponentClause>()) {
      for (const syntax::Declaration* declaration : clause->declarations) c->components[declaration->name] = clause;
    } else if (const auto* import = element->As<syntax::Import>()) {
      c->imports.push_back(import);
    } else if (const auto* extends = element->As<syntax::Extends>()) {
      if (extends->base) c->bases.push_back(extends->base);
    }
  }
  return c;
}

UserClass* UserClasses::Find(const syntax::ClassDefinition& definition) {
  auto found = by_definition_.find(&definition);
  return found == by_definition_.end() ? nullptr : found->second;
}

std::string UserClasses::Join(std::span<const Name> names) const {
  std::string text;
  for (Name name : names) text += (text.empty() ? "" : ".") + std::string(names_.text(name));
  return text;
}

Meaning UserClasses::FromRoot(std::span<const Name> names) {
  Meaning found;
  if (names.empty()) return found;
  if (names_.text(names[0]) == library_) {
    found.library = Join(names);
    found.parts = names.size();
    return found;
  }
  UserClass* c = &root_;
  for (; found.parts < names.size(); ++found.parts) {
    UserClass* next = c == &root_ ? (root_.classes.contains(names[0]) ? root_.classes[names[0]] : nullptr)
                                  : FindInside(c, names[found.parts], 0);
    if (!next) break;
    c = next;
  }
  if (found.parts > 0) found.user = c;
  return found;
}

// A class inside of `c`, own or inherited from a user's class.
UserClass* UserClasses::FindInside(UserClass* c, Name name, int depth) {
  if (auto own = c->classes.find(name); own != c->classes.end()) return own->second;
  if (depth > kDeepestInheritance) return nullptr;
  for (const syntax::TypeName* base : c->bases) {
    // A base is looked up outside of what it gives.
    Meaning meaning = c->parent ? Lookup(c->parent, base->names, base->leading_dot) : Meaning{};
    if (meaning.user && !meaning.component && meaning.user != c && meaning.parts == base->names.size())
      if (UserClass* inherited = FindInside(meaning.user, name, depth + 1)) return inherited;
  }
  return nullptr;
}

const syntax::ComponentClause* UserClasses::FindComponent(UserClass* c, Name name, UserClass*& owner, int depth) {
  if (auto own = c->components.find(name); own != c->components.end()) {
    owner = c;
    return own->second;
  }
  if (depth > kDeepestInheritance) return nullptr;
  for (const syntax::TypeName* base : c->bases) {
    Meaning meaning = c->parent ? Lookup(c->parent, base->names, base->leading_dot) : Meaning{};
    if (meaning.user && !meaning.component && meaning.user != c && meaning.parts == base->names.size())
      if (const auto* inherited = FindComponent(meaning.user, name, owner, depth + 1)) return inherited;
  }
  return nullptr;
}

bool UserClasses::LookupImports(UserClass* scope, std::span<const Name> names, Meaning& found) {
  auto follow = [&](std::vector<Name> path) {
    std::size_t imported = path.size();
    path.insert(path.end(), names.begin() + 1, names.end());
    Meaning meaning = FromRoot(path);
    if (!meaning.library.empty()) {
      meaning.alias = Join(std::span<const Name>(path).first(imported));
      meaning.parts = names.size();
    } else {
      meaning.parts = meaning.parts >= imported ? meaning.parts - imported + 1 : 0;
    }
    found = std::move(meaning);
    return found.user || !found.library.empty();
  };
  for (const syntax::Import* import : scope->imports) {
    if (!import->path || import->path->names.empty()) continue;
    std::vector<Name> path(import->path->names.begin(), import->path->names.end());
    if (import->form == syntax::ImportForm::kRenamed && import->alias == names[0]) return follow(path);
    if (import->form == syntax::ImportForm::kQualified && path.back() == names[0]) return follow(path);
    if (import->form == syntax::ImportForm::kList &&
        std::ranges::find(import->names, names[0]) != import->names.end()) {
      path.push_back(names[0]);
      return follow(path);
    }
    if (import->form == syntax::ImportForm::kUnqualified) {
      path.push_back(names[0]);
      if (old_names_.contains(Join(path))) return follow(path);
    }
  }
  return false;
}

Meaning UserClasses::Lookup(UserClass* scope, std::span<const Name> names, bool from_root) {
  if (names.empty() || from_root || !scope) return FromRoot(names);
  if (depth_ > kDeepestInheritance) return {};
  ++depth_;
  Meaning meaning = LookupFrom(scope, names);
  --depth_;
  return meaning;
}

Meaning UserClasses::LookupFrom(UserClass* scope, std::span<const Name> names) {
  for (UserClass* s = scope; s && s != &root_; s = s->parent) {
    Meaning found;
    if (const auto* clause = FindComponent(s, names[0], found.user, 0)) {
      found.component = clause;
      found.parts = 1;
      return found;
    }
    if (UserClass* c = FindInside(s, names[0], 0)) {
      found.parts = 1;
      for (; found.parts < names.size(); ++found.parts) {
        UserClass* next = FindInside(c, names[found.parts], 0);
        if (!next) break;
        c = next;
      }
      found.user = c;
      return found;
    }
    if (LookupImports(s, names, found)) return found;
    if (s->definition->is_encapsulated) break;
  }
  return FromRoot(names);
}

void UserClasses::AddBases(UserClass* c, std::vector<std::string>& found, int depth) {
  if (depth > kDeepestInheritance) return;
  for (const syntax::TypeName* base : c->bases) {
    Meaning meaning = Lookup(c->parent, base->names, base->leading_dot);
    // Imports of the class itself count too.
    if (meaning.library.empty() && !meaning.user && !base->leading_dot) LookupImports(c, base->names, meaning);
    if (!meaning.library.empty())
      found.push_back(meaning.library);
    else if (meaning.user && !meaning.component && meaning.user != c && meaning.parts == base->names.size())
      AddBases(meaning.user, found, depth + 1);
  }
}

std::vector<std::string> UserClasses::LibraryBasesOf(UserClass* c) {
  std::vector<std::string> found;
  if (c && c != &root_) AddBases(c, found, 0);
  return found;
}

std::vector<std::string> UserClasses::LibraryClassesOf(UserClass* scope, const syntax::TypeName& type) {
  Meaning meaning = Lookup(scope, type.names, type.leading_dot);
  if (!meaning.library.empty()) return {meaning.library};
  if (meaning.user && !meaning.component && meaning.parts == type.names.size()) return LibraryBasesOf(meaning.user);
  return {};
}

}  // namespace mica::library
