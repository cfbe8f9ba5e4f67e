// From syntax to typed expressions and statements: names are looked up in a scope, operators and calls checked, sizes
// worked out (specification chapters 3, 10, 11 and 12.4). One Typer serves one scope; it knows the iterators of the
// loops it is inside of.
#pragma once

#include "instance/elaboration.h"

namespace mica::instance {

class Typer {
 public:
  Typer(Elaboration& elaboration, ClassInstance* scope, const syntax::SyntaxTree* tree)
      : elaboration_(elaboration), scope_(scope), tree_(tree) {}

  // Of a call with several results, the first.
  Expr Type(const syntax::Expression& expression);
  // What may be assigned to: a variable, with subscripts and fields. An error otherwise.
  Expr TypeTarget(const syntax::Expression& target);
  // Of a call, all its results: the type may be a tuple, or none.
  Expr TypeWholeCall(const syntax::Call& call) { return TypeCall(call); }
  // The same, converted to `type` for `what`.
  Expr TypeAs(const syntax::Expression& expression, TypeId type, std::string_view what);
  // type_statement.cpp: of an algorithm section or function body.
  std::vector<Statement> TypeStatements(syntax::List<syntax::Statement> statements);

  // Whether it is a call of spatialDistribution(), and its outputs; empty when something is wrong (reported).
  bool IsDistribution(const syntax::Call& call);
  std::vector<Expr> TypeDistribution(const syntax::Call& call);

  // condition, message and level of an assert; false when something in it is wrong.
  bool TypeAssert(const syntax::Call& call, std::vector<Expr>& parts);
  // The variable of a reinit and its new value; false when something in it is wrong.
  bool TypeReinit(const syntax::Call& call, bool in_when, Expr& variable, Expr& value);
  // The message of a terminate; an error when something in it is wrong.
  Expr TypeTerminate(const syntax::Call& call);

  // type_reference.cpp. Which component is meant, with subscripts for the sizes of all components on its path; used by
  // connect too.
  struct UndeclaredPart {
    Name name;
    std::vector<Expr> subscripts;
  };
  struct Place {
    Component* component = nullptr;  // null: not a component (reported)
    std::vector<Expr>
        subscripts;          // one per dimension of AllSizes(component); kColon where the whole dimension is meant
    bool is_absent = false;  // a component on the way is conditional and not there
    // The steps after `component`, an expandable connector that does not declare them (of an end of connect).
    std::vector<UndeclaredPart> undeclared;
    // An array on the way whose elements were instantiated apart, where the subscripts do not say which one is meant;
    // `component` is this array.
    Component* split = nullptr;
    std::vector<Expr> split_subscripts;  // one for each of its dimensions
  };
  enum class PlaceUse : std::uint8_t {
    kValue,
    kConnector,
    kConnectEnd
  };  // a connector may be absent, an end may be undeclared too
  Place TypePlace(const syntax::ComponentReference& reference, PlaceUse use);
  Expr ReferenceTo(Component* component, std::vector<Expr> subscripts, Span span);
  // type_split.cpp: while this lasts, a reference through the array means this element of it.
  void PushElement(const Component* array, std::size_t element) { elements_.push_back({array, element}); }
  void PopElement() { elements_.pop_back(); }
  // Whether, since this was asked last, a reference went through an array whose elements were instantiated apart, by
  // the variable of a loop.
  bool TakeMetSplit() { return std::exchange(met_split_, false); }

  void PushIterator(Name name, Expr iterator) { iterators_.push_back({name, iterator}); }
  void PopIterator() { iterators_.pop_back(); }
  // Whether it uses the variable of a loop around it.
  bool UsesLoop(Expr e);
  // The range of an iterator: written, or that of what it indexes. Evaluated to literals where it must be known.
  Expr TypeRange(const syntax::Iterator& iterator, const syntax::Node& body);
  // The call of a function with values for all its inputs.
  Expr CallWith(ClassInstance* function, std::vector<Expr> args, Span span);
  // type_connection.cpp: which operator of the predefined package Connections is called, "branch" for
  // Connections.branch; empty if none.
  std::string_view ConnectionsOperator(const syntax::Call& call);
  // The class that a reference names, or null; nothing is reported.
  ClassInstance* FindClass(const syntax::ComponentReference& reference);

  Span SpanOf(const syntax::Node& node) const { return tree_->SpanOf(node); }
  // Whether what is being typed is the branch of an if-expression.
  bool in_branch() const { return branches_ > 0; }
  ClassInstance* scope() const { return scope_; }
  const syntax::SyntaxTree* tree() const { return tree_; }
  Elaboration& elaboration() { return elaboration_; }

 private:
  friend class BuiltinCalls;
  struct NamedIterator {
    Name name;
    Expr iterator;
  };
  struct EndOf {
    Expr array;         // what the subscript is of, where it is an expression
    std::int32_t size;  // of the dimension; kUnknownSize: ask the array
    std::size_t dimension;
  };

