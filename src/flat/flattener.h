// The parts that flattening is made of, for the files flatten*.cpp and explain_place.cpp.
#pragma once

#include "flat/connect/connections.h"
#include "flat/flatten.h"
#include "flat/state_machine.h"
#include "instance/typing/typer.h"

namespace mica::flat {

class Flattener {
 public:
  Flattener(instance::Elaboration& elaboration, instance::Component* top)
      : elaboration_(elaboration), top_(top), connections_(elaboration), state_machines_(elaboration) {}

  Result<Model> Run();

 private:
  // The classes of the model are gone through twice: connections decide which equations there are.
  enum class Pass : std::uint8_t { kConnections, kEquations };

  // flatten.cpp
  void TypeAll(instance::Component* component);
  void AddVariables(instance::Component* component);
  void AddVariable(instance::Component* component);
  bool IsAtTop(const instance::Component* component) const;
  void AddEquations(instance::Component* component);
  void ReadExperiment();
  // explain_place.cpp: notes for the errors since `reported`, about the class `part` of `component`.
  void ExplainSince(DiagnosticSink::Mark mark, instance::Component* component, const instance::ClassInstance* part);
  bool IsOnLineOf(Span a, Span b) const;
  Path PathOf(const instance::Component* component) const;
  Origin OriginAt(const instance::Component* component, Span span) const;

  // flatten_equation.cpp; if and for: flatten_branch.cpp; connect: flatten_connect.cpp
  void AddSection(instance::Component* component, instance::ClassInstance* part,
                  const syntax::EquationSection& section);
  void AddAlgorithm(instance::Component* component, instance::ClassInstance* part,
                    const syntax::AlgorithmSection& section);
  void FlattenEquations(instance::Typer& typer, syntax::List<syntax::Equation> equations, std::vector<Equation>& into,
                        bool in_when);
  void FlattenEquation(instance::Typer& typer, const syntax::Equation& equation, std::vector<Equation>& into,
                       bool in_when);
  void FlattenEquality(instance::Typer& typer, const syntax::EqualityEquation& equation, std::vector<Equation>& into,
                       bool in_when);
  void FlattenTuple(instance::Typer& typer, const syntax::Tuple& left, const syntax::Expression& right, Equation made,
                    std::vector<Equation>& into);
  const instance::Component* OwnerInside(const instance::Component* variable);
  void FlattenDistribution(instance::Typer& typer, const syntax::Tuple& left, const syntax::Call& call, Equation made,
                           std::vector<Equation>& into);
  void FlattenGraphStatement(instance::Typer& typer, const syntax::Call& call, std::string_view name);
  std::optional<End> EndOf(instance::Typer& typer, const syntax::Expression& expression);
  std::vector<Loop> LoopsAround();
  bool HasConnect(const syntax::Node& root) const;
  // Which branch is taken, where the conditions differ between the elements of the component arrays around them.
  void DecideForElements(instance::Typer& typer, const syntax::IfEquation& equation,
                         const std::vector<Expr>& conditions, std::vector<Equation>& into, bool in_when);
  std::optional<std::size_t> TakenBranch(instance::Typer& typer, const syntax::IfEquation& equation,
                                         const std::vector<Expr>& conditions);
  void FlattenIf(instance::Typer& typer, const syntax::IfEquation& equation, std::vector<Equation>& into, bool in_when);
  void FlattenFor(instance::Typer& typer, const syntax::ForEquation& equation, std::vector<Equation>& into,
                  bool in_when);
  bool FindRounds(Expr& range, Span span, Loop& loop);
  void Unroll(instance::Typer& typer, const syntax::ForEquation& equation, std::size_t level,
              std::vector<Equation>& into, bool in_when);
  bool UsesLoop(Expr e);
  bool IsChoice(Expr condition);
  void FlattenWhen(instance::Typer& typer, const syntax::WhenEquation& equation, std::vector<Equation>& into);
  void FlattenClockedWhen(instance::Typer& typer, const syntax::WhenEquation& equation, Expr clock, Equation made,
                          std::vector<Equation>& into);
  void FlattenCall(instance::Typer& typer, const syntax::CallEquation& equation, std::vector<Equation>& into,
                   bool in_when);
  // flatten_transition.cpp. Whether it was a transition or an initial state.
  bool FlattenTransition(instance::Typer& typer, const syntax::Call& call, const Origin& origin, bool in_when);
  instance::Component* StateOf(instance::Typer& typer, const syntax::Expression& state);
  void FlattenConnect(instance::Typer& typer, const syntax::ConnectEquation& equation);
  void ConnectEnds(instance::Typer& typer, const syntax::ConnectEquation& equation, std::optional<End> a,
                   std::optional<End> b);
  // connect_split.cpp: a connection through arrays whose elements were instantiated apart, element by element.
  void ConnectElements(instance::Typer& typer, const syntax::ConnectEquation& equation, const std::optional<End>& a,
                       const std::optional<End>& b);
  struct EndElements {
    std::vector<End> ends;  // row-major; without a component where it is absent
    std::vector<std::int32_t> sizes;
  };
  std::optional<EndElements> ElementsOf(instance::Typer& typer, const syntax::Expression& expression, const End& end);
  std::optional<std::vector<std::int32_t>> PlacesOf(Expr subscript, std::int32_t size, Span span);
  // Equations of the class of a component array hold for each element.
  void WrapInArrays(instance::Component* component, std::vector<Equation>& equations);

  Store& store() { return elaboration_.store(); }
  ExprPool& exprs() { return elaboration_.store().exprs; }
  Types& types() { return elaboration_.store().types; }
  DiagnosticSink& sink() { return elaboration_.sink(); }
  instance::Operators& ops() { return elaboration_.ops(); }
  std::string_view text(Name name) { return elaboration_.names().text(name); }

  instance::Elaboration& elaboration_;
  instance::Component* top_;
  Model model_;
  Connections connections_;
  Pass pass_ = Pass::kConnections;
  std::vector<Equation> element_equations_;  // of single elements of a component array, in the section at hand
  std::vector<std::int32_t> element_;        // of the component arrays around, where one is spoken of; else empty
  StateMachines state_machines_;
  instance::Component* current_ = nullptr;  // whose class is being flattened
  bool in_clocked_when_ = false;            // a when-equation of a clock is around what is being flattened
  bool must_unroll_ = false;  // a range inside the outermost loop depends on a variable of a loop around it
  std::vector<Loop> loops_;   // for-equations around what is being flattened, outermost first
};

}  // namespace mica::flat
