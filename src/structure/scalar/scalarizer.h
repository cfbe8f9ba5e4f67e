// The parts of pass scalarize (scalarize.cpp): equations, when-clauses and algorithms of the flat model to scalar ones.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "structure/pass.h"
#include "structure/scalar/scalar_expressions.h"

namespace mica::structure {

class Scalarizer {
 public:
  explicit Scalarizer(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        scalars_(context) {}

  // scalarize_variables.cpp. Variables first; attributes and bindings refer to scalars of all of them.
  void AddVariables();
  void AddAttributes(bool of_parameters);
  void AddBindings();

  // scalarize_equations.cpp
  void AddEquations(const std::vector<flat::Equation>& equations, bool is_initial);

  // What is added from now on belongs to the initialization problem.
  void BeginInitial() { scalars_.SetInitial(true); }

  // scalarize_algorithms.cpp
  void AddAlgorithm(const flat::Algorithm& algorithm, bool is_initial);

 private:
  // What an equation becomes before it is decided where it goes.
  struct Piece {
    Expr left, right;          // an equality
    std::optional<Step> step;  // or a step
    std::uint32_t origin = 0;
    Expr when_clock = {};  // in a clocked when-clause
    std::uint32_t when_clause = 0;
    Expr active = {};  // in a state
  };
  using Pieces = std::vector<Piece>;

  void AddParameterBinding(VarId id, std::span<const ScalarId> elements);
  Expr WithBindings(Expr e, int depth);
  bool IsTrue(Expr e);  // of `fixed`: by its literal value, or that with parameters at their bindings
  std::uint32_t AddOrigin(const flat::Origin& origin);
  void Put(const Piece& piece, bool is_initial);

  void Convert(const flat::Equation& equation, Pieces& out);
  std::vector<std::int32_t> SizesOf(Expr e) const;
  void ConvertEqual(Expr left, Expr right, Pieces& out);
  bool ConvertCallEqual(Expr target, Expr call, Pieces& out);
  void ConvertTuple(const flat::Equation& equation, Pieces& out);
  void ConvertFor(const flat::Equation& equation, Pieces& out);
  void ConvertIf(const flat::Equation& equation, Pieces& out);
  bool HasWideCall(const flat::Equation& equation);
  void CombineBranches(std::span<const Expr> conditions, std::vector<Pieces>& branches, Pieces& out);
  // The branch that parameters choose; empty if they do not.
  std::optional<std::size_t> ChosenBranch(std::span<const Expr> conditions);
  void CombineByLeft(std::span<const Expr> conditions, std::vector<Pieces>& equalities, Pieces& out);
  void ConvertCheck(const flat::Equation& equation, Pieces& out);
  std::optional<Step> MakeAssert(Expr condition, Expr message, Expr level);
  // The values of the iterator, literal; empty optional: reported.
  std::optional<std::vector<Expr>> RangeValues(Expr range);
  flat::Equation Substituted(const flat::Equation& equation, symbolic::Substitution& values) const;
  // Scalars of a call in the order of its outputs; an output without a target is invalid.
  std::optional<std::vector<ScalarId>> TargetScalars(std::span<const Expr> targets, Expr call, Pieces& equalities);

  // scalarize_when.cpp
  void ConvertWhen(const flat::Equation& equation, Pieces& out);
  void ConvertState(const flat::Equation& equation, Pieces& out);
  void ConvertClockedWhen(const flat::Equation& equation, Pieces& out);
  // One branch of a when-clause: assignments and effects in the order written.
  bool ConvertWhenBody(const std::vector<flat::Equation>& equations, std::vector<Step>& out);
  bool ConvertWhenEquation(const flat::Equation& equation, std::vector<Step>& out);
  bool ConvertWhenIf(const flat::Equation& equation, std::vector<Step>& out);
  // The Boolean that is true when the clause fires; makes $whenN for conditions that are not variables. Scalars of it
  // are in `made`.
  Expr Trigger(Expr condition);
  Expr TriggerOf(Expr scalar_condition, bool in_algorithm, std::vector<Statement>* before);

  // scalarize_algorithms.cpp
  bool ConvertStatements(const std::vector<Statement>& statements, std::vector<Statement>& out, int depth);
  bool ConvertStatement(const Statement& statement, std::vector<Statement>& out, int depth);
  bool ConvertOne(const Statement& statement, std::vector<Statement>& out, int depth);
  bool ConvertAssign(const Statement& statement, std::vector<Statement>& out);
  bool ConvertForStatement(const Statement& statement, std::vector<Statement>& out, int depth);
  bool ConvertWhenStatement(const Statement& statement, std::vector<Statement>& out, int depth);
  Expr StatementValue(Expr e);  // a scalar
  Expr StatementWhole(Expr e);

  void MarkDiscrete(ScalarId id);

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  ScalarExpressions scalars_;
  std::size_t when_count_ = 0;
  std::set<ScalarId> assigned_outside_when_;  // by the algorithm being converted
  bool in_when_ = false;                      // inside the body of a when-clause: no events
};

}  // namespace mica::structure
