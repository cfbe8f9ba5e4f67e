// Pass select-states: which variables are integrated. Dummy derivatives (Mattsson & Söderlind, SIAM J. Sci. Comput. 14,
// 1993), static where a choice is good all the way, else chosen while running (state_sets.h).
//
// Reads: equations with their derivatives (reduce-index). Changes: kinds of scalars: kState with a kDerivative, or
// kAlgebraic for a dummy state and its dummy derivative. Keeps: all equations. Stage by stage, from the most
// differentiated equations down: as many of the highest derivatives as there are differentiated equations become
// dummies, such that the equations can be matched to them. The next stage looks at the equations differentiated once
// less and at the antiderivatives of the dummies just chosen. Within a stage the choice is greedy over candidates, the
// least wanted as a state first, among sets that the equations can be solved for (choose_dummies.h). Wanted as a state,
// from least to most: StateSelect.never; not differentiated in the model (no state by the specification, 4.9.7.1, if
// there is another choice); a derivative itself; avoid; default; default with a start value, with a fixed start value;
// set by reinit; prefer; always. Among equals: one whose coefficients in the constraints may vanish is rather a state
// than a dummy, since dummies are solved for, and more so one whose coefficients vanish with the start values. Then by
// declaration: what is declared first stays a state. Where coefficients of dummies vary such that the choice may become
// singular, and variables are wanted alike, those that constant coefficients give are dummies (constant_choice.h); else
// the choice is left to the runtime.
#include <fmt/format.h>
#include <algorithm>
#include <unordered_map>

#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/reduce/choose_dummies.h"
#include "structure/reduce/state_sets.h"
#include "structure/sort/incidence.h"
#include "structure/sort/partial_derivative.h"
#include "structure/values/constant_choice.h"
#include "structure/values/generic_values.h"

namespace mica::structure {

namespace {

class StateSelector {
 public:
  explicit StateSelector(PassContext& context)
      : context_(context),
        model_(context.model),
        is_dummy_(model_.scalars.size(), false),
        partial_(context.derivatives),
        values_(context.model, context.store),
        other_values_(context.model, context.store, 1),
        bindings_(context.model, context.store),
        sets_(context) {}

  bool Run() {
    std::vector<bool> has_derivative(model_.equations.size(), false);
    for (const ScalarEquation& equation : model_.equations)
      if (equation.differentiated && !equation.is_removed) has_derivative[equation.differentiated.index()] = true;
    std::vector<EquationId> equations;
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {
      const ScalarEquation& equation = model_.equations[EquationId(i)];
      if (equation.differentiated && !equation.is_removed && !has_derivative[i]) equations.push_back(EquationId(i));
    }
    std::vector<ScalarId> candidates;
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      if (IsFree(id) && model_.facts[id].derivative_of && !FreeDerivative(id)) candidates.push_back(id);
    }
    for (const Step& step : model_.steps) FindReinits(step);
    while (!equations.empty()) {
      std::vector<ScalarId> chosen = Stage(equations, candidates);
      if (chosen.size() < equations.size()) return ReportDeficient(equations);
      std::vector<EquationId> lower;
      for (EquationId id : equations) {
        EquationId before = model_.equations[id].differentiated;
        if (model_.equations[before].differentiated) lower.push_back(before);
      }
      candidates.clear();
      for (ScalarId id : chosen) {
        is_dummy_[id.index()] = true;
        ScalarId before = model_.facts[id].derivative_of;
        if (model_.facts[before].derivative_of) candidates.push_back(before);
      }
      equations = std::move(lower);
    }
    SetKinds();
    NoteNotPreferred();
    return CheckReinits();
  }

 private:
  bool IsFree(ScalarId id) const { return !model_.scalars[id].alias_of && !model_.is_known(id); }
  bool FreeDerivative(ScalarId id) const {
    return model_.scalars[id].derivative && IsFree(model_.scalars[id].derivative);
  }

  static constexpr int kDifferentiated = 4, kSetByReinit = 8, kPreferred = 9;
  // How much the antiderivative of `derivative` is wanted as a state; greater is more.
  int Wish(ScalarId derivative) const {
    ScalarId id = model_.facts[derivative].derivative_of;
    const Scalar& scalar = model_.scalars[id];
    const ScalarFacts& facts = model_.facts[id];
    switch (facts.state_select) {
      case flat::StateSelect::kNever:
        return 0;
      case flat::StateSelect::kAvoid:
        return 3;
      case flat::StateSelect::kPrefer:
        return kPreferred;
      case flat::StateSelect::kAlways:
        return 10;
      case flat::StateSelect::kDefault:
        break;
    }
    if (std::ranges::any_of(reinits_, [&](const Reinit& reinit) { return reinit.target == id; })) return kSetByReinit;
    if (facts.derivative_of) return 2;
    if (!model_.was_differentiated(id)) return 1;
    return kDifferentiated + (scalar.start.valid() ? 1 : 0) + (scalar.fixed ? 2 : 0);
  }