  Expr TypeAny(const syntax::Expression& expression);
  Expr TypeIf(const syntax::IfExpression& expression);
  Expr KnownRange(Expr range);
  // size(A, 1) in the declaration A[:, size(A, 1)], while the sizes of A are being worked out; invalid for any other
  // call.
  Expr SizeOfUnfinished(const syntax::Call& call);
  Expr TypeImplicitRange(const syntax::Iterator& iterator, const syntax::Node& body);
  Expr TypeReference(const syntax::ComponentReference& reference);
  Expr TypeThroughClasses(ClassElement* first, const syntax::ComponentReference& reference, std::size_t next);
  // `component`: what `base` is, where it is a variable of a function.
  Expr Continue(Expr base, const syntax::ComponentReference& reference, std::size_t next,
                const Component* component = nullptr);
  bool IsSubscriptOf(const Component* component, std::size_t dimension, Expr s, Span span);
  std::vector<Expr> TypeSubscripts(syntax::List<syntax::Expression> subscripts, Expr array, Sizes sizes);
  bool WalkComponents(Component* component, const syntax::ComponentReference& reference, std::size_t at, Place& place,
                      std::size_t& stopped, PlaceUse use = PlaceUse::kValue);
  // The component that a split array comes down to, with the subscripts added to the place. Null when it is open which
  // one; an error sets `failed`.
  Component* ChooseGroup(Component* array, const std::vector<Expr>& subscripts, Place& place, Span span, bool& failed);
  // A comprehension or reduction, round by round: elements of a split array that it goes through may be of different
  // types.
  Expr WriteOut(const syntax::Expression& body, syntax::List<syntax::Iterator> iterators, Op op, Span span);
  Expr TypeThroughSplit(const syntax::ComponentReference& reference, const Place& place);
  bool IsDeclaredInside(Component* outer, const syntax::ReferencePart& part);
  Expr TypeLocal(Component* component, const syntax::ComponentReference& reference, std::size_t at);
  Expr ConstantReference(Component* component, const syntax::ComponentReference& reference, std::size_t at);

  // type_call.cpp
  Expr TypeCall(const syntax::Call& call);
  Expr TypeComprehension(const syntax::Expression& body, syntax::List<syntax::Iterator> iterators, Op op, Span span);
  Expr CallFunction(ClassInstance* function, const syntax::Call& call);
  Expr MakeCall(FunctionId id, const syntax::Call& call);
  Expr Apply(FunctionId id, std::span<const Expr> args);
  bool IsRuledOut(std::span<const StatementBranch> before, Expr condition);
  TypeId ConstructedType(const Function& constructor, TypeId declared, std::span<const Expr> args);
  Expr Vectorise(FunctionId id, std::vector<Expr> args, const std::vector<std::size_t>& extra_rank, Span span);
  Expr CallValue(Expr function, const syntax::Call& call);
  Expr TypePartial(const syntax::PartialApplication& partial);
  // A function as an argument: `want` says how it will be called. Inputs that it has beyond those take their defaults.
  Expr AsFunction(Expr function, TypeId want, Span span, std::string_view what);
  bool NeedsLocals(Expr e, std::span<const Expr> values);

  // type_connection.cpp
  Expr TypeCardinality(const syntax::ComponentReference& reference, Span span);
  Expr TypeRootQuestion(std::string_view name, const syntax::ComponentReference& reference, Span span);
  Expr OfElements(const std::vector<Expr>& literals, Sizes sizes, std::vector<Expr> subscripts);

  // type_overload.cpp
  Expr TypeBinary(syntax::BinaryOperator op, Expr left, Expr right, Span span);
  Expr ReduceRecords(Op op, Expr array, Span span);
  Expr TypeUnary(syntax::UnaryOperator op, Expr operand, Span span);
  Expr CallConstructor(ClassInstance* record, const syntax::Call& call);
  Expr OverloadedScalars(std::string_view name, Expr left, Expr right, Span span);
  Expr CallMatching(const std::vector<ClassInstance*>& functions, std::span<const Expr> given, Span span);
  std::vector<ClassInstance*> OperatorFunctions(TypeId record, std::string_view name);

  // type_statement.cpp
  void TypeStatement(const syntax::Statement& statement, std::vector<Statement>& into);
  void TypeCallStatement(const syntax::Call& call, Span span, std::vector<Statement>& into);
  TypeId AssertionLevel();

  Operators& ops() { return elaboration_.ops(); }
  Store& store() { return elaboration_.store(); }
  ExprPool& exprs() { return elaboration_.store().exprs; }
  Types& types() { return elaboration_.store().types; }
  NameTable& names() { return elaboration_.names(); }
  Instances& instances() { return elaboration_.instances(); }

  Elaboration& elaboration_;
  ClassInstance* scope_;
  const syntax::SyntaxTree* tree_;
  std::vector<NamedIterator> iterators_;
  std::vector<EndOf> ends_;
  std::vector<std::pair<const Component*, std::size_t>> elements_;  // of split arrays, that are meant now
  bool met_split_ = false;
  int branches_ = 0;  // of if-expressions around what is being typed
  int whens_ = 0;     // when-statements around it
};

// Replaces the locals of a function in `e` by expressions, by place: how defaults are filled in.
Expr SubstituteLocals(Expr e, std::span<const Expr> values, Store& store);

}  // namespace mica::instance
