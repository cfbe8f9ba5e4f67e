// Pass sort-initialization: the section `initial`, sorted like the dynamics.
//
// Reads: the scalar model after sort-dynamics. Changes: blocks.initial, blocks.systems, the initialization report, hidden scalars
// $pre.d. Which conditions count is decided by matching (initial_system.h gives the groups): the dynamics must all be matched;
// then initial equations
// and fixed start values, one by one, as long as an augmenting path exists; then start values that are not fixed, the most wanted
// first, until every unknown is determined. Sets of rows that can be matched are independent in a transversal matroid, so taking
// them greedily in that order
// drops nothing that a better choice could have kept.
// A condition that finds no unknown left is redundant or contradicts the others: a warning (W5502) explains it, and a check of it
// is kept for the run: it may well hold.
#include <algorithm>
#include <fmt/format.h>

#include "graph/dulmage_mendelsohn.h"
#include "structure/initial_system.h"
#include "structure/passes.h"
#include "structure/sort_blocks.h"
#include "structure/vanishing_entries.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

class InitialSorter {
 public:
  explicit InitialSorter(PassContext& context) : context_(context), model_(context.model), store_(context.store),
      system_(MakeInitialSystem(context)) {}

  bool Run() {
    for (ScalarId id : system_.unknowns) problem_.AddUnknown(id, model_.scalars.size());
    problem_.column_of.resize(model_.scalars.size(), graph::kNone);
    for (const InitialEquation& equation : system_.equations) problem_.equations.push_back(&equation.equation);
    // Variables of when-clauses may follow from initial equations here.
    for (ScalarFacts& facts : model_.facts) facts.is_when_assigned = false;
    problem_.graph =
        BuildEquationGraph(model_, store_, problem_.equations, problem_.column_of, static_cast<Index>(problem_.unknowns.size()));
    problem_.is_initial = true;
    if (!MatchDynamics()) return false;
    MatchConditions();
    if (!ReportUndetermined()) return false;
    problem_.dropped_rows = problem_.matching.UnmatchedRows();
    bool ok = SortBlocks(context_, problem_, context_.blocks.initial);
    for (const Step& check : checks_) context_.blocks.initial.push_back(check);
    ReportActivated();
    return ok;
  }

 private:
  const InitialEquation& EquationOf(Index row) const { return system_.equations[problem_.graph.rows[row].equation]; }
  const flat::Origin& OriginOf(const InitialEquation& equation) const { return model_.origins[equation.equation.origin]; }

  bool MatchDynamics() {
    const EquationGraph& graph = problem_.graph;
    Index rows = 0;
    while (rows < static_cast<Index>(graph.rows.size()) && EquationOf(rows).group == InitialGroup::kDynamics) ++rows;
    graph::CompressedRows dynamics(static_cast<Index>(problem_.unknowns.size()));
    graph::Matching start(rows, static_cast<Index>(problem_.unknowns.size()));
    for (Index r = 0; r < rows; ++r) {
      dynamics.AddRow(graph.solvable.row(r));
      ScalarId output = graph.rows[r].output;
      if (!output) continue;
      Index column = problem_.column_of[output.index()];
      if (column != graph::kNone && start.row_of_column[column] == graph::kNone) start.Match(r, column);
    }
    // What parameters make vanish is matched only if nothing else is left.
    preferred_ = WithoutVanishing(context_, problem_.equations, problem_.unknowns, problem_.graph);
    graph::CompressedRows without(static_cast<Index>(problem_.unknowns.size()));
    for (Index r = 0; r < rows; ++r) without.AddRow(preferred_.row(r));
    start = graph::MaximumMatching(without, std::move(start));
    problem_.matching = graph::MaximumMatching(dynamics, std::move(start));
    std::vector<Index> unmatched = problem_.matching.UnmatchedRows();
    problem_.matching.column_of_row.resize(graph.rows.size(), graph::kNone);
    if (unmatched.empty()) return true;
    Diagnostic& diagnostic = context_.sink.Error("E5504", OriginOf(EquationOf(unmatched[0])).span,
        "at initialization, equations of the model find no unknown to determine");
    for (std::size_t i = 0; i < unmatched.size() && i < context_.options.message_limit; ++i)
      diagnostic.notes.push_back({OriginOf(EquationOf(unmatched[i])).span, EquationText(model_, EquationOf(unmatched[i]).equation,
          store_)});
    return false;
  }

  void MatchConditions() {
    graph::Augmenter augmenter;
    const EquationGraph& graph = problem_.graph;
    Index free = static_cast<Index>(problem_.unknowns.size()) - problem_.matching.CountMatched();
    auto entries = [&](Index row) { return graph.solvable.row(row); };
    auto preferred = [&](Index row) { return preferred_.row(row); };
    for (Index r = 0; r < static_cast<Index>(graph.rows.size()); ++r) {
      const InitialEquation& condition = EquationOf(r);
      if (condition.group == InitialGroup::kDynamics) continue;
      bool is_optional = condition.group == InitialGroup::kPreStart || condition.group == InitialGroup::kStart;
      if (is_optional && free == 0) break;
      if (free > 0 && (augmenter.Augment(problem_.matching, r, preferred) || augmenter.Augment(problem_.matching, r, entries))) {
        --free;
        if (condition.group == InitialGroup::kStart) Activated(condition);
      } else if (!is_optional) {
        Redundant(r);
      }
    }
  }