  // Start values rank variables where nothing else does; they do not keep variables from changing places. What reinit
  // sets stays a state.
  static int WishInASet(int wish) {
    if (wish == kSetByReinit) return -1;
    return wish > kDifferentiated && wish < kSetByReinit ? kDifferentiated : wish;
  }

  std::vector<ScalarId> Stage(const std::vector<EquationId>& equations, std::vector<ScalarId> candidates) {
    std::vector<Index> row_of(model_.scalars.size(), graph::kNone);
    for (std::size_t i = 0; i < candidates.size(); ++i) row_of[candidates[i].index()] = static_cast<Index>(i);
    std::vector<std::vector<DummyEntry>> entries(candidates.size());
    std::vector<bool> may_vanish(candidates.size(), false), vanishes_at_start(candidates.size(), false);
    std::vector<Constraint> constraints(equations.size());
    OccurrenceCollector occurrences(context_.store);
    for (std::size_t e = 0; e < equations.size(); ++e) {
      const ScalarEquation& equation = model_.equations[equations[e]];
      auto terms = partial_.All(symbolic::Algebra(context_.store).Sub(equation.left, equation.right),
                                [&](ScalarId id) { return row_of[id.index()] != graph::kNone; });
      if (terms) {
        for (const PartialTerm& term : *terms) {
          Index row = row_of[term.scalar.index()];
          double value = values_.Of(term.derivative);
          if (value == 0) continue;
          entries[row].push_back({static_cast<Index>(e), value});
          Factor factor = partial_.ClassifyByValue(term.derivative, model_, bindings_);
          bool varies = factor != Factor::kConstant && factor != Factor::kParameter;
          constraints[e].terms.push_back(
              {row, term.derivative, varies, {value, varies ? other_values_.Of(term.derivative) : value}});
          if (partial_.Classify(term.derivative, model_) != Factor::kVaries) continue;
          may_vanish[row] = true;
          if (auto number = values_.AtStart(term.derivative); number && *number == 0) vanishes_at_start[row] = true;
        }
        continue;
      }
      occurrences.Clear();
      occurrences.Add(equation.left);
      occurrences.Add(equation.right);
      for (const Occurrence& o : occurrences.found()) {
        Index row = row_of[o.scalar.index()];
        if (row == graph::kNone || (o.how & kSolvable) == 0) continue;
        Expr itself = model_.Ref(o.scalar, context_.store);
        entries[row].push_back({static_cast<Index>(e), values_.Of(itself)});
        constraints[e].terms.push_back({row, itself, true, {1, 1}});
      }
      constraints[e].is_opaque = true;
    }
    std::vector<Index> order;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (!entries[i].empty()) order.push_back(static_cast<Index>(i));
    std::ranges::stable_sort(order, [&](Index a, Index b) {
      auto key = [&](Index i) {
        return std::tuple(Wish(candidates[i]), static_cast<bool>(may_vanish[i]),
                          static_cast<bool>(vanishes_at_start[i]), -static_cast<long>(candidates[i].index()));
      };
      return key(a) < key(b);
    });
    std::vector<std::vector<DummyEntry>> columns;
    for (Index i : order) columns.push_back(std::move(entries[i]));
    std::vector<bool> is_chosen(candidates.size(), false);
    std::vector<Index> places = ChooseDummies(static_cast<Index>(equations.size()), columns);
    for (Index place : places) is_chosen[order[place]] = true;
    std::vector<int> wish;
    for (ScalarId id : candidates) wish.push_back(WishInASet(Wish(id)));
    if (places.size() == equations.size()) ChooseByConstants(constraints, wish, is_chosen);
    std::vector<ScalarId> chosen;
    for (Index i : order)
      if (is_chosen[i]) chosen.push_back(candidates[i]);
    if (chosen.size() < equations.size()) return chosen;
    for (std::size_t e = 0; e < equations.size(); ++e)
      for (const ConstraintTerm& term : constraints[e].terms)
        if (is_chosen[term.candidate] && Wish(candidates[term.candidate]) >= kPreferred)
          NoteConstraint(candidates[term.candidate], equations[e]);
    for (ScalarId id : sets_.Make(equations, constraints, candidates, is_chosen, wish))
      if (std::ranges::find(chosen, id) == chosen.end()) chosen.push_back(id);
    is_dummy_.resize(model_.scalars.size(), false);
    return chosen;
  }

  void NoteConstraint(ScalarId dummy, EquationId equation) {
    std::vector<EquationId>& list = constraints_of_[dummy];
    if (list.size() < kConstraintsShown) list.push_back(equation);
  }

  void AddConstraints(ScalarId id, Diagnostic& diagnostic) {
    auto at = constraints_of_.find(model_.scalars[id].derivative);
    if (at == constraints_of_.end()) return;
    for (EquationId equation : at->second)
      diagnostic.notes.push_back(
          {model_.origins[model_.equations[equation].origin].span,
           fmt::format("{} follows from states by way of {}", model_.scalars[id].name,
                       EquationText(model_, model_.equations[BeforeReduction(equation)], context_.store))});
  }

