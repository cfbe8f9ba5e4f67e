// The nodes of the instance tree (specification 5.6). A ClassInstance is one class in one environment of modifiers; a
// Component is one declared component in one class instance. Nodes are made when they are asked for and filled in
// stages, each at most once, so a name can be looked up in a package or model that is only partially instantiated.
//
// Scopes. A class instance is also the scope of what is written in its class: lookup goes through its elements (own and
// inherited), its imports, then `parent`, the instance of the class that encloses it in the text. The same class text
// has one instance per environment, so a function of a replaceable package sees the constants of the package that was
// really chosen.
//
// Inheritance. A base class is a ClassInstance of its own in `bases`, with the modifiers of the extends clause under
// those of the heir. Elements inherited stay in the base's instance and see its scope. `component` is the component
// that the heir is the type of.
//
// Arrays. A component array is one node: `sizes` are its own dimensions (of the declaration, then of its type); a
// variable's sizes are those of all enclosing components and its own. What is written inside an array of components
// speaks of one element; its place is `iterators` of the component. Elements that differ in structure are instantiated
// apart, those that are alike together (split_array.cpp): the array then has `groups`, which are components of their
// own and stand in its place.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"
#include "expression/store.h"
#include "library/class_tree.h"
#include "syntax/tree.h"

namespace mica::instance {

struct ClassInstance;
struct Component;
struct ClassElement;
struct Modifier;

// A value given by a declaration or modifier, together with the scope where it is written.
struct Binding {
  const syntax::Expression* value = nullptr;
  const syntax::SyntaxTree* tree = nullptr;
  ClassInstance* scope = nullptr;
  // For the shape: `levels` components, from the one that takes the value upwards, are between value and scope; bit k
  // of `each` says that the sizes of the component k levels above it are not part of the value's (the modifier says
  // `each`). Bit 0 is never set.
  std::uint32_t levels = 0;
  std::uint32_t each = 0;
  bool is_final = false;

  Span span() const { return tree->SpanOf(*value); }
};

// `redeclare …` of a modifier or of an heir's body.
struct Redeclaration {
  const syntax::Element* element = nullptr;  // ClassDefinition, or ComponentClause with `declaration`
  const syntax::Declaration* declaration = nullptr;
  const syntax::SyntaxTree* tree = nullptr;
  ClassInstance* scope = nullptr;
  bool in_body = false;                     // of an heir, not of a modifier
  const Redeclaration* previous = nullptr;  // an inner one that this overrides: `redeclare record extends` builds on it
  const Modifier* own = nullptr;            // of a component: what the redeclaration itself modifies
  const Modifier* constraint = nullptr;     // what its constraining clause modifies
  const Modifier* below = nullptr;  // what was said of the element between `previous`, or the declaration, and this one
  bool is_default = false;          // by the declaration that was replaced: gives way to what the new type has chosen

  bool is_replaceable() const;  // whether it can be redeclared again
};

// What modifiers say of one name: merged from the outside in, lazily. Immutable once merged.
struct Modifier {
  Name name;
  Span span;  // of the argument, for messages
  bool is_final = false;
  bool is_removal = false;     // `break x`
  bool removes_value = false;  // `= break`
  bool is_below_value =
      false;  // of a field: the record has a value by a modifier further out, which wins over what is said here
  const Binding* binding = nullptr;
  const Redeclaration* redeclaration = nullptr;
  std::vector<const Modifier*> children;
  struct RemovedConnect {
    const syntax::ConnectEquation* connect;
    const syntax::SyntaxTree* tree;
  };
  std::vector<RemovedConnect> removed_connects;  // `break connect(a, b)`

  const Modifier* Find(Name child) const {
    for (const Modifier* m : children)
      if (m->name == child) return m;
    return nullptr;
  }
};

enum class Primitive : std::uint8_t {
  kNone,
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,
  kClock,
  kExternalObject
};

enum class Progress : std::uint8_t { kNot, kUnderway, kDone, kFailed };

// A class declared in a class: nested, or redeclared.
struct ClassElement {
  Name name;
  const syntax::ClassDefinition* definition = nullptr;
  const syntax::SyntaxTree* tree = nullptr;
  library::Class* library_class =
      nullptr;  // where it stands in the class tree; null for one made by a redeclaration in a modifier
  ClassInstance* container = nullptr;  // whose element it is
  ClassInstance* scope = nullptr;      // where its definition is written
  const Modifier* modifier = nullptr;  // may be null
  const Modifier* constraint =
      nullptr;  // of its constraining type: under what its definition says (specification 7.3.2)
  const ClassElement* original = nullptr;  // what it redeclares: the base of `redeclare model extends`
  bool is_protected = false;
  bool is_replaceable = false;
  ClassInstance* instance = nullptr;  // made by Instances::InstanceOf
};

struct ImportedName {
  Name name;  // how it is called here
  const syntax::Import* import = nullptr;
  std::vector<Name> path;
};

// An extends clause, or the base of a short class definition.
struct BaseClass {
  const syntax::TypeName* name = nullptr;
  const syntax::Modification* modification = nullptr;
  const syntax::Extends* extends = nullptr;  // null for a short class
  ClassInstance* instance = nullptr;         // null when it could not be found
  bool is_protected = false;
};

struct ClassInstance {
  const syntax::ClassDefinition* definition = nullptr;  // null for predefined types and the root
  const syntax::SyntaxTree* tree = nullptr;
  library::Class* library_class = nullptr;
  ClassInstance* parent = nullptr;        // enclosing scope
  const ClassElement* element = nullptr;  // that it is an instance of
  const Modifier* modifier = nullptr;
  const Modifier* constraint =
      nullptr;  // of a short class, see ClassElement: goes to its base, under its own modification
  Component* component =
      nullptr;  // the component that this is (part of) the type of; null in packages and for plain classes
  ClassInstance* heir = nullptr;  // set when this is a base of another instance
  Name name;

