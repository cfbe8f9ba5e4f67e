// Modifiers (specification 7.2): from syntax to trees of names with their scopes, and the merging of outer over inner
// ones.
#pragma once

#include <deque>

#include "base/diagnostic.h"
#include "instance/nodes.h"

namespace mica::instance {

// Owns modifiers, bindings and redeclarations; they live as long as it does.
class Modifiers {
 public:
  Modifiers(const NameTable& names, DiagnosticSink& sink) : names_(names), sink_(sink) {}
  Modifiers(const Modifiers&) = delete;
  Modifiers& operator=(const Modifiers&) = delete;

  // What a written modification says, its values to be looked up in `scope`. `of_component`: it stands at a component's
  // declaration, whose sizes then count for the shape of values inside; otherwise at an extends clause or class. Null
  // for none.
  const Modifier* FromSyntax(const syntax::Modification* modification, const syntax::SyntaxTree* tree,
                             ClassInstance* scope, bool of_component);
  // `outer` wins where both speak of the same thing; a final modifier inside that is overridden is reported. Either may
  // be null.
  const Modifier* Merge(const Modifier* outer, const Modifier* inner);
  // The same without its own value: what applies to the elements alone.
  const Modifier* WithoutValue(const Modifier* modifier);
  // What it says of the element as it is, without a redeclaration of it.
  const Modifier* WithoutRedeclaration(const Modifier* modifier);
  // The same where its redeclaration is a default that another one makes void: with what stands under that, which is
  // left.
  const Modifier* WithoutDefault(const Modifier* modifier);
  // The same, its redeclarations as defaults: what a declaration leaves to the one that redeclares it.
  const Modifier* AsDefault(const Modifier* modifier);
  // A redeclaration in the body of a class, as a modifier that its bases are given.
  const Modifier* Redeclare(const std::vector<Redeclaration>& redeclarations);

 private:
  struct Place {
    std::uint32_t depth = 0;  // of the name, from the modification's root
    std::uint32_t each = 0;   // bit d: the name at depth d is modified with `each`
    bool of_component = false;
  };
  Modifier* New(Name name, Span span);
  void AddArguments(Modifier& into, const syntax::Modification& modification, const syntax::SyntaxTree* tree,
                    ClassInstance* scope, Place place);
  const Modifier* Rooted(const syntax::Modification* modification, const syntax::SyntaxTree* tree, ClassInstance* scope,
                         Place place);
  void AddChild(Modifier& into, Modifier* child);
  const Redeclaration* NewRedeclaration(const Redeclaration& written, Place place);
  const Redeclaration* Over(const Redeclaration* outer, const Modifier* inner, const Redeclaration* previous);
  static bool IsInChain(const Redeclaration* chain, const Redeclaration* other);
  const Binding* NewBinding(const syntax::Expression* value, const syntax::SyntaxTree* tree, ClassInstance* scope,
                            Place place, bool is_final);

  const NameTable& names_;
  DiagnosticSink& sink_;
  std::deque<Modifier> modifiers_;
  std::deque<Binding> bindings_;
  std::deque<Redeclaration> redeclarations_;
};

}  // namespace mica::instance
