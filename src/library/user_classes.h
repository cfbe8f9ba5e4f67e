// The classes of a user's files, for conversion: what a name in them stands for, as far as the text alone says (the old
// version of the library need not be there). A name is a user's class, a component of one, a path into the library that
// is converted, or something else.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/name.h"
#include "syntax/tree.h"

namespace mica::library {

struct UserClass {
  const syntax::ClassDefinition* definition = nullptr;
  const syntax::SyntaxTree* tree = nullptr;
  UserClass* parent = nullptr;
  std::unordered_map<Name, UserClass*> classes;
  std::unordered_map<Name, const syntax::ComponentClause*> components;
  std::vector<const syntax::Import*> imports;
  // Bases: extends clauses and the base of a short class.
  std::vector<const syntax::TypeName*> bases;
};

struct Meaning {
  UserClass* user = nullptr;  // a class, or the class that the component is in
  const syntax::ComponentClause* component = nullptr;
  std::string library;    // the old full name of the path into the library
  std::size_t parts = 0;  // how many parts of the name say that
  std::string alias;      // of a path found by an import: the old full name of what is imported; it stands for one part
};

class UserClasses {
 public:
  // `library` is the top-level name of the library that is converted; `old_names` are names of its classes that matter:
  // `import A.B.*` gives those.
  UserClasses(std::span<const syntax::SyntaxTree* const> trees, std::string library,
              std::unordered_set<std::string> old_names, const NameTable& names);
  UserClasses(const UserClasses&) = delete;
  UserClasses& operator=(const UserClasses&) = delete;

  const std::string& library() const { return library_; }
  // The class of a definition in one of the trees; null for one in a redeclaration.
  UserClass* Find(const syntax::ClassDefinition& definition);
  // What the name stands for in `scope` (null: at the top). Of a path into the library all parts count.
  Meaning Lookup(UserClass* scope, std::span<const Name> names, bool from_root);
  // The old names of library classes that a type is or inherits from, by way of the user's classes.
  std::vector<std::string> LibraryClassesOf(UserClass* scope, const syntax::TypeName& type);
  // Those that a user's class inherits from.
  std::vector<std::string> LibraryBasesOf(UserClass* c);

 private:
  UserClass* Add(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree, UserClass* parent);
  UserClass* FindInside(UserClass* c, Name name, int depth);
  const syntax::ComponentClause* FindComponent(UserClass* c, Name name, UserClass*& owner, int depth);
  Meaning LookupFrom(UserClass* scope, std::span<const Name> names);
  Meaning FromRoot(std::span<const Name> names);
  bool LookupImports(UserClass* scope, std::span<const Name> names, Meaning& found);
  void AddBases(UserClass* c, std::vector<std::string>& found, int depth);
  std::string Join(std::span<const Name> names) const;

  std::string library_;
  std::unordered_set<std::string> old_names_;
  const NameTable& names_;
  std::deque<UserClass> classes_;
  std::unordered_map<const syntax::ClassDefinition*, UserClass*> by_definition_;
  UserClass root_;
  int depth_ = 0;  // of lookups that need others: packages that inherit from each other in circles end
};

}  // namespace mica::library
