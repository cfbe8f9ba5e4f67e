// The instance tree of a session: makes class instances and components when they are asked for (nodes.h), and answers
// lookups. Specification chapters 5 (scoping), 7 (inheritance, modification, redeclaration) and 4.4 (declarations).
//
// What is asked for is done at once and at most once. Asking for what is being done already is a cycle in the user's
// model, which is reported where it is noticed.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>

#include "instance/lookup/modifier.h"
#include "instance/nodes.h"

namespace mica::instance {

// What a name stands for: a class, a component, or neither.
struct Found {
  ClassElement* class_element = nullptr;
  Component* component = nullptr;
  explicit operator bool() const { return class_element || component; }
};

// What a class comes down to when it is, or inherits from, a predefined type.
struct PrimitiveClass {
  Primitive primitive = Primitive::kNone;
  TypeId type;                         // scalar
  const Modifier* modifier = nullptr;  // attributes given by the classes on the way
};

class Instances {
 public:
  Instances(Store& store, const SourceMap& sources, library::ClassTree& classes, DiagnosticSink& sink);
  Instances(const Instances&) = delete;
  Instances& operator=(const Instances&) = delete;

  // The model as a component without a name, with its class fully modified. Null when it is not there or not a model
  // (reported).
  Component* Model(library::Class* model);

  // The class as it stands, without a component.
  ClassInstance* InstanceOf(library::Class* c);
  ClassInstance* InstanceOf(ClassElement* element);
  // The same class in a new environment: `modifier` over its own, as the type of `component`.
  ClassInstance* Specialise(ClassInstance* of, const Modifier* modifier, Component* component);

  // Elements, bases and imports. False when something in it is wrong (reported); what could be read is there all the
  // same.
  bool Expand(ClassInstance* c);
  // The element of this name, own or inherited.
  Found FindElement(ClassInstance* c, Name name);
  // The simple name as seen from inside `scope`: elements, imports, enclosing scopes, top-level classes. Nothing is
  // reported.
  Found Lookup(ClassInstance* scope, Name name);
  // `.A.B.C` as seen from `scope`; reports what is not found. Null then.
  ClassInstance* LookupClass(ClassInstance* scope, const syntax::TypeName& name, const syntax::SyntaxTree& tree);
  ClassInstance* LookupClass(ClassInstance* scope, std::span<const Name> names, bool from_root, Span span);

  // 'there is no x here', with the nearest name suggested, of those in sight and of `also`; `is_member`: after a dot.
  void ReportUnknown(ClassInstance* scope, Name name, Span span, bool is_member,
                     std::span<const std::string_view> also = {});
  // Reports names in a written modifier that the class does not have.
  // and, of those that it has, protected ones that are modified from outside.
  void CheckModifierNames(ClassInstance* c, const Modifier* modifier, bool from_outside);

  // visibility.cpp: whether an element that was found in `c` is protected there, by its declaration or by an extends
  // clause.
  bool IsProtected(const ClassInstance* c, const Found& found) const;
  // Reports a protected element after a dot. False then.
  bool CheckVisible(const ClassInstance* c, const Found& found, Name name, Span span);
  // The same of an element of a class, not of a component: partial classes and those that are not like packages are
  // reported too.
  bool CheckUseOf(ClassInstance* c, const Found& found, Name name, Span span);
  bool IsLikePackage(ClassInstance* c);

  // leniency.cpp: what the letter of the specification forbids, but libraries do and other tools accept. A warning W…
  // that names the section, or, of a strict session, the error E… with the same digits.
  void SetStrict(bool is_strict) { is_strict_ = is_strict; }
  bool is_strict() const { return is_strict_; }
  // How many scalars a model may have (scalar_limit.cpp).
  void SetScalarLimit(std::uint64_t limit) { scalar_limit_ = limit; }
  std::uint64_t scalar_limit() const { return scalar_limit_; }
  // A rod of 10^6 cells with a few variables each fits, and what a model of this size takes stays about 2 GB.
  static constexpr std::uint64_t kScalarLimit = 5'000'000;
  Diagnostic& Breach(const DiagnosticCode& code, std::string_view section, Span span, std::string message);

  // compatibility.cpp: why `given` cannot stand where `wanted` is expected; empty if it can.
  std::string WhyNotFitting(ClassInstance* given, ClassInstance* wanted, int depth);
  // Checks that wait until the model is typed.
  void Defer(std::function<void()> check) { deferred_.push_back(std::move(check)); }
  void RunDeferred();

  // All components, inherited ones in their place, in the order of the text; the groups of an array that was split in
  // place of it.
  void ForEachComponent(ClassInstance* c, const std::function<void(Component*)>& visit);
  // `c` and all that it inherits from, bases first.
  void ForEachClass(ClassInstance* c, const std::function<void(ClassInstance*)>& visit);

