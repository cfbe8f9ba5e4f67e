// Pass sort-initialization: the section `initial`, sorted like the dynamics.
//
// Reads: the scalar model after sort-dynamics. Changes: blocks.initial, blocks.systems, the initialization report,
// hidden scalars $pre.d. Which conditions count is decided by matching (initial_system.h gives the groups): the
// dynamics must all be matched; then initial equations and fixed start values, one by one, as long as an augmenting
// path exists; then start values that are not fixed, the most wanted first, until every unknown is determined. Sets of
// rows that can be matched are independent in a transversal matroid, so taking them greedily in that order drops
// nothing that a better choice could have kept. A condition that repeats others word by word is left out first
// (repeated_conditions.h). A condition that finds no unknown left is redundant or contradicts the others: it is
// explained, by values where they are known (initial_consistency.h), and a check of it is kept for the run: N5505 if it
// agrees with the others, else W5502. Start values that count though they are not fixed are reported with their places
// (N5501), parameters with fixed = false among them (W5506).
#include <fmt/format.h>
#include <algorithm>

#include "graph/dulmage_mendelsohn.h"
#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/reduce/repeated_conditions.h"
#include "structure/sort/initial_consistency.h"
#include "structure/sort/initial_system.h"
#include "structure/sort/sort_blocks.h"
#include "structure/values/vanishing_entries.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

