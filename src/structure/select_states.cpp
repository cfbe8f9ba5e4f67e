// Pass select-states: which variables are integrated. Dummy derivatives, static (Mattsson & Söderlind, SIAM J. Sci. Comput. 14,
// 1993).
//
// Reads: equations with their derivatives (reduce-index). Changes: kinds of scalars: kState with a kDerivative, or kAlgebraic for
// a dummy state and its dummy derivative. Keeps: all equations.
// Stage by stage, from the most differentiated equations down: as many of the highest derivatives as there are differentiated
// equations become dummies, such that the equations can be matched to them. The next stage looks at the equations differentiated
// once less and at the
// antiderivatives of the dummies just chosen. Within a stage the choice is greedy over candidates, the least wanted as a state
// first, among sets that the equations can be solved for (choose_dummies.h).
// Wanted as a state, from least to most: StateSelect.never, avoid; a derivative itself; not differentiated in the model; default;
// default with a start value, with a fixed start value; set by reinit; prefer; always. Among equals: one whose coefficients in
// the constraints may vanish is rather a state than
// a dummy, since dummies are solved for, and more so one whose coefficients vanish with the start values. Then by declaration: what is declared first stays a state.
// A choice that may become singular (coefficients of dummies that vary) is noted in `notes`: choosing anew while running is not
// done yet.
#include <algorithm>
#include <fmt/format.h>

#include "structure/choose_dummies.h"
#include "structure/generic_values.h"
#include "structure/incidence.h"
#include "structure/partial_derivative.h"
#include "structure/passes.h"

namespace mica::structure {

namespace {

class StateSelector {
 public:
  explicit StateSelector(PassContext& context)
      : context_(context), model_(context.model), is_dummy_(model_.scalars.size(), false), partial_(context.derivatives),
        values_(context.model, context.store) {}

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
    return CheckReinits();
  }

 private:
  bool IsFree(ScalarId id) const { return !model_.scalars[id].alias_of && !model_.is_known(id); }
  bool FreeDerivative(ScalarId id) const { return model_.scalars[id].derivative && IsFree(model_.scalars[id].derivative); }

  // How much the antiderivative of `derivative` is wanted as a state; greater is more.
  int Wish(ScalarId derivative) const {
    ScalarId id = model_.facts[derivative].derivative_of;
    const Scalar& scalar = model_.scalars[id];
    const ScalarFacts& facts = model_.facts[id];
    switch (facts.state_select) {
      case flat::StateSelect::kNever: return 0;
      case flat::StateSelect::kAvoid: return 1;
      case flat::StateSelect::kPrefer: return 8;
      case flat::StateSelect::kAlways: return 9;
      case flat::StateSelect::kDefault: break;
    }
    if (std::ranges::any_of(reinits_, [&](const Reinit& reinit) { return reinit.target == id; })) return 7;
    if (facts.derivative_of) return 2;
    if (!model_.was_differentiated(id)) return 3;
    return 4 + (scalar.start.valid() ? 1 : 0) + (scalar.fixed ? 2 : 0);
  }

  std::vector<ScalarId> Stage(const std::vector<EquationId>& equations, std::vector<ScalarId> candidates) {
    std::vector<Index> row_of(model_.scalars.size(), graph::kNone);
    for (std::size_t i = 0; i < candidates.size(); ++i) row_of[candidates[i].index()] = static_cast<Index>(i);
    std::vector<std::vector<DummyEntry>> entries(candidates.size());
    std::vector<bool> may_vanish(candidates.size(), false), vanishes_at_start(candidates.size(), false);
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
        if (row != graph::kNone && (o.how & kSolvable) != 0) entries[row].push_back({static_cast<Index>(e), values_.Of(model_.Ref(o.scalar, context_.store))});
      }
    }
    std::vector<Index> order;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (!entries[i].empty()) order.push_back(static_cast<Index>(i));
    std::ranges::stable_sort(order, [&](Index a, Index b) {
      auto key = [&](Index i) { return std::tuple(Wish(candidates[i]), static_cast<bool>(may_vanish[i]),
          static_cast<bool>(vanishes_at_start[i]), -static_cast<long>(candidates[i].index())); };
      return key(a) < key(b);
    });
    std::vector<std::vector<DummyEntry>> columns;
    for (Index i : order) columns.push_back(std::move(entries[i]));
    std::vector<ScalarId> chosen;
    for (Index place : ChooseDummies(static_cast<Index>(equations.size()), columns)) {
      Index i = order[place];
      chosen.push_back(candidates[i]);
      if (!may_vanish[i]) continue;
      ScalarId state = model_.facts[candidates[i]].derivative_of;
      model_.notes.push_back(fmt::format("{} was not chosen as a state, though its coefficient in the constraints may vanish",
          model_.scalars[state].name));
    }
    return chosen;
  }

  bool ReportDeficient(const std::vector<EquationId>& equations) {
    Diagnostic& diagnostic = context_.sink.Error(
        "E5204", context_.flat.span, "no choice of states leaves the differentiated constraints solvable");
    for (std::size_t i = 0; i < equations.size() && i < context_.options.message_limit; ++i) {
      const ScalarEquation& equation = model_.equations[equations[i]];
      diagnostic.notes.push_back({model_.origins[equation.origin].span, EquationText(model_, equation, context_.store)});
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
          context_.sink.Warning("W5205", SpanOf(id),
              fmt::format("{} has stateSelect = StateSelect.always, but constraints leave no room for it as a state",
                                                                model_.scalars[id].name));
        continue;
      }
      if (model_.facts[id].state_select == flat::StateSelect::kNever)
        context_.sink.Warning("W5206", SpanOf(id),
            fmt::format("{} has stateSelect = StateSelect.never, but no constraint replaces it: it is a state",
                                                              model_.scalars[id].name));
      model_.scalars[id].kind = ScalarKind::kState;
      if (model_.scalars[derivative].kind != ScalarKind::kState) model_.scalars[derivative].kind = ScalarKind::kDerivative;
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
      context_.sink.Error("E5208", reinit.span, fmt::format("reinit({}, …) needs a state, but {} is not one",
          model_.scalars[reinit.target].name,
                                                            model_.scalars[reinit.target].name));
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
  PartialDerivative partial_;
  GenericValues values_;
};

}  // namespace

bool SelectStates(PassContext& context) { return StateSelector(context).Run(); }

}  // namespace mica::structure
