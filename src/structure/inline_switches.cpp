#include "structure/inline_switches.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

#include "structure/epoch_map.h"
#include "structure/generic_values.h"
#include "structure/partial_derivative.h"
#include "structure/rewrite.h"
#include "structure/sort_equations.h"
#include "structure/step_formula.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMostUnknowns = 12, kMostConditions = 8, kMostStates = 12;

bool IsSingular(std::vector<std::vector<double>> a) {
  std::size_t n = a.size();
  for (std::vector<double>& row : a) {
    double most = 0;
    for (double value : row) most = std::max(most, std::abs(value));
    if (most == 0) return true;
    for (double& value : row) value /= most;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    if (std::abs(a[pivot][k]) < 1e-12) return true;
    std::swap(a[k], a[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      double share = a[i][k] / a[k][k];
      for (std::size_t c = k; c < n; ++c) a[i][c] -= share * a[k][c];
    }
  }
  return false;
}

class SwitchInliner {
 public:
  explicit SwitchInliner(PassContext& context)
      : context_(context), model_(context.model), exprs_(context.store.exprs), occurrences_(context.store), told_(context.sink.all().size()),
        held_(context.model.held), counts_(context.blocks.counts), systems_(context.blocks.systems) {}

  bool Run() {
    if (!Sort({})) return false;
    std::vector<const System*> singular = Singular();
    if (singular.empty()) return true;
    std::vector<std::vector<ScalarId>> by_distance = StatesBehind(singular);
    std::string switches = TextOf(*singular[0]);
    flat::Origin origin = singular[0]->origins.empty() ? flat::Origin() : singular[0]->origins[0];
    std::size_t fewest = singular.size();
    std::vector<ScalarId> chosen, tried;
    for (const std::vector<ScalarId>& states : by_distance) {
      tried.insert(tried.end(), states.begin(), states.end());
      if (tried.size() > kMostStates || fewest == 0) break;
      if (std::size_t left = Count(tried); left < fewest) fewest = left, chosen = tried;
    }
    if (!Sort(chosen)) return false;
    if (chosen.empty()) return true;
    context_.blocks.inlined = chosen;
    std::string names;
    for (ScalarId x : chosen) names += (names.empty() ? "" : ", ") + model_.scalars[x].name;
    Diagnostic& note = context_.sink.Notice("N5403", origin.span, fmt::format("the integrator of {} is put into the equations: a switch fixes it in one of its modes", names));
    note.notes.push_back({{}, "the switch: " + switches});
    return true;
  }

 private:
  // Linear systems of the dynamics that have no unique solution in some mode.
  std::vector<const System*> Singular() {
    std::vector<const System*> found;
    GenericValues values(model_, context_.store);
    for (const Step& step : context_.blocks.dynamics)
      if (step.kind == Step::Kind::kSolve && IsSingularInAMode(context_.blocks.systems[step.system], values))
        found.push_back(&context_.blocks.systems[step.system]);
    return found;
  }

  bool IsSingularInAMode(const System& system, GenericValues& values) {
    std::size_t n = system.unknowns.size();
    if (!system.is_linear || n == 0 || n > kMostUnknowns || system.jacobian.empty()) return false;
    std::vector<Expr> conditions = ConditionsOf(system);
    // What parameters decide is decided: their values tell.
    std::erase_if(conditions, [&](Expr e) { return ChangesOf(e, model_, occurrences_) == ChangesWith::kNever; });
    if (conditions.empty() || conditions.size() > kMostConditions) return false;
    // A mode is what changes at events. The direction of a flow without events is none: it passes through zero and stays nowhere.
    if (std::ranges::any_of(conditions, [&](Expr e) { return ChangesOf(e, model_, occurrences_) > ChangesWith::kEvents; })) return false;
    std::size_t singular = 0, ways = std::size_t{1} << conditions.size();
    for (std::size_t way = 0; way < ways; ++way) {
      Rewriter decide(context_.store, [](Expr) { return Expr(); }, [&](Expr e) {
        if (exprs_.op(e) != Op::kIf) return e;
        auto at = std::ranges::find(conditions, exprs_.arg(e, 0));
        if (at == conditions.end()) return e;
        return exprs_.arg(e, (way >> (at - conditions.begin()) & 1) != 0 ? 1 : 2);
      });
      std::vector<std::vector<double>> matrix(n, std::vector<double>(n, 0));
      for (const JacobianEntry& entry : system.jacobian) {
        Expr decided = decide(entry.value);
        matrix[entry.row][entry.column] = exprs_.is_number(decided, 0) ? 0 : values.Of(decided);
      }
      singular += IsSingular(std::move(matrix));
    }
    return singular > 0 && singular < ways;  // one that is singular whatever the mode has another fault
  }

  // Of the choices in its Jacobian, each once. A walk of its own: the marks are kept from system to system, so that many small ones cost little.
  std::vector<Expr> ConditionsOf(const System& system) {
    std::vector<Expr> conditions, stack;
    seen_.Clear();
    auto push = [&](Expr e) {
      if (seen_.Insert(e.index(), 0).second) stack.push_back(e);
    };
    for (const JacobianEntry& entry : system.jacobian) push(entry.value);
    while (!stack.empty()) {
      Expr e = stack.back();
      stack.pop_back();
      if (exprs_.op(e) == Op::kIf && std::ranges::find(conditions, exprs_.arg(e, 0)) == conditions.end()) conditions.push_back(exprs_.arg(e, 0));
      for (Expr arg : exprs_.args(e)) push(arg);
    }
    return conditions;
  }

  // States that the systems read, by the number of steps in between.
  std::vector<std::vector<ScalarId>> StatesBehind(const std::vector<const System*>& systems) {
    std::unordered_map<ScalarId, const Step*> step_of;
    for (const Step& step : context_.blocks.dynamics)
      for (ScalarId target : step.targets)
        if (target) step_of[target] = &step;
    std::vector<ScalarId> wave;
    std::unordered_map<ScalarId, bool> seen;
    auto read = [&] {
      for (const Occurrence& o : occurrences_.found())
        if ((o.how & (kSolvable | kInCondition)) != 0 && seen.emplace(o.scalar, true).second) wave.push_back(o.scalar);
      occurrences_.Clear();
    };
    occurrences_.Clear();
    for (const System* system : systems) occurrences_.Add(*system);
    read();
    std::vector<std::vector<ScalarId>> by_distance;
    while (!wave.empty()) {
      std::vector<ScalarId> now = std::move(wave), states;
      wave.clear();
      for (ScalarId id : now) {
        if (model_.scalars[id].kind == ScalarKind::kState) states.push_back(id);
        auto step = step_of.find(id);
        if (step == step_of.end()) continue;
        occurrences_.Add(*step->second);
        if (step->second->kind == Step::Kind::kSolve) occurrences_.Add(context_.blocks.systems[step->second->system]);
      }
      read();
      if (!states.empty()) by_distance.push_back(std::move(states));
    }
    return by_distance;
  }

  std::string TextOf(const System& system) const { return system.residual_text.empty() ? std::string("a system") : system.residual_text[0]; }

  std::size_t Count(const std::vector<ScalarId>& inlined) { return Sort(inlined) ? Singular().size() : SIZE_MAX; }

  bool Sort(const std::vector<ScalarId>& inlined) {
    BlockModel& blocks = context_.blocks;
    context_.sink.Rewind(told_);
    model_.held = held_;
    blocks.counts = counts_;
    blocks.systems = systems_;
    blocks.dynamics.clear();
    std::vector<ScalarEquation> formulas;
    for (ScalarId x : inlined) formulas.push_back(StepFormula(context_, x, model_.Ref(StageBase(context_, x), context_.store), StepFormulaOrigin(context_)));
    return SortEquations(context_, formulas, {}, blocks.dynamics);
  }

  PassContext& context_;
  ScalarModel& model_;
  ExprPool& exprs_;
  OccurrenceCollector occurrences_;
  EpochMap seen_;
  // As they were before.
  std::size_t told_;
  IdVector<HeldId, Held> held_;
  Counts counts_;
  IdVector<SystemId, System> systems_;
};

}  // namespace

bool SortWithSwitches(PassContext& context) { return SwitchInliner(context).Run(); }

}  // namespace mica::structure