class InitialSorter {
 public:
  explicit InitialSorter(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        system_(MakeInitialSystem(context)),
        consistency_(context) {}

  bool Run() {
    for (ScalarId id : system_.unknowns) problem_.AddUnknown(id, model_.scalars.size());
    problem_.column_of.resize(model_.scalars.size(), graph::kNone);
    for (const InitialEquation& equation : system_.equations) problem_.equations.push_back(&equation.equation);
    // Variables of when-clauses may follow from initial equations here.
    for (ScalarFacts& facts : model_.facts) facts.is_when_assigned = false;
    problem_.graph = BuildEquationGraph(model_, store_, problem_.equations, problem_.column_of,
                                        static_cast<Index>(problem_.unknowns.size()));
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
  const flat::Origin& OriginOf(const InitialEquation& equation) const {
    return model_.origins[equation.equation.origin];
  }

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
    Diagnostic& diagnostic =
        context_.sink.Report(kOverdeterminedAtInitialization, OriginOf(EquationOf(unmatched[0])).span,
                             "at initialization, equations of the model find no unknown to determine");
    for (std::size_t i = 0; i < unmatched.size() && i < context_.options.message_limit; ++i)
      diagnostic.notes.push_back(
          {OriginOf(EquationOf(unmatched[i])).span, EquationText(model_, EquationOf(unmatched[i]).equation, store_)});
    return false;
  }

  void MatchConditions() {
    graph::Augmenter augmenter;
    const EquationGraph& graph = problem_.graph;
    Index free = static_cast<Index>(problem_.unknowns.size()) - problem_.matching.CountMatched();
    auto entries = [&](Index row) { return graph.solvable.row(row); };
    auto preferred = [&](Index row) { return preferred_.row(row); };
    RepeatedConditions repeated;
    for (Index r = 0; r < static_cast<Index>(graph.rows.size()); ++r) {
      const InitialEquation& condition = EquationOf(r);
      if (condition.group == InitialGroup::kDynamics) {
        repeated.Add(condition.equation);
        continue;
      }
      bool is_optional = condition.group == InitialGroup::kPreStart || condition.group == InitialGroup::kStart;
      if (is_optional && free == 0) break;
      if (repeated.Says(condition.equation)) {
        if (!is_optional) ReportRepeated(condition);
        continue;
      }
      if (free > 0 &&
          (augmenter.Augment(problem_.matching, r, preferred) || augmenter.Augment(problem_.matching, r, entries))) {
        --free;
        repeated.Add(condition.equation);
        if (condition.group == InitialGroup::kStart) Activated(condition);
      } else if (!is_optional) {
        Redundant(r);
      }
    }
  }

  void ReportRepeated(const InitialEquation& condition) {
    std::string text = EquationText(model_, condition.equation, store_);
    context_.sink.Report(kRedundantInitialCondition, OriginOf(condition).span,
                         fmt::format("an initial condition that follows from the others: {} is left out", text));
    context_.blocks.initialization.notes.push_back(fmt::format("repeats others: {}", text));
  }

  void Activated(const InitialEquation& condition) {
    bool is_parameter = model_.scalars[condition.start_of].kind == ScalarKind::kParameter;
    (is_parameter ? activated_parameters_ : context_.blocks.initialization.activated_starts)
        .push_back(condition.start_of);
  }

  std::string Names(const std::vector<ScalarId>& ids) const {
    std::string names;
    std::size_t limit = context_.options.message_limit;
    for (std::size_t i = 0; i < ids.size() && i < limit; ++i)
      names += (i == 0 ? "" : ", ") + model_.scalars[ids[i]].name;
    if (ids.size() > limit) names += fmt::format(" and {} more", ids.size() - limit);
    return names;
  }

  // Where each start value stands: in the declaration of the variable, or in a modifier of its component.
  void AddStarts(const std::vector<ScalarId>& ids, Diagnostic& diagnostic) const {
    for (std::size_t i = 0; i < ids.size() && i < context_.options.message_limit; ++i) {
      const Scalar& scalar = model_.scalars[ids[i]];
      Span span;
      if (scalar.source) {
        const flat::Variable& variable = context_.flat.variables[scalar.source];
        span = variable.start_span.valid() ? variable.start_span : variable.span;
      }
      Expr start = StartOf(scalar, store_);
      diagnostic.notes.push_back(
          {span, fmt::format("{} = {}{}", scalar.name, ExprText(start, store_, ScalarNames(model_.scalars), 100),
                             scalar.start ? "" : ", no start value is given")});
    }
  }

  // '2 states and 1 parameter with fixed = false need 3 initial conditions; 1 is given'.
  std::string CountText(std::size_t open) const {
    auto count = [](std::size_t number, std::string_view what) {
      return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
    };
    std::size_t states = 0, parameters = 0;
    for (ScalarId id : system_.unknowns) {
      if (model_.scalars[id].kind == ScalarKind::kState)
        ++states;
      else if (model_.scalars[id].kind == ScalarKind::kParameter && !model_.scalars[id].fixed &&
               model_.facts[id].fixed_given)
        ++parameters;
    }
    std::size_t needed = std::max(states + parameters, open);
    return fmt::format("{}{} need {}; {} given", count(states, "state"),
                       parameters == 0 ? "" : " and " + count(parameters, "parameter") + " with fixed = false",
                       count(needed, "initial condition"),
                       needed == open       ? "none is"
                       : needed - open == 1 ? "1 is"
                                            : fmt::format("{} are", needed - open));
  }

  void ReportActivated() {
    const auto& starts = context_.blocks.initialization.activated_starts;
    if (!starts.empty()) {
      Diagnostic& diagnostic = context_.sink.Report(
          kStartValuesUsed, context_.flat.span,
          fmt::format("the initial conditions leave {} unknown{} open; start values that are not fixed are used for {}",
                      starts.size(), starts.size() == 1 ? "" : "s", Names(starts)));
      diagnostic.notes.push_back({{}, CountText(starts.size() + activated_parameters_.size())});
      AddStarts(starts, diagnostic);
      diagnostic.hint = "write fixed = true where the start value is meant as an initial condition";
    }
    if (activated_parameters_.empty()) return;
    Diagnostic& diagnostic =
        context_.sink.Report(kParameterNotDetermined, context_.flat.span,
                             fmt::format("fixed = false asks for {} to be computed, but no initial equation is left "
                                         "for that: the start value is used",
                                         Names(activated_parameters_)));
    AddStarts(activated_parameters_, diagnostic);
    diagnostic.hint = "an initial equation for each parameter with fixed = false determines it";
  }

  // The conditions and equations that determine the same unknowns, as the explanation of a row that finds none.
  void Redundant(Index row) {
    const InitialEquation& condition = EquationOf(row);
    std::string text = EquationText(model_, condition.equation, store_);
    graph::Explanation why = graph::ExplainUnmatchedRow(problem_.graph.solvable, problem_.matching, row);
    std::vector<const ScalarEquation*> others;
    for (Index other : why.rows)
      if (other != row) others.push_back(&EquationOf(other).equation);
    Consistency consistency;
    if (condition.equation.is_equality()) consistency = consistency_.Of(condition.equation, others);
    Diagnostic diagnostic;
    diagnostic.span = OriginOf(condition).span;
    switch (consistency.kind) {
      case Consistency::Kind::kAgrees:
        diagnostic.code = kRedundantInitialCondition;
        diagnostic.message = fmt::format("an initial condition that follows from the others: {} is left out", text);
        break;
      case Consistency::Kind::kContradicts:
        diagnostic.code = kContradictingInitialCondition;
        diagnostic.message =
            fmt::format("an initial condition too many, which contradicts the others: {} would say {} = {}", text,
                        fmt::format("{:.6g}", consistency.left), fmt::format("{:.6g}", consistency.right));
        break;
      case Consistency::Kind::kUnknown:
        diagnostic.code = kContradictingInitialCondition;
        diagnostic.message =
            fmt::format("an initial condition too many: {} is left out, and checked when the simulation starts", text);
    }
    std::vector<ScalarId> unknowns;
    for (Index column : why.columns) unknowns.push_back(problem_.unknowns[column]);
    if (!unknowns.empty())
      diagnostic.notes.push_back({{},
                                  fmt::format("{} conditions and equations for the {} unknown{} {}", why.rows.size(),
                                              unknowns.size(), unknowns.size() == 1 ? "" : "s", Names(unknowns))});
    std::size_t shown = 0;
    for (bool of_dynamics : {false, true})
      for (Index other : why.rows) {
        if (other == row || (EquationOf(other).group == InitialGroup::kDynamics) != of_dynamics) continue;
        if (++shown > context_.options.message_limit) break;
        const InitialEquation& equation = EquationOf(other);
        diagnostic.notes.push_back(
            {OriginOf(equation).span, fmt::format("{}: {}", of_dynamics ? "by way of" : "also",
                                                  EquationText(model_, equation.equation, store_))});
      }
    diagnostic.hint = "remove one of these conditions, or the fixed = true of one of the variables";
    context_.sink.Report(std::move(diagnostic));
    context_.blocks.initialization.notes.push_back(fmt::format("redundant, checked only: {}", text));
    if (condition.equation.is_equality()) AddCheck(condition, text);
  }

  // |left - right| <= agreement*(scale + |left|) for Reals (initial_consistency.h), equality for others.
  void AddCheck(const InitialEquation& condition, const std::string& text) {
    symbolic::Algebra algebra(store_);
    Expr left = condition.equation.left, right = condition.equation.right;
    Step check;
    check.kind = Step::Kind::kAssert;
    if (store_.types.kind(store_.exprs.type(left)) == TypeKind::kReal) {
      Expr size =
          algebra.Add(store_.exprs.Real(consistency_.Scale(condition.equation)), algebra.Function(Op::kAbs, left));
      check.condition = algebra.Relation(Op::kLessEqual, algebra.Function(Op::kAbs, algebra.Sub(left, right)),
                                         algebra.Mul(store_.exprs.Real(InitialConsistency::agreement()), size));
    } else {
      check.condition = store_.exprs.Make(Op::kEqual, store_.types.boolean(), {left, right});
    }
    ExprPool& exprs = store_.exprs;
    auto text_of = [&](Expr e) { return exprs.Make(Op::kStringOf, store_.types.string(), {e}); };
    auto join = [&](Expr a, Expr b) { return exprs.Make(Op::kAdd, store_.types.string(), {a, b}); };
    check.message = exprs.String("the initial condition does not hold together with the others: " + text);
    if (store_.types.kind(exprs.type(left)) != TypeKind::kString)
      check.message = join(join(check.message, exprs.String("; by the others it says ")),
                           join(join(text_of(left), exprs.String(" = ")), text_of(right)));
    check.origin = OriginOf(condition);
    checks_.push_back(std::move(check));
  }

  bool ReportUndetermined() {
    std::vector<Index> columns = problem_.matching.UnmatchedColumns();
    if (columns.empty()) return true;
    std::string names;
    for (std::size_t i = 0; i < columns.size() && i < context_.options.message_limit; ++i)
      names += (i == 0 ? "" : ", ") + model_.scalars[problem_.unknowns[columns[i]]].name;
    context_.sink.Report(kUndeterminedAtInitialization, context_.flat.span,
                         fmt::format("nothing determines these unknowns at initialization: {}", names));
    return false;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  InitialSystem system_;
  SortProblem problem_;
  graph::CompressedRows preferred_;  // without what parameters make vanish
  std::vector<Step> checks_;
  std::vector<ScalarId> activated_parameters_;
  InitialConsistency consistency_;
};

}  // namespace

bool SortInitialization(PassContext& context) { return InitialSorter(context).Run(); }

}  // namespace mica::structure
