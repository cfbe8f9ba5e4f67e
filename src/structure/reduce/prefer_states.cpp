// Pass prefer-states: variables with StateSelect.prefer or always that are nobody's derivative get one, where they may
// take the place of others (the specification, 4.9.7.1: prefer is meant also for variables that do not appear
// differentiated).
//
// A fluid volume has der(m) and der(U), and p and h with StateSelect.prefer; d(p, h) = m/V and u(p, h) = U/m would have
// to be solved for p and h at every step. With der(p) and der(h) in the model, p and h are candidates: index reduction
// differentiates the equations between, and select-states takes p and h, from which m and U follow without solving
// anything. Where they could be solved for by formulas the wish counts all the same: of a liquid that hardly gives way,
// the mass decides about the pressure in its last digits only, and no tolerance for the mass is good enough.
//
// Reads: equations. Changes: makes derivatives of such variables. Keeps: everything else. Done for a block (with what
// is differentiated taken as known) that holds wanted variables, if what it is computed from, back to differentiated
// variables, are few equations that can be differentiated, and at least as many differentiated variables that are
// wanted less.
#include <algorithm>

#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/passes.h"
#include "structure/scalar/call_outputs.h"
#include "structure/sort/equation_graph.h"
#include "symbolic/derivative.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMostEquations = 60;  // between a block and the variables that are differentiated

class StateWishes {
 public:
  explicit StateWishes(PassContext& context)
      : context_(context), model_(context.model), store_(context.store), occurrences_(context.store) {}

  void Run() {
    bool any = false;
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) any = any || IsWanted(ScalarId(i));
    if (!any) return;
    Sort();
    std::vector<ScalarId> chosen;
    for (Index k = 0; k < components_.size(); ++k) {
      std::vector<Index> block(components_.members.row(k).begin(), components_.members.row(k).end());
      std::erase_if(block, [&](Index row) { return matching_.column_of_row[row] == graph::kNone; });
      std::vector<ScalarId> wanted;
      for (Index row : block)
        if (ScalarId id = columns_[matching_.column_of_row[row]]; IsWanted(id)) wanted.push_back(id);
      if (wanted.empty() || !MayBeExchanged(block, wanted.size())) continue;
      chosen.insert(chosen.end(), wanted.begin(), wanted.end());
    }
    for (ScalarId id : chosen) model_.facts[model_.DerivativeOf(id, store_)].made_by_reduction = true;
  }

 private:
  bool IsFree(ScalarId id) const { return !model_.scalars[id].alias_of && !model_.is_known(id); }
  bool IsPreferred(ScalarId id) const {
    flat::StateSelect select = model_.facts[id].state_select;
    return select == flat::StateSelect::kPrefer || select == flat::StateSelect::kAlways;
  }
  bool IsWanted(ScalarId id) const {
    return IsPreferred(id) && IsFree(id) && model_.is_continuous(id) && !model_.scalars[id].derivative &&
           model_.facts[id].clock == kNoClock;
  }
  bool IsDifferentiated(ScalarId id) const {
    return model_.scalars[id].derivative && IsFree(model_.scalars[id].derivative);
  }

  // Blocks, with what is differentiated known.
  void Sort() {
    column_of_.assign(model_.scalars.size(), graph::kNone);
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      if (!IsFree(id) || IsDifferentiated(id)) continue;
      column_of_[i] = static_cast<Index>(columns_.size());
      columns_.push_back(id);
    }
    for (const ScalarEquation& equation : model_.equations)
      if (!equation.is_removed) equations_.push_back(&equation);
    graph_ = BuildEquationGraph(model_, store_, equations_, column_of_, static_cast<Index>(columns_.size()));
    matching_ = graph::MaximumMatching(graph_.solvable);
    graph::CompressedRows needs(static_cast<Index>(graph_.rows.size()));
    std::vector<Index> entries;
    for (std::size_t r = 0; r < graph_.rows.size(); ++r) {
      entries.clear();
      for (Index column : graph_.needed.row(static_cast<Index>(r)))
        if (Index row = matching_.row_of_column[column]; row != graph::kNone && IsReal(columns_[column]))
          entries.push_back(row);
      needs.AddRow(entries);
    }
    components_ = graph::FindStrongComponents(needs);
  }

  bool IsReal(ScalarId id) const { return store_.types.kind(model_.scalars[id].type) == TypeKind::kReal; }

  bool CanBeDifferentiated(Index row) {
    const EquationRow& at = graph_.rows[row];
    const ScalarEquation& equation = *equations_[at.equation];
    Expr left = equation.left, right = equation.right;
    if (!equation.is_equality()) {
      const Step& step = model_.steps[equation.step];
      if (step.kind != Step::Kind::kCall) return false;
      left = model_.Ref(at.output, store_);
      right = CallOutput(step, at.output, store_);
      if (!right) return false;
    }
    symbolic::Differentiator derive(context_.derivatives, [&](Expr leaf) -> Expr {
      if (store_.exprs.op(leaf) == Op::kTime) return store_.exprs.Real(1);
      if (store_.exprs.op(leaf) != Op::kScalar) return {};
      const Scalar& scalar = model_.scalars[store_.exprs.scalar(leaf)];
      if (scalar.kind == ScalarKind::kInput) return {};
      return store_.exprs.Real(scalar.kind == ScalarKind::kAlgebraic || scalar.kind == ScalarKind::kState ? 1 : 0);
    });
    return derive.Of(left) && derive.Of(right);
  }

  // Whether all that the block is computed from can be differentiated, down to variables that are differentiated
  // already.
  bool MayBeExchanged(const std::vector<Index>& block, std::size_t wanted) {
    std::vector<Index> rows = block;
    std::vector<ScalarId> bases;
    for (std::size_t at = 0; at < rows.size(); ++at) {
      if (rows.size() > kMostEquations || !CanBeDifferentiated(rows[at])) return false;
      const ScalarEquation& equation = *equations_[graph_.rows[rows[at]].equation];
      occurrences_.Clear();
      AddReads(equation, model_, occurrences_);
      for (const Occurrence& o : occurrences_.found()) {
        if ((o.how & (kSolvable | kInCondition)) == 0 || !IsFree(o.scalar) || !model_.is_continuous(o.scalar)) continue;
        if (model_.facts[o.scalar].derivative_of) return false;
        if (IsDifferentiated(o.scalar)) {
          if (std::ranges::find(bases, o.scalar) == bases.end()) bases.push_back(o.scalar);
          continue;
        }
        Index row = matching_.row_of_column[column_of_[o.scalar.index()]];
        if (row == graph::kNone) return false;
        if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
      }
    }
    auto is_wanted_less = [&](ScalarId id) { return !IsPreferred(id); };
    return static_cast<std::size_t>(std::ranges::count_if(bases, is_wanted_less)) >= wanted;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  OccurrenceCollector occurrences_;
  std::vector<Index> column_of_;
  std::vector<ScalarId> columns_;
  std::vector<const ScalarEquation*> equations_;
  EquationGraph graph_;
  graph::Matching matching_;
  graph::StrongComponents components_;
};

}  // namespace

bool PreferStates(PassContext& context) {
  StateWishes(context).Run();
  return true;
}

}  // namespace mica::structure