  void Activated(const InitialEquation& condition) {
    const Scalar& scalar = model_.scalars[condition.start_of];
    if (scalar.kind != ScalarKind::kParameter) context_.blocks.initialization.activated_starts.push_back(condition.start_of);
  }

  void ReportActivated() {
    const auto& starts = context_.blocks.initialization.activated_starts;
    if (starts.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < starts.size() && i < context_.options.message_limit; ++i)
      names += (i == 0 ? "" : ", ") + model_.scalars[starts[i]].name;
    if (starts.size() > context_.options.message_limit) names += fmt::format(" and {} more",
        starts.size() - context_.options.message_limit);
    Diagnostic& diagnostic = context_.sink.Notice(
        "N5501", context_.flat.span,
        fmt::format("the initial conditions leave {} unknown{} open; start values that are not fixed are used for {}",
            starts.size(),
                    starts.size() == 1 ? "" : "s", names));
    diagnostic.hint = "write fixed = true where the start value is meant as an initial condition";
  }

  void Redundant(Index row) {
    const InitialEquation& condition = EquationOf(row);
    const flat::Origin& origin = OriginOf(condition);
    std::string text = EquationText(model_, condition.equation, store_);
    graph::Explanation why = graph::ExplainUnmatchedRow(problem_.graph.solvable, problem_.matching, row);
    std::string unknowns;
    for (std::size_t i = 0; i < why.columns.size() && i < 4; ++i)
      unknowns += (i == 0 ? "" : ", ") + model_.scalars[problem_.unknowns[why.columns[i]]].name;
    if (why.columns.size() > 4) unknowns += ", …";
    Diagnostic& diagnostic = context_.sink.Warning(
        "W5502", origin.span, fmt::format("an initial condition too many: {} is left out, and checked when the simulation starts",
            text));
    if (!why.columns.empty()) diagnostic.notes.push_back({{}, fmt::format("{} conditions for the {} unknowns {}", why.rows.size(),
        why.columns.size(), unknowns)});
    std::size_t shown = 0;
    for (Index other : why.rows) {
      if (other == row || EquationOf(other).group == InitialGroup::kDynamics) continue;
      if (++shown > context_.options.message_limit) break;
      diagnostic.notes.push_back({OriginOf(EquationOf(other)).span, "also: " + EquationText(model_, EquationOf(other).equation,
          store_)});
    }
    diagnostic.hint = "remove one of these conditions, or the fixed = true of one of the variables";
    context_.blocks.initialization.notes.push_back(fmt::format("redundant, checked only: {}", text));
    if (condition.equation.is_equality()) AddCheck(condition, text);
  }

  // |left - right| <= 1e-6 (1 + |left|) for Reals, equality for others.
  void AddCheck(const InitialEquation& condition, const std::string& text) {
    symbolic::Algebra algebra(store_);
    Expr left = condition.equation.left, right = condition.equation.right;
    Step check;
    check.kind = Step::Kind::kAssert;
    if (store_.types.kind(store_.exprs.type(left)) == TypeKind::kReal) {
      Expr size = algebra.Add(store_.exprs.Real(1), algebra.Function(Op::kAbs, left));
      check.condition = algebra.Relation(Op::kLessEqual, algebra.Function(Op::kAbs, algebra.Sub(left, right)),
          algebra.Mul(store_.exprs.Real(1e-6), size));
    } else {
      check.condition = store_.exprs.Make(Op::kEqual, store_.types.boolean(), {left, right});
    }
    check.message = store_.exprs.String("the initial condition does not hold together with the others: " + text);
    check.origin = OriginOf(condition);
    checks_.push_back(std::move(check));
  }

  bool ReportUndetermined() {
    std::vector<Index> columns = problem_.matching.UnmatchedColumns();
    if (columns.empty()) return true;
    std::string names;
    for (std::size_t i = 0; i < columns.size() && i < context_.options.message_limit; ++i)
      names += (i == 0 ? "" : ", ") + model_.scalars[problem_.unknowns[columns[i]]].name;
    context_.sink.Error("E5503", context_.flat.span, fmt::format("nothing determines these unknowns at initialization: {}",
        names));
    return false;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  InitialSystem system_;
  SortProblem problem_;
  graph::CompressedRows preferred_;  // without what parameters make vanish
  std::vector<Step> checks_;
};

}  // namespace

bool SortInitialization(PassContext& context) { return InitialSorter(context).Run(); }

}  // namespace mica::structure
