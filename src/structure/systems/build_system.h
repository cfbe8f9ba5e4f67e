// Makes a simultaneous system of one block: its discrete part set aside, its continuous part torn, its Jacobian formed.
//
// Tearing solves an equation only for a scalar whose factor is a literal or of parameters alone, so nothing that may
// vanish is divided by (graph/tearing.h). A call or algorithm in a loop is evaluated once all it reads is known; an
// output of it that is an iteration variable is compared with what it returned. Relations in the block that are held do
// not count as dependencies of the continuous part: they are iterated around it, with the discrete unknowns. In the
// section `stage` a sparse linear block is not torn but eliminated (eliminate_linear.h), unless that leaves more. A
// linear system is brought further down in formulas (reduce_linear.h); one of which nothing is left is no system any
// more, or, with discrete unknowns, one whose inner steps give all.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "graph/tearing.h"
#include "structure/sort/partial_derivative.h"
#include "structure/sort/solve_equation.h"
#include "structure/sort/sort_blocks.h"
#include "structure/systems/eliminate_linear.h"
#include "structure/systems/reduce_linear.h"
#include "structure/systems/tearing_growth.h"

namespace mica::structure {

class SystemBuilder {
 public:
  SystemBuilder(PassContext& context, bool is_initial)
      : context_(context),
        is_initial_(is_initial),
        occurrences_(context.store),
        partial_(context.derivatives),
        solver_(context),
        values_(context.model, context.store),
        gain_values_(context.model, context.store, values_, context.blocks.stage_gain) {}

  bool Build(std::span<const BlockNode* const> block, std::vector<Step>& out);
  // The factor of the unknown in the equality; invalid where that is known to be harmless: alone on one side.
  Expr FactorOf(const ScalarEquation& equation, ScalarId unknown);
  // Whether the factor is zero in some branch, by its literals or with the present values of parameters.
  bool Varies(Expr factor) { return partial_.Classify(factor, context_.model) == Factor::kVaries; }
  bool VanishesInABranch(Expr factor) {
    return IsZeroInABranch(factor, context_.store.exprs) || reducer_.VanishesInABranch(factor);
  }

 private:
  // One row of the continuous part.
  struct Row {
    const BlockNode* node;
    ScalarId output;             // of a step
    std::vector<Index> entries;  // continuous unknowns of the block that it needs
    std::vector<graph::Solvability> solvability;
    std::vector<Index> in_condition;                   // those that stand in conditions
    std::optional<std::vector<PartialTerm>> partials;  // of an equality
  };

  void Clear();
  void CollectRows(std::span<const BlockNode* const> block);
  void AddEquality(const BlockNode& node);
  void AddStep(const BlockNode& node);
  int TearingPreference(ScalarId id) const;
  // Whether the options of the translation ask for it (InitialIteration).
  bool IteratesFromStart(const Scalar& scalar) const;
  // Tears what a long sequence would magnify errors of (tearing_growth.h).
  void TearWhatGrows(graph::Tearing& tearing);
  const std::vector<std::vector<FactorRow>>& FactorsAtStart();
  // The linear block as rows to be eliminated; none if it is not linear, or no section `stage` (build_eliminated.cpp).
  std::optional<LinearElimination> PlanElimination();
  // Derivatives of states that stand, beside the formula of their state, in one equation, and that alone: pivots to
  // begin with.
  std::vector<EliminationPivot> SlopesOfOneEquation(const std::vector<LinearElimination::Row>& rows);
  bool BuildEliminated(LinearElimination& elimination, std::span<const BlockNode* const> block, std::vector<Step>& out);
  // What a solver is needed for, and around it what it need not repeat (slim_system.h).
  void AddSystem(System system, std::span<const BlockNode* const> block, std::vector<Step>& out);
  bool IsStage() const { return context_.in_stage; }
  // One equation solved for one unknown, or a linear group.
  struct SequencePart {
    std::vector<graph::TearingStep> steps;
    std::optional<LinearElimination> elimination;  // of a group
  };
  // The sequence of a torn block, in the section `stage` with linear groups that make do with fewer tearing variables
  // (untear_linear.cpp): those are taken out of the tearing.
  std::vector<SequencePart> Untear(graph::Tearing& tearing);
  std::vector<EliminationPivot> LinearPivots(const graph::Tearing& tearing);
  // The sequence with these steps joined; none if a group cannot be solved, or errors would grow.
  std::optional<std::vector<SequencePart>> Join(const graph::Tearing& tearing,
                                                std::span<const graph::TearingStep> joined);
  std::vector<SequencePart> SequenceOf(std::span<const graph::TearingStep> steps);
  bool PlanGroup(SequencePart& part);
  // The steps of the torn-out unknowns and the residuals; false if a formula was missing: the scalar is torn next time.
  bool BuildTorn(const graph::Tearing& tearing, std::span<SequencePart> sequence, System& system);
  // Whether no follower is iterated on; reported if one would have to be.
  bool CheckFollowers(const graph::Tearing& tearing);
  // Whether the residuals are linear in the iteration variables: only what these influence counts.
  bool IsLinear(const graph::Tearing& tearing);
  bool CheckOwnValue(const Step& step);
  bool BuildDiscrete(System& system);
  // Whether nothing is left for a solver.
  bool SolveInFormulas(System& system);
  void MarkHeld(const System& system);
  void Count(const System& system, bool is_symbolic);
  bool IsUnknown(ScalarId id) const { return local_.contains(id); }
  bool ReadsUnknown(Expr e, const std::vector<bool>* among = nullptr);

  PassContext& context_;
  bool is_initial_;
  OccurrenceCollector occurrences_, inner_occurrences_{context_.store};
  PartialDerivative partial_;
  EquationSolver solver_;
  BindingValues values_;
  GainValues gain_values_;
  std::optional<bool> has_open_modes_;  // of the dynamics; known once asked
  LinearReducer reducer_{context_, partial_, values_};
  std::unordered_map<ScalarId, Index> local_;  // continuous unknowns of the block
  std::vector<ScalarId> unknowns_;
  std::vector<const BlockNode*> discrete_;
  std::vector<Row> rows_;
  std::vector<std::vector<FactorRow>> factors_;  // of the rows, once asked for: in the section `stage` at several gains
  std::vector<bool> must_tear_;
  // By unknown: what is not Real but comes from a step that gives Real values too (the phase in the state of a medium).
  // It follows whenever the step is evaluated, is never iterated on, and has no part in derivatives.
  std::vector<bool> is_follower_;
  bool is_linear_ = true, is_mixed_ = false;
};

}  // namespace mica::structure