  Progress expansion = Progress::kNot;
  std::vector<BaseClass> bases;
  std::vector<Component*> components;      // own, in order
  std::vector<std::uint32_t> base_places;  // base k comes before components[base_places[k]] in the text
  std::vector<ClassElement*> classes;      // own
  std::unordered_map<Name, Component*> component_index;
  std::unordered_map<Name, ClassElement*> class_index;
  // Of components that a modifier redeclared: how they were declared.
  std::unordered_map<Name, const syntax::ComponentClause*> original_clauses;
  std::unordered_map<Name, const syntax::Declaration*> original_declarations;
  std::vector<ImportedName> imports;
  std::vector<const syntax::Import*> wildcard_imports;
  Primitive primitive =
      Primitive::kNone;  // of predefined types only; see Instances::PrimitiveOf for those that inherit one
  TypeId primitive_type;
  bool is_root = false;
  bool acts_as_function =
      false;  // a record class whose constructor is being made: its components are the function's variables

  FunctionId function;  // of a function class, once instantiated
  Progress function_progress = Progress::kNot;
  RecordId record;
  Progress record_progress = Progress::kNot;
  TypeId object_type;  // of an external object class

  syntax::ClassKind kind() const { return definition ? definition->class_kind : syntax::ClassKind::kType; }
};

enum class VariableKind : std::uint8_t { kConstant, kParameter, kDiscrete, kContinuous };

// Attributes of a primitive component, by place in Component::attributes.
enum class Attribute : std::uint8_t {
  kQuantity,
  kUnit,
  kDisplayUnit,
  kMin,
  kMax,
  kStart,
  kFixed,
  kNominal,
  kUnbounded,
  kStateSelect,
  kCount
};
std::string_view AttributeName(Attribute attribute);

// For elements of a component array that were chosen from it: the subscripts of each.
using ChosenElements = std::vector<std::vector<std::int32_t>>;

// Arrays of components whose elements are to be instantiated apart: by place in the model, and for each element,
// row-major, its group.
using Splits = std::map<std::string, std::vector<std::uint32_t>>;

struct Component {
  Name name;
  const syntax::ComponentClause* clause = nullptr;
  const syntax::Declaration* declaration = nullptr;
  const syntax::SyntaxTree* tree = nullptr;  // of clause and declaration
  ClassInstance* container = nullptr;        // whose element it is (a base instance for an inherited one)
  ClassInstance* scope = nullptr;            // where it is declared: names in the declaration are looked up here
  const Modifier* modifier = nullptr;        // merged, the declaration's own included; may be null
  const Binding* binding = nullptr;          // the value that holds, wherever it was given
  Component* same_as =
      nullptr;  // inherited a second time, or declared again by an heir: the other one counts (specification 7.1)
  bool is_protected = false, is_final = false, is_inner = false, is_outer = false, is_replaceable = false,
       is_redeclared = false;

  // Type stage.
  Progress typing = Progress::kNot;
  ClassInstance* type = nullptr;  // fully modified; for primitives the class named, with its own modifiers only
  Primitive primitive = Primitive::kNone;
  TypeId element_type;              // of primitives: the scalar type; of records: the record type
  std::vector<std::int32_t> sizes;  // own
  std::vector<TypeId> size_types;   // of the subscripts: an enumeration, Boolean; invalid: Integer
  std::vector<Expr> size_exprs;     // likewise, as expressions: of a function's variable they may depend on its inputs
  bool has_given_sizes = false;     // `sizes` were set when the component was made, as in Elaboration::AddLike
  std::uint32_t declared_rank = 0;  // how many of them are of the declaration, the rest being of its type
  VariableKind variability = VariableKind::kContinuous;  // the effective one, prefixes of enclosing components merged
  syntax::Causality causality = syntax::Causality::kNone;
  syntax::Connectedness connectedness = syntax::Connectedness::kPotential;
  std::vector<Expr> iterators;  // one per size, of arrays of components that are not primitive
  // Of an array whose elements differ in structure: its groups, and where each element is, row-major.
  struct GroupPlace {
    std::uint32_t group;
    std::int32_t position;  // in the group, from 1; of no use in a group of one, which is no array
  };
  std::vector<Component*> groups;
  std::vector<GroupPlace> group_places;
  Component* split_from = nullptr;               // of such a group: the array
  std::shared_ptr<const ChosenElements> chosen;  // and which of its elements are in the group
  Component* inner = nullptr;                    // of an outer component: the inner one that it stands for

  Progress condition = Progress::kNot;
  bool is_present = true;

  // Value stage.
  VarId var;                // of a primitive component in a model; invalid in packages and functions
  std::int32_t local = -1;  // of a function's variable: its place
  TypeId function_type;     // of a function-valued input
  Progress value = Progress::kNot;
  Expr value_expr;  // typed binding, with the sizes of the whole variable; invalid: none
  Progress constant = Progress::kNot;
  Expr constant_expr;         // literal value, where one was needed at translation
  bool is_evaluated = false;  // a parameter whose value was used at translation
  std::string evaluated_for;  // the first that needed it, such as 'the size of x'; empty: it chose between variants
  Span evaluated_at;          // and where that is written
  Progress attribute_progress = Progress::kNot;
  Expr attributes[static_cast<std::size_t>(Attribute::kCount)];  // invalid: not given
  Span start_span;

  Component* parent() const { return container ? container->component : nullptr; }
  Span span() const { return declaration ? tree->SpanOf(declaration->first_token) : Span{}; }
};

}  // namespace mica::instance
