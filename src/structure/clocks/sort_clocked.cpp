// Pass sort-clocked: clocked equations become steps that run when their clock ticks.
//
// Reads: equations with a clock. Changes: these are matched, sorted and solved by themselves (sort_blocks.h), and each
// block that results becomes a when-clause with the tick of its clock as its trigger; hold(x) is taken off everywhere.
// From here on a clocked variable is one that a when-clause assigns: it keeps its value between ticks, and the passes
// that follow sort the clauses between all other steps. All partitions are sorted together: one that reads another's
// variables at a common tick follows it. Equations of different clocks in one simultaneous system are an error
// (specification 16.7.4).
#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/sort_blocks.h"

namespace mica::structure {

namespace {

class ClockedSorter {
 public:
  explicit ClockedSorter(PassContext& context)
      : context_(context), model_(context.model), store_(context.store), exprs_(context.store.exprs) {}

  bool Run() {
    TakeOffHold();
    std::vector<ScalarEquation> equations;  // copies: new equations are added while these are read
    std::vector<Step> effects;
    std::vector<ScalarEquation> effect_equations;
    for (ScalarEquation& equation : model_.equations) {
      if (equation.is_removed || equation.clock == kNoClock) continue;
      equation.is_removed = true;
      equations.push_back(equation);
      equations.back().is_removed = false;
    }
    std::erase_if(equations, [&](const ScalarEquation& equation) {
      if (equation.is_equality()) return false;
      const Step& step = model_.steps[equation.step];
      if (std::ranges::any_of(step.targets, [](ScalarId target) { return target.valid(); })) return false;
      effects.push_back(step);
      effects.back().origin = model_.origins[equation.origin];
      effect_equations.push_back(equation);
      return true;
    });
    std::vector<Step> steps;
    if (!Sort(equations, steps)) return false;
    for (Step& step : steps) AddWhen(std::move(step));
    for (std::size_t i = 0; i < effects.size(); ++i)
      AddWhen(std::move(effects[i]), effect_equations[i].clock, effect_equations[i].active);
    return true;
  }

 private:
  void TakeOffHold() {
    Rewriter rewrite(
        store_, [](Expr) { return Expr(); }, [&](Expr e) { return exprs_.op(e) == Op::kHold ? exprs_.arg(e, 0) : e; });
    for (ScalarEquation& equation : model_.equations) {
      rewrite.Apply(equation.left);
      rewrite.Apply(equation.right);
    }
    for (Step& step : model_.steps) rewrite.Apply(step);
    for (Delay& delay : model_.delays) rewrite.Apply(delay.value);
    for (Distribution& distribution : model_.distributions)
      for (Expr* e : {&distribution.in0, &distribution.in1, &distribution.x, &distribution.positive}) rewrite.Apply(*e);
  }

  bool Sort(const std::vector<ScalarEquation>& equations, std::vector<Step>& steps) {
    SortProblem problem;
    std::vector<ScalarId> reals;
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      if (model_.scalars[id].alias_of || model_.is_known(id) || model_.facts[id].clock == kNoClock) continue;
      problem.AddUnknown(id, model_.scalars.size());
      if (store_.types.kind(model_.scalars[id].type) == TypeKind::kReal) reals.push_back(id);
    }
    problem.column_of.resize(model_.scalars.size(), graph::kNone);
    for (const ScalarEquation& equation : equations) problem.equations.push_back(&equation);
    problem.graph = BuildEquationGraph(model_, store_, problem.equations, problem.column_of,
                                       static_cast<Index>(problem.unknowns.size()));
    graph::Matching matching(static_cast<Index>(problem.graph.rows.size()),
                             static_cast<Index>(problem.unknowns.size()));
    for (std::size_t r = 0; r < problem.graph.rows.size(); ++r) {
      ScalarId output = problem.graph.rows[r].output;
      if (!output || problem.column_of[output.index()] == graph::kNone) continue;
      Index column = problem.column_of[output.index()];
      if (matching.row_of_column[column] == graph::kNone) matching.Match(static_cast<Index>(r), column);
    }
    problem.matching = graph::MaximumMatching(problem.graph.solvable, std::move(matching));
    std::vector<Index> rows = problem.matching.UnmatchedRows(), columns = problem.matching.UnmatchedColumns();
    if (!rows.empty() || !columns.empty()) {
      Diagnostic& d = context_.sink.Report(kNoClockedMatching, context_.flat.span,
                                           "the clocked equations cannot be assigned to the clocked variables");
      for (std::size_t i = 0; i < rows.size() && i < context_.options.message_limit; ++i) {
        const ScalarEquation& equation = *problem.equations[problem.graph.rows[rows[i]].equation];
        d.notes.push_back(
            {model_.origins[equation.origin].span, "determines nothing: " + EquationText(model_, equation, store_)});
      }
      for (std::size_t i = 0; i < columns.size() && i < context_.options.message_limit; ++i)
        d.notes.push_back(
            {{}, fmt::format("determined by nothing: {}", model_.scalars[problem.unknowns[columns[i]]].name)});
      return false;
    }
    // At a tick they are unknowns like continuous ones.
    for (ScalarId id : reals) model_.scalars[id].kind = ScalarKind::kAlgebraic;
    for (std::size_t c = 0; c < problem.unknowns.size(); ++c)
      active_of_[problem.unknowns[c]] =
          problem.equations[problem.graph.rows[problem.matching.row_of_column[c]].equation]->active;
    problem.accepts = [this](std::span<const BlockNode* const> block) { return Accepts(block); };
    bool ok = SortBlocks(context_, problem, steps);
    for (ScalarId id : reals) model_.scalars[id].kind = ScalarKind::kDiscrete;
    return ok;
  }