  // The constraint as written, of which the equation is some derivative.
  EquationId BeforeReduction(EquationId id) const {
    while (model_.equations[id].differentiated) id = model_.equations[id].differentiated;
    return id;
  }

  void WarnNotAlways(ScalarId id) {
    if (model_.facts[id].in_state_set) {
      context_.sink.Report(
          kAlwaysNotAState, SpanOf(id),
          fmt::format("{} has stateSelect = StateSelect.always, but constraints leave room for it as a state only "
                      "in turn with others that are preferred as much",
                      model_.scalars[id].name));
      return;
    }
    AddConstraints(id, context_.sink.Report(
                           kAlwaysNotAState, SpanOf(id),
                           fmt::format("{} has stateSelect = StateSelect.always, but constraints leave no room for "
                                       "it as a state",
                                       model_.scalars[id].name)));
  }

  void NoteNotPreferred() {
    if (not_preferred_.empty()) return;
    std::string names;
    std::size_t limit = context_.options.message_limit;
    for (std::size_t i = 0; i < not_preferred_.size() && i < limit; ++i)
      names += (i == 0 ? "" : ", ") + model_.scalars[not_preferred_[i]].name;
    if (not_preferred_.size() > limit) names += fmt::format(" and {} more", not_preferred_.size() - limit);
    Diagnostic& notice = context_.sink.Report(
        kPreferNotAState, SpanOf(not_preferred_[0]),
        fmt::format("constraints leave no room for all variables with StateSelect.prefer as states; not chosen: {}",
                    names));
    AddConstraints(not_preferred_[0], notice);
    notice.hint = "StateSelect.always for those that are meant to be states decides between them";
  }

  bool ReportDeficient(const std::vector<EquationId>& equations) {
    Diagnostic& diagnostic = context_.sink.Report(kNoChoiceOfStates, context_.flat.span,
                                                  "no choice of states leaves the differentiated constraints solvable");
    for (std::size_t i = 0; i < equations.size() && i < context_.options.message_limit; ++i) {
      const ScalarEquation& equation = model_.equations[equations[i]];
      diagnostic.notes.push_back(
          {model_.origins[equation.origin].span, EquationText(model_, equation, context_.store)});
    }
    return false;
  }

  void SetKinds() {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      if (!IsFree(id) || !FreeDerivative(id)) continue;
      ScalarId derivative = model_.scalars[id].derivative;
      if (is_dummy_[derivative.index()]) {
        if (model_.facts[id].state_select == flat::StateSelect::kAlways)
          WarnNotAlways(id);
        else if (model_.facts[id].state_select == flat::StateSelect::kPrefer && !model_.facts[id].in_state_set)
          not_preferred_.push_back(id);
        continue;
      }
      if (model_.facts[id].state_select == flat::StateSelect::kNever)
        context_.sink.Report(
            kNeverButAState, SpanOf(id),
            fmt::format("{} has stateSelect = StateSelect.never, but no constraint replaces it: it is a state",
                        model_.scalars[id].name));
      model_.scalars[id].kind = ScalarKind::kState;
      if (model_.scalars[derivative].kind != ScalarKind::kState)
        model_.scalars[derivative].kind = ScalarKind::kDerivative;
    }
  }

  struct Reinit {
    ScalarId target;
    Span span;
  };
  void FindReinits(const Step& step) {
    if (step.kind == Step::Kind::kReinit) reinits_.push_back({step.targets[0], step.origin.span});
    for (const Step::Branch& branch : step.branches)
      for (const Step& inner : branch.steps) FindReinits(inner);
  }
  bool CheckReinits() {
    bool ok = true;
    for (const Reinit& reinit : reinits_) {
      if (model_.scalars[reinit.target].kind == ScalarKind::kState) continue;
      ok = false;
      context_.sink.Report(kReinitNeedsState, reinit.span,
                           fmt::format("reinit({}, …) needs a state, but {} is not one",
                                       model_.scalars[reinit.target].name, model_.scalars[reinit.target].name));
    }
    return ok;
  }

  Span SpanOf(ScalarId id) const {
    VarId source = model_.scalars[id].source;
    return source ? context_.flat.variables[source].span : context_.flat.span;
  }

  PassContext& context_;
  ScalarModel& model_;
  std::vector<bool> is_dummy_;
  std::vector<Reinit> reinits_;
  static constexpr std::size_t kConstraintsShown = 3;
  std::unordered_map<ScalarId, std::vector<EquationId>>
      constraints_of_;  // by dummy derivative that was wanted otherwise
  std::vector<ScalarId> not_preferred_;
  PartialDerivative partial_;
  GenericValues values_, other_values_;
  BindingValues bindings_;
  StateSets sets_;
};

}  // namespace

bool SelectStates(PassContext& context) { return StateSelector(context).Run(); }

}  // namespace mica::structure