  PrimitiveClass PrimitiveOf(ClassInstance* c);
  // The class kind that decides about `c`: its own, and for a short class of kind `class` or `type` that of its base.
  syntax::ClassKind KindOf(ClassInstance* c);
  bool IsRecord(ClassInstance* c);
  // Inherits from the predefined class ExternalObject, or is it.
  bool IsExternalObject(ClassInstance* c);
  bool IsConnector(ClassInstance* c);
  bool IsExpandable(ClassInstance* c) { return KindOf(c) == syntax::ClassKind::kExpandableConnector; }
  // Of a connector class, or an element of an expandable connector, which counts as one (specification 9.1.3).
  bool IsConnector(const Component* component);
  bool IsFunction(const ClassInstance* c) const;
  // Whether what is written in this scope is part of a function.
  bool IsInFunction(const ClassInstance* c) const;
  bool Inherits(ClassInstance* c, const ClassInstance* base);
  // The annotation `name` of the class, or null: its modification.
  const syntax::ElementModification* FindAnnotation(const ClassInstance* c, std::string_view name) const;

  std::string QualifiedName(const ClassInstance* c) const;
  // "a.b[:].c" for messages.
  std::string PathText(const Component* component) const;

  Store& store() { return store_; }
  const SourceMap& sources() const { return sources_; }
  DiagnosticSink& sink() { return sink_; }
  Modifiers& modifiers() { return modifiers_; }
  library::ClassTree& classes() { return classes_; }
  ClassInstance* root() { return &root_; }
  Component* top() const { return top_; }
  NameTable& names() { return store_.names; }
  ClassInstance* predefined(Primitive primitive) { return predefined_[static_cast<std::size_t>(primitive)]; }

  // A component that was not declared where it stands, such as an inner one that is supplied.
  Component* NewComponent();

 private:
  void ExpandLong(ClassInstance* c);
  void ExpandBases(ClassInstance* c, const std::vector<Redeclaration>& redeclarations);
  void AddComponents(ClassInstance* c, const syntax::ComponentClause& clause);
  void AddImport(ClassInstance* c, const syntax::Import& import);
  ClassElement* FindOwnClass(ClassInstance* c, Name name);
  ClassElement* FindInnerClass(ClassElement* outer);
  const Modifier* DefaultsOf(const Redeclaration& redeclaration, const Modifier* of_declaration);
  ClassElement* MakeClassElement(ClassInstance* c, library::Class* child);
  void ApplyRedeclaration(ClassElement& element, const Redeclaration& redeclaration,
                          const syntax::ClassDefinition& replacement);
  void MarkRepeated(ClassInstance* c);
  ClassInstance* BaseOfClassExtends(ClassInstance* c);
  ClassInstance* Step(ClassInstance* c, Name name, Span span, bool first);
  bool IsFailedImport(const ClassInstance* scope, Name name) const;
  // What is redeclared, for the rules about it.
  struct Redeclared {
    Name name;
    Span span, declared;
    bool is_replaceable, is_final, is_constant, is_protected;
  };
  void CheckRedeclaration(const Redeclared& what, const Redeclaration& redeclaration, bool is_protected);
  void ReportSecond(Name name, Span span, Span first);
  void CheckImported(const ClassInstance* from, const Found& found, Span span);
  std::size_t RankOf(ClassInstance* c);
  void CheckFits(ClassInstance* given, ClassInstance* wanted, Span span, Span wanted_span, std::string_view what);
  void DeferConstraint(Component* component, ClassInstance* c, const syntax::ComponentClause& clause,
                       const Redeclaration* redeclaration);
  void DeferConstraint(ClassElement* element);
  void DeferTwins(Component* component, Component* other);
  Found LookupImports(ClassInstance* scope, Name name);

  ClassInstance* NewInstance();
  void AddPredefined();

  Store& store_;
  const SourceMap& sources_;
  library::ClassTree& classes_;
  DiagnosticSink& sink_;
  Modifiers modifiers_;
  std::deque<ClassInstance> instances_;
  std::deque<Component> components_;
  std::deque<ClassElement> elements_;
  ClassInstance root_;
  ClassInstance* predefined_[8] = {};
  Component* top_ = nullptr;
  std::vector<std::function<void()>> deferred_;
  bool is_strict_ = false;
  std::uint64_t scalar_limit_ = kScalarLimit;
  bool comparing_ = false;  // classes as declared, with the defaults of what is replaceable: those may be partial
  std::unordered_set<const syntax::ClassDefinition*> checked_;  // by the rules of class_rules.h
};

}  // namespace mica::instance