  // What the systems among the steps read: the sorting of the whole model must know.
  void NoteReads(Step& step) {
    if (step.kind != Step::Kind::kSolve) return;
    OccurrenceCollector occurrences(store_);
    const System& system = context_.blocks.systems[step.system];
    for (const Step& inner : system.inner) occurrences.Add(inner);
    for (const Step& inner : system.discrete) occurrences.Add(inner);
    for (Expr residual : system.residuals) occurrences.Add(residual);
    for (const Occurrence& o : occurrences.found())
      if (o.is_needed() && std::ranges::find(step.targets, o.scalar) == step.targets.end())
        step.reads.push_back(o.scalar);
  }

  // A block has one clock, and is in one state.
  bool Accepts(std::span<const BlockNode* const> block) {
    const ScalarEquation& first = *block[0]->equation;
    for (const BlockNode* node : block) {
      if (node->equation->clock == first.clock && node->equation->active == first.active) continue;
      Diagnostic& d = context_.sink.Report(kSystemAcrossClocks, model_.origins[first.origin].span,
                                           fmt::format("equations of different {} depend on each other at one tick",
                                                       node->equation->clock == first.clock ? "states" : "clocks"));
      for (const BlockNode* other : block)
        if (d.notes.size() < context_.options.message_limit && !other->unknowns.empty() &&
            !model_.scalars[other->unknowns[0]].is_hidden)
          d.notes.push_back({model_.origins[other->equation->origin].span,
                             fmt::format("this one is for {}", model_.scalars[other->unknowns[0]].name)});
      d.hint = "previous() on one of the variables in the loop takes it apart";
      return false;
    }
    return true;
  }

  void AddWhen(Step step) {
    std::uint32_t clock = kNoClock;
    Expr active;
    for (ScalarId target : step.targets)
      if (target && clock == kNoClock && model_.facts[target].clock != kNoClock)
        clock = model_.facts[target].clock, active = active_of_[target];
    AddWhen(std::move(step), clock, active);
  }

  void AddWhen(Step step, std::uint32_t clock, Expr active) {
    if (clock == kNoClock) return;
    NoteReads(step);
    Step when;
    when.kind = Step::Kind::kWhen;
    when.origin = step.origin;
    for (ScalarId target : step.targets) {
      if (!target) continue;
      when.targets.push_back(target);
      model_.facts[target].is_when_assigned = true;
      model_.scalars[target].kind = ScalarKind::kDiscrete;
    }
    ScalarEquation equation;
    equation.origin = static_cast<std::uint32_t>(model_.origins.size());
    model_.origins.push_back(step.origin);
    when.branches.push_back(
        {active ? symbolic::Algebra(store_).And(model_.clocks[clock].ticks, active) : model_.clocks[clock].ticks, {}});
    when.branches[0].steps.push_back(std::move(step));
    equation.step = static_cast<std::uint32_t>(model_.steps.size());
    model_.steps.push_back(std::move(when));
    model_.equations.Add(equation);
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  std::map<ScalarId, Expr> active_of_;  // of the equation that determines it
};

}  // namespace

bool SortClocked(PassContext& context) { return context.model.clocks.empty() || ClockedSorter(context).Run(); }

}  // namespace mica::structure
