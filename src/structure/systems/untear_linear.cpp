// Fewer tearing variables for a nonlinear block of the section `stage`: those that belong to its linear parts are
// solved for in formulas.
//
// Tearing solves one equation for one unknown at a time, so a linear loop inside of a nonlinear block costs a tearing
// variable: the currents of a motor, the spring of a gear. With T the tearing variables and r the residuals, dr/dT is
// followed through the sequence, as numbers at several gains (gain_values.h) where all on the way is linear with
// factors of parameters and the gain, as 'not known' where it is not. Pivots of that matrix (elimination_order.h) say
// which residual gives which tearing variable by a linear way. Both then join the sequence, which is sorted anew by
// strong components: a component of more than one equation is linear in its unknowns and is eliminated in formulas
// (eliminate_linear.h). What is left is figure 1 of Elmqvist, Mattsson & Olsson (2002): nonsingular diagonal blocks,
// and a border of the variables that a nonlinear solver iterates on. All join, or else each by itself, unless the
// sequence then magnifies errors (tearing_growth.h). Cost: tearing variables², times the entries of the sequence.
#include <algorithm>

#include "graph/strong_components.h"
#include "structure/scalar/rewrite.h"
#include "structure/systems/build_system.h"

namespace mica::structure {

namespace {

constexpr std::size_t kShortChain = 64;     // steps
constexpr std::size_t kUsualGains = 2;      // of those of FactorsAtStart, the last: of steps that one chooses
constexpr std::size_t kMostWork = 200'000;  // tearing variables × steps

// How a variable changes with the tearing variables, by number; without samples: in a way that is not known.
using Changes = std::vector<SampledEntry>;

void AddChange(Changes& sum, Index torn, const std::optional<GainValues::Samples>& change) {
  auto at = std::ranges::lower_bound(sum, torn, {}, &SampledEntry::column);
  if (at == sum.end() || at->column != torn) {
    sum.insert(at, {torn, change});
    return;
  }
  if (!change) at->samples.reset();
  if (!at->samples) return;
  for (std::size_t s = 0; s < change->size(); ++s) (*at->samples)[s] += (*change)[s];
}

}  // namespace

std::vector<EliminationPivot> SystemBuilder::LinearPivots(const graph::Tearing& tearing) {
  std::vector<Changes> changes(unknowns_.size());
  for (std::size_t t = 0; t < tearing.tearing_variables.size(); ++t) {
    GainValues::Samples one;
    one.fill(1);
    changes[tearing.tearing_variables[t]] = {{static_cast<Index>(t), one}};
  }
  auto factor_of = [&](const Row& row, Index entry) -> std::optional<GainValues::Samples> {
    if (!row.partials || std::ranges::find(row.in_condition, entry) != row.in_condition.end()) return std::nullopt;
    auto term = std::ranges::find(*row.partials, unknowns_[entry], &PartialTerm::scalar);
    return term == row.partials->end() ? std::nullopt : gain_values_.Of(term->derivative);
  };
  // Of what the row determines, or of its residual where it determines nothing (own: 1).
  auto follow = [&](const Row& row, Index own) {
    Changes sum;
    std::optional<GainValues::Samples> divisor;
    if (own != graph::kNone) divisor = factor_of(row, own);
    for (Index entry : row.entries) {
      if (entry == own || changes[entry].empty()) continue;
      auto factor = own != graph::kNone && !divisor ? std::nullopt : factor_of(row, entry);
      for (const SampledEntry& change : changes[entry]) {
        std::optional<GainValues::Samples> product;
        if (factor && change.samples) {
          product = *factor;
          for (std::size_t s = 0; s < product->size(); ++s)
            (*product)[s] *= (*change.samples)[s] / (own == graph::kNone ? 1 : -(*divisor)[s]);
        }
        AddChange(sum, change.column, product);
      }
    }
    return sum;
  };
  for (auto [row, variable] : tearing.sequence) changes[variable] = follow(rows_[row], variable);
  std::vector<std::vector<SampledEntry>> matrix;
  for (Index row : tearing.residual_equations) matrix.push_back(follow(rows_[row], graph::kNone));
  return FindEliminationOrder(matrix, static_cast<Index>(tearing.tearing_variables.size()), {}, SIZE_MAX);
}

// Sorted, with what depends on each other in groups.
std::vector<SystemBuilder::SequencePart> SystemBuilder::SequenceOf(std::span<const graph::TearingStep> steps) {
  std::vector<Index> step_of(unknowns_.size(), graph::kNone);
  for (std::size_t i = 0; i < steps.size(); ++i) step_of[steps[i].variable] = static_cast<Index>(i);
  graph::CompressedRows needs(static_cast<Index>(steps.size()));
  std::vector<Index> entries;
  for (graph::TearingStep step : steps) {
    entries.clear();
    for (Index entry : rows_[step.equation].entries)
      if (entry != step.variable && step_of[entry] != graph::kNone) entries.push_back(step_of[entry]);
    needs.AddRow(entries);
  }
  graph::StrongComponents components = graph::FindStrongComponents(needs);
  std::vector<SequencePart> parts;
  for (Index k = 0; k < components.size(); ++k) {
    SequencePart& part = parts.emplace_back();
    for (Index i : components.members.row(k)) part.steps.push_back(steps[i]);
  }
  return parts;
}

// Whether the group can be solved in formulas, whatever stands around it.
bool SystemBuilder::PlanGroup(SequencePart& part) {
  ExprPool& exprs = context_.store.exprs;
  symbolic::Algebra algebra(context_.store);
  std::unordered_map<ScalarId, Index> place;
  std::vector<ScalarId> unknowns;
  for (graph::TearingStep step : part.steps) {
    place.emplace(unknowns_[step.variable], static_cast<Index>(unknowns.size()));
    unknowns.push_back(unknowns_[step.variable]);
  }
  Rewriter at_zero(context_.store, [&](Expr e) -> Expr {
    if (exprs.op(e) == Op::kHeld || exprs.op(e) == Op::kPre) return e;
    return exprs.op(e) == Op::kScalar && place.contains(exprs.scalar(e)) ? exprs.Real(0) : Expr();
  });
  std::vector<LinearElimination::Row> rows;
  for (graph::TearingStep step : part.steps) {
    const Row& row = rows_[step.equation];
    if (!row.partials) return false;
    const ScalarEquation& equation = *row.node->equation;
    LinearElimination::Row& made = rows.emplace_back();
    for (const PartialTerm& term : *row.partials) {
      auto at = place.find(term.scalar);
      if (at == place.end()) continue;
      if (!gain_values_.Of(term.derivative)) return false;
      made.terms.push_back({at->second, term.derivative});
    }
    made.rest = at_zero(algebra.Sub(equation.left, equation.right));
    made.origin = context_.model.origins[equation.origin];
  }
  part.elimination.emplace(context_, unknowns, std::move(rows));
  return part.elimination->FindOrder(gain_values_) == 0;
}

std::optional<std::vector<SystemBuilder::SequencePart>> SystemBuilder::Join(
    const graph::Tearing& tearing, std::span<const graph::TearingStep> joined) {
  std::vector<graph::TearingStep> steps = tearing.sequence;
  steps.insert(steps.end(), joined.begin(), joined.end());
  std::vector<SequencePart> parts = SequenceOf(steps);
  std::vector<std::span<const graph::TearingStep>> spans;
  for (SequencePart& part : parts) {
    if (part.steps.size() > 1 && !PlanGroup(part)) return std::nullopt;
    spans.push_back(part.steps);
  }
  std::vector<Index> torn;
  for (Index t : tearing.tearing_variables)
    if (std::ranges::find(joined, t, &graph::TearingStep::variable) == joined.end()) torn.push_back(t);
  // Where an event cuts steps short, small gains count: 1/gain from a mass between two dampers leaves no digit of a
  // speed at the steps after it, and what friction holds drifts. At steps that one chooses a few masses and springs
  // lose digits too, but so few that a solver lives with it; a chain of many loses all of them.
  std::span<const std::vector<FactorRow>> factors_at = FactorsAtStart();
  const StageRequest& stage = context_.options.stage;
  bool may_be_short = stage.has_short_steps || stage.kind == StageRequest::Kind::kNone;  // of a switch: any method
  if (context_.model.held.size() == 0 || !may_be_short) {
    factors_at = factors_at.subspan(1);
    if (steps.size() < kShortChain) factors_at = factors_at.last(kUsualGains);
  }
  for (const std::vector<FactorRow>& factors : factors_at)
    if (LargestGrowth(factors, static_cast<Index>(unknowns_.size()), torn, spans) > kMostGrowth) return std::nullopt;
  return parts;
}

std::vector<SystemBuilder::SequencePart> SystemBuilder::Untear(graph::Tearing& tearing) {
  std::vector<SequencePart> parts;
  for (graph::TearingStep step : tearing.sequence) parts.push_back({{step}, {}});
  if (!IsStage() || is_linear_ || tearing.tearing_variables.size() * tearing.sequence.size() > kMostWork) return parts;
  std::vector<graph::TearingStep> wanted, joined;
  for (EliminationPivot pivot : LinearPivots(tearing)) {
    graph::TearingStep step{tearing.residual_equations[pivot.row], tearing.tearing_variables[pivot.column]};
    if (!must_tear_[step.variable]) wanted.push_back(step);
  }
  if (auto with = Join(tearing, wanted)) {
    parts = std::move(*with);
    joined = std::move(wanted);
  } else {
    for (graph::TearingStep step : wanted) {
      joined.push_back(step);
      if (auto with_one = Join(tearing, joined))
        parts = std::move(*with_one);
      else
        joined.pop_back();
    }
  }
  if (joined.empty()) return parts;
  auto is_joined = [&](auto member, Index value) { return std::ranges::find(joined, value, member) != joined.end(); };
  std::erase_if(tearing.tearing_variables, [&](Index t) { return is_joined(&graph::TearingStep::variable, t); });
  std::erase_if(tearing.residual_equations, [&](Index r) { return is_joined(&graph::TearingStep::equation, r); });
  tearing.sequence.clear();
  for (const SequencePart& part : parts)
    tearing.sequence.insert(tearing.sequence.end(), part.steps.begin(), part.steps.end());
  return parts;
}

}  // namespace mica::structure
