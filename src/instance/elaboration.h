// Elaboration: types, sizes, conditions, values and attributes of components, and the functions they call, each worked
// out when it is asked for. It is what flattening and the text form of the instance tree stand on. Specification
// chapters 3, 4, 10 and 12.
//
// An expression in a component array speaks of one element, through the component's iterators; what is asked for here
// (ValueOf, AttributeOf) is of the whole variable, with the iterators closed by comprehensions.
#pragma once

#include <memory>
#include <utility>

#include "expression/evaluate.h"
#include "instance/connection_facts.h"
#include "instance/instances.h"
#include "instance/typing/operators.h"

namespace mica::instance {

class Elaboration {
 public:
  explicit Elaboration(Instances& instances);
  ~Elaboration();
  Elaboration(const Elaboration&) = delete;
  Elaboration& operator=(const Elaboration&) = delete;

  // Calls external functions during translation; none: they are not constant.
  void SetExternalCalls(Environment* calls) { external_calls_ = calls; }
  // Makes f$der(inputs, their derivatives) of a function; empty when there is none, and `why` says so.
  using Differentiation = std::function<std::optional<FunctionId>(FunctionId function, std::string& why)>;
  void SetDifferentiation(Differentiation differentiate) { differentiate_ = std::move(differentiate); }

  // Answers about connections, once they are collected; none before.
  void SetConnectionFacts(ConnectionFacts* facts) { connection_facts_ = facts; }
  ConnectionFacts* connection_facts() const { return connection_facts_; }

  // split_array.cpp: arrays to be instantiated in groups, as found out before; those and what was found out this time.
  // Where they differ, instantiation is to begin again.
  void SetSplits(Splits splits) { splits_ = wanted_splits_ = std::move(splits); }
  const Splits& wanted_splits() const { return wanted_splits_; }
  bool must_begin_again() const { return splits_ != wanted_splits_; }
  // The group that has the element, and its place in it where it is an array.
  static std::pair<Component*, std::optional<std::int32_t>> GroupOf(const Component* array, std::size_t element);

  // declaration.cpp: type, sizes and prefixes of a component. False when it has none (reported).
  bool EnsureTyped(Component* component);
  // input or output, by its own prefix, that of the declaration it redeclares, or of its type.
  syntax::Causality CausalityOf(Component* component);
  // Whether its condition holds, and that of all components around it.
  bool IsPresent(Component* component);
  // The component that a reference to this one means: for an outer component the inner one.
  Component* Resolve(Component* component);
  // Whether it is declared with a size left open by `:` and nothing yet to take it from: of an element of an expandable
  // connector, what it is connected to gives it. GiveSizes does that.
  bool HasOpenSizes(const Component* component) const;
  void GiveSizes(Component* component, std::vector<std::int32_t> sizes);
  // Adds a component to a class instance, declared as `like` is but for its sizes and value: an element of an
  // expandable connector. Null when it has no type (reported).
  Component* AddLike(ClassInstance* container, Name name, const Component* like, std::vector<std::int32_t> sizes);
  // Sizes of all enclosing components and its own.
  std::vector<std::int32_t> AllSizes(Component* component);
  // Iterators of all enclosing component arrays, outermost first.
  std::vector<Expr> Iterators(const Component* enclosing) const;
  // scalar_limit.cpp: reports that there are too many scalars; gives false.
  bool ReportScalarLimit(std::uint64_t count, Span span, std::string_view what);
  TypeId VariableType(Component* component) {
    return store().types.WithSizes(component->element_type, AllSizes(component));
  }

  // binding.cpp
  Expr ValueOf(Component* component);
  // Where the value is written: of a field that may be the record's. Null when it has none.
  const Binding* BindingOf(const Component* component);
  Expr AttributeOf(Component* component, Attribute attribute);

  // constant.cpp: the value at translation. Null and reported when it has none; `why` names what needs it.
  const Value* ConstantOf(Component* component, Span wanted_at, std::string_view why);
  std::optional<Value> Evaluate(Expr e, Span span, std::string_view why);
  // Reports nothing, and marks nothing as evaluated unless it succeeds.
  std::optional<Value> TryEvaluate(Expr e);
  bool IsFoundInitially(Component* component);
  // annotation(Evaluate = true) (specification 18.3): its value is built in wherever it is used, if it is known.
  bool IsEvaluatedByAnnotation(const Component* component) const;
  VariableKind VariabilityOf(Expr e);
  // Why it varies: the variable to blame, for messages.
  Component* CulpritOf(Expr e, VariableKind at_least);

  // function.cpp. Invalid when it cannot be made (reported).
  FunctionId FunctionOf(ClassInstance* function, Span called_at);
  // partial_derivative.cpp: of a function defined as der(f, x).
  FunctionId PartialDerivativeOf(ClassInstance* function);
  // The record type of a record class; invalid when it cannot be made.
  TypeId FunctionTypeOf(FunctionId id);
  TypeId RecordTypeOf(ClassInstance* record);
  // The class that a record type was made from first; null for one that no class made.
  ClassInstance* RecordClassOf(TypeId record) const;
  // The type of an external object class, with its constructor and destructor.
  TypeId ObjectTypeOf(ClassInstance* object);

  // purity.cpp: the call was written inside pure(…).
  void NotePure(Expr call) { pure_calls_.insert(call); }
  // Reports a function that calls an impure one and may not.
  void CheckPurity(const ClassInstance* function, FunctionId id);

  // Components that activeState() asks about, by number.
  std::size_t StateNumber(Component* component) {
    states_.push_back(component);
    return states_.size() - 1;
  }
  Component* state(std::size_t number) const { return states_[number]; }

