// The other way to build a system (build_system.h): sparse elimination of a linear block of the section `stage`.
//
// The block is eliminated as it is written, not torn before: a long sequence of explicit solutions magnifies errors,
// the factors of a band do not. It begins as one would by hand: where der(x) stands in one equation beside its formula
// x = base + gain*der(x), it is taken from the equation into the formula. What is left of a rod is then (1 +
// 2*gain*a/dx²) u(i) - gain*a/dx² (u(i-1) + u(i+1)) = base(i). Where ideal switches leave something open in one of
// their modes the solver needs their conditions in the equations (run/events/leaking_switches.h), which auxiliaries
// would hide: a block with conditions is torn then.
#include <algorithm>

#include "structure/scalar/rewrite.h"
#include "structure/stage/inline_switches.h"
#include "structure/systems/build_system.h"
#include "structure/systems/system_jacobian.h"
#include "symbolic/visit.h"

namespace mica::structure {

std::optional<LinearElimination> SystemBuilder::PlanElimination() {
  if (!IsStage() || !is_linear_ || unknowns_.size() < 2 || rows_.size() != unknowns_.size()) return std::nullopt;
  ExprPool& exprs = context_.store.exprs;
  symbolic::Algebra algebra(context_.store);
  Rewriter at_zero(context_.store, [&](Expr e) -> Expr {
    if (exprs.op(e) == Op::kHeld || exprs.op(e) == Op::kPre) return e;  // known, whatever it is of
    return exprs.op(e) == Op::kScalar && IsUnknown(exprs.scalar(e)) ? exprs.Real(0) : Expr();
  });
  symbolic::Contains has_condition(exprs, [&](Expr e) { return exprs.op(e) == Op::kIf; });
  std::vector<LinearElimination::Row> rows;
  for (const Row& row : rows_) {
    if (!row.partials) return std::nullopt;  // a step that reads none of the unknowns
    if (std::ranges::any_of(*row.partials, [&](const PartialTerm& term) { return has_condition(term.derivative); })) {
      if (!has_open_modes_) has_open_modes_ = HasOpenModes(context_);
      if (*has_open_modes_) return std::nullopt;
    }
    const ScalarEquation& equation = *row.node->equation;
    LinearElimination::Row& made = rows.emplace_back();
    for (const PartialTerm& term : *row.partials) made.terms.push_back({local_.at(term.scalar), term.derivative});
    made.rest = at_zero(algebra.Sub(equation.left, equation.right));
    made.origin = context_.model.origins[equation.origin];
    made.text = EquationText(context_.model, equation, context_.store);
  }
  std::vector<EliminationPivot> slopes = SlopesOfOneEquation(rows);
  LinearElimination elimination(context_, unknowns_, std::move(rows));
  for (EliminationPivot pivot : slopes) elimination.Begin(pivot);
  return elimination;
}

std::vector<EliminationPivot> SystemBuilder::SlopesOfOneEquation(const std::vector<LinearElimination::Row>& rows) {
  std::vector<std::vector<std::size_t>> holders(unknowns_.size());
  auto is_slope = [&](Index unknown) {
    ScalarId x = context_.model.facts[unknowns_[unknown]].derivative_of;
    return x && context_.model.scalars[x].kind == ScalarKind::kState;
  };
  auto slopes_in = [&](std::size_t r) {
    return std::ranges::count_if(rows[r].terms, [&](const auto& term) { return is_slope(term.unknown); });
  };
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const LinearElimination::Term& term : rows[r].terms)
      if (is_slope(term.unknown)) holders[term.unknown].push_back(r);
  Expr gain = context_.model.Ref(context_.blocks.stage_gain, context_.store);
  auto factor = [&](std::size_t r, Index unknown) {
    return std::ranges::find(rows[r].terms, unknown, &LinearElimination::Term::unknown)->factor;
  };
  auto is_formula = [&](std::size_t r, Index unknown) {
    return rows[r].terms.size() == 2 && factor(r, unknown) == symbolic::Algebra(context_.store).Neg(gain);
  };
  std::vector<EliminationPivot> found;
  for (std::size_t k = 0; k < unknowns_.size(); ++k) {
    Index unknown = static_cast<Index>(k);
    if (holders[k].size() != 2) continue;
    bool first_is_formula = is_formula(holders[k][0], unknown);
    if (first_is_formula == is_formula(holders[k][1], unknown)) continue;
    std::size_t row = holders[k][first_is_formula ? 1 : 0];
    auto samples = gain_values_.Of(factor(row, unknown));
    if (slopes_in(row) != 1 || !samples) continue;
    if (std::ranges::all_of(*samples, [&](double value) { return value == samples->front() && value != 0; }))
      found.push_back({static_cast<Index>(row), unknown});
  }
  return found;
}

bool SystemBuilder::BuildEliminated(LinearElimination& elimination, std::span<const BlockNode* const> block,
                                    std::vector<Step>& out) {
  std::vector<Step> after;
  System system = elimination.Eliminate(out, after);
  if (!system.unknowns.empty()) {
    FormJacobian(system, context_, partial_);
    bool is_solved = SolveInFormulas(system);
    Count(system, is_solved);
    if (is_solved) {
      for (Step& step : system.inner) out.push_back(std::move(step));
    } else {
      AddSystem(std::move(system), block, out);
    }
  } else {
    Count(system, true);
  }
  for (Step& step : after) out.push_back(std::move(step));
  return true;
}

}  // namespace mica::structure