  // inner_outer.cpp. Null when there is none and none can be supplied.
  Component* FindInner(Component* outer);
  // Components supplied at the top of the model because an outer one had no inner.
  const std::vector<Component*>& supplied_inners() const { return supplied_inners_; }

  // Takes back what an attempt reported that was given up. What failed in it stays failed, and may turn out to be the
  // only reason why nothing comes of the rest: then RestoreErrors reports it after all.
  void Withhold(DiagnosticSink::Transaction& attempt);
  void RestoreErrors();

  Instances& instances() { return instances_; }
  Store& store() { return instances_.store(); }
  NameTable& names() { return instances_.names(); }
  DiagnosticSink& sink() { return instances_.sink(); }
  Operators& ops() { return *ops_; }
  const ReferenceNames& reference_names() const { return *reference_names_; }
  // The variables of the function that is being made, by place; gives the one before, to be set again afterwards.
  const std::vector<Component*>* NameLocals(const std::vector<Component*>* locals) {
    return std::exchange(locals_, locals);
  }
  // Null for a field of a record in a function, which is no variable of the model: sizes of other fields may speak of
  // it.
  Component* component(VarId var) const { return var.valid() ? variables_[var] : nullptr; }
  // What stands for a field of a record variable of a function while the record is being typed (record_start.h), and
  // the field that it stands for; null for any other expression.
  Expr StandIn(Component* field);
  Component* StoodFor(Expr e) const;
  std::size_t variable_count() const { return variables_.size(); }
  // Whether an expression uses an iterator of one of these loops; of any loop if none is given.
  bool UsesIterator(Expr e, std::span<const Expr> iterators) const;

 private:
  friend class ModelEnvironment;
  friend class Typer;
  bool TypeComponent(Component* component);
  bool CountScalars(Component* component);
  // The function that `e` calls and that calls an impure one without being declared so; null: none.
  const Function* HiddenImpurityOf(Expr e) const;
  bool ResolveSizes(Component* component, ClassInstance* type_class);
  bool AddSizes(Component* component, syntax::List<syntax::Expression> subscripts, const syntax::SyntaxTree* tree,
                ClassInstance* scope);
  std::optional<std::int32_t> SizeFromBinding(Component* component, std::size_t dimension, std::size_t own_rank);
  void KeepRecordValue(Component* field);
  std::optional<Expr> SizesOfElements(Component* field, Expr values, std::size_t dimension);
  void MergePrefixes(Component* component);
  bool DecideCondition(Component* component);
  // declaration_rules.cpp: what is wrong with prefixes is reported.
  void CheckDeclaration(Component* component);
  void CheckPrefixesInside(Component* component, Span span);
  void CheckBlockConnector(Component* component, Span span);
  void CheckOuter(Component* outer, Component* inner);
  void CheckConnectorBalance(Component* component);
  Expr TypedBinding(Component* component);
  // What a component's value is, typed where it is written but not yet spread: of a field also its part of the record's
  // value.
  struct RawValue {
    Expr value;
    Binding binding;  // how it relates to the component that asks
  };
  std::optional<RawValue> RawValueOf(Component* component);
  bool TakesValueOfRecord(const Component* component);
  // `value`, typed in the scope of the binding, as a value of the whole variable. `chain` are the components from the
  // one that takes the value upwards; the first is null for an attribute.
  Expr Spread(Expr value, const Binding& binding, std::vector<Component*> chain, TypeId element, bool is_attribute,
              std::string_view what);
  Expr Chosen(Expr value, std::span<const Expr> selection);
  // The value of an expression that may use iterators of component arrays, if every element has the same; or two that
  // differ.
  struct Alike {
    std::optional<Value> value;
    std::vector<Value> differing;
  };
  Alike EvaluateAlike(Expr e, Evaluator& evaluator);
  // Of a component array; none for the variable of a loop.
  std::optional<std::int32_t> IteratorSize(Expr iterator) const;
  // Asks for the outermost array that `e` differs in to be split. False when it cannot be.
  bool WantSplit(Expr e, Evaluator& evaluator, std::span<const Expr> iterators);
  void MakeGroups(Component* array);
  // What names the component in every instantiation of the model.
  std::string KeyOf(const Component* component) const;

  Instances& instances_;
  std::unique_ptr<ReferenceNames> reference_names_;
  std::unique_ptr<Operators> ops_;
  IdVector<VarId, Component*> variables_;
  const std::vector<Component*>* locals_ = nullptr;  // for names in messages
  Environment* external_calls_ = nullptr;
  Differentiation differentiate_;
  ConnectionFacts* connection_facts_ = nullptr;
  std::unordered_map<const Component*, std::unique_ptr<Value>> values_;
  std::unordered_map<const Component*, Expr> raw_values_;
  std::unordered_map<std::uint32_t, ClassInstance*> record_classes_;  // by RecordId
  std::unordered_map<const Component*, Expr> stand_ins_;
  std::unordered_map<Expr, Component*> stood_for_;
  std::vector<Component*> arrays_;  // components with iterators
  Splits splits_, wanted_splits_;
  std::vector<Component*> supplied_inners_;
  std::vector<Component*> states_;
  std::vector<Diagnostic> withheld_;
  std::unordered_set<Expr> pure_calls_;
  std::unordered_map<FunctionId, FunctionId> hides_;  // a function that is not declared impure: what it calls
  std::unordered_set<const syntax::ClassDefinition*> balanced_;  // connector classes that were or will be counted
  int depth_ = 0;                                                // of evaluations inside evaluations
  std::uint64_t scalars_ = 0;  // of the components typed so far, and one for each that is not primitive
};

// The product of sizes, as far as they are known.
std::uint64_t ScalarsOf(Sizes sizes);

}  // namespace mica::instance
