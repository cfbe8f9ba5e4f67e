#include "structure/stage/inline_switches.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "structure/codes.h"
#include "structure/scalar/epoch_map.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/partial_derivative.h"
#include "structure/sort/sort_equations.h"
#include "structure/stage/step_formula.h"
#include "structure/systems/system_jacobian.h"
#include "structure/values/generic_values.h"

namespace mica::structure {

namespace {

// Systems that are looked at. Larger ones, and those with more conditions, have modes that never are: eleven clutches
// that are all locked. Nothing but exact zeros counts: what leaks, however little, is a number of its own beside
// others, so rows and columns are scaled and the pivots are the largest of all.
constexpr std::size_t kMostUnknowns = 12, kMostConditions = 8, kMostStates = 12;
constexpr double kVanishes = 1e-13;

void Scale(std::vector<std::vector<double>>& a) {
  std::size_t n = a.size();
  for (int round = 0; round < 3; ++round) {
    for (std::vector<double>& row : a) {
      double most = 0;
      for (double value : row) most = std::max(most, std::abs(value));
      if (most > 0)
        for (double& value : row) value /= most;
    }
    for (std::size_t c = 0; c < n; ++c) {
      double most = 0;
      for (const std::vector<double>& row : a) most = std::max(most, std::abs(row[c]));
      if (most > 0)
        for (std::vector<double>& row : a) row[c] /= most;
    }
  }
}

// How many unknowns the matrix leaves open, by elimination with complete pivoting.
std::size_t Nullity(std::vector<std::vector<double>> a) {
  std::size_t n = a.size();
  Scale(a);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t row = k, column = k;
    for (std::size_t i = k; i < n; ++i)
      for (std::size_t c = k; c < n; ++c)
        if (std::abs(a[i][c]) > std::abs(a[row][column])) row = i, column = c;
    if (std::abs(a[row][column]) < kVanishes) return n - k;
    std::swap(a[k], a[row]);
    for (std::vector<double>& each : a) std::swap(each[k], each[column]);
    for (std::size_t i = k + 1; i < n; ++i) {
      double share = a[i][k] / a[k][k];
      if (share == 0) continue;
      for (std::size_t c = k; c < n; ++c) a[i][c] -= share * a[k][c];
    }
  }
  return 0;
}

class SwitchInliner {
 public:
  explicit SwitchInliner(PassContext& context)
      : context_(context),
        model_(context.model),
        exprs_(context.store.exprs),
        occurrences_(context.store),
        attempt_(context.sink),
        held_(context.model.held),
        counts_(context.blocks.counts),
        systems_(context.blocks.systems) {}

  bool Run() {
    if (!Sort({})) return false;
    std::vector<const System*> singular;
    double fewest = Openness(&singular);
    if (singular.empty()) return true;
    std::vector<std::vector<ScalarId>> by_distance = StatesBehind(singular);
    std::string switches = TextOf(*singular[0]);
    flat::Origin origin = singular[0]->origins.empty() ? flat::Origin() : singular[0]->origins[0];
    std::vector<ScalarId> chosen, tried;
    for (const std::vector<ScalarId>& states : by_distance) {
      tried.insert(tried.end(), states.begin(), states.end());
      if (tried.size() > kMostStates || fewest == 0) break;
      constexpr double kLess = 1e-6;  // of one unknown in one mode of many
      if (!Sort(tried)) continue;
      if (double left = Openness(); left < fewest - kLess) fewest = left, chosen = tried;
    }
    if (!Sort(chosen)) return false;
    if (chosen.empty()) return true;
    context_.blocks.inlined = chosen;
    std::string names;
    for (ScalarId x : chosen) names += (names.empty() ? "" : ", ") + model_.scalars[x].name;
    Diagnostic& note = context_.sink.Report(
        kIntegratorInlined, origin.span,
        fmt::format("the integrator of {} is put into the equations: a switch fixes it in one of its modes", names));
    note.notes.push_back({{}, "the switch: " + switches});
    return true;
  }

  bool IsOpen() { return Openness() > 0; }

 private:
  // How many unknowns of linear systems of the dynamics are left open, in the mean over the modes of each. Four diodes
  // that all block leave a potential open whatever is integrated: so what counts is that integrators make it less, not
  // that they make it nothing.
  double Openness(std::vector<const System*>* singular = nullptr) {
    double open = 0;
    GenericValues values(model_, context_.store);
    for (const Step& step : context_.blocks.dynamics) {
      if (step.kind != Step::Kind::kSolve) continue;
      const System& system = context_.blocks.systems[step.system];
      double part = Openness(system, values);
      open += part;
      if (part > 0 && singular) singular->push_back(&system);
    }
    return open;
  }

  double Openness(const System& system, GenericValues& values) {
    std::size_t n = system.unknowns.size();
    if (!system.is_linear || n == 0 || n > kMostUnknowns || system.jacobian.empty() || ExtendedCount(system) > 0)
      return 0;
    std::vector<Expr> conditions = ConditionsOf(system);
    // What parameters decide is decided: their values tell.
    std::erase_if(conditions, [&](Expr e) { return ChangesOf(e, model_, occurrences_) == ChangesWith::kNever; });
    if (conditions.empty() || conditions.size() > kMostConditions) return 0;
    // A mode is what changes at events. The direction of a flow without events is not a mode: it passes through zero
    // and stays nowhere.
    if (std::ranges::any_of(conditions,
                            [&](Expr e) { return ChangesOf(e, model_, occurrences_) > ChangesWith::kEvents; }))
      return 0;
    std::size_t ways = std::size_t{1} << conditions.size(), sum = 0, least = SIZE_MAX;
    std::vector<bool> vanishes;
    bool pattern_changes = false;
    for (std::size_t k = 0; k < ways; ++k) {
      std::size_t way = k == 1 ? ways - 1 : k == 0 ? 0 : k - 1;  // none and all of them first, which differ most
      Rewriter decide(
          context_.store, [](Expr) { return Expr(); },
          [&](Expr e) {
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
      // Where no mode makes an entry vanish, none makes the matrix singular but by chance.
      std::vector<bool> zeros;
      for (const JacobianEntry& entry : system.jacobian) zeros.push_back(matrix[entry.row][entry.column] == 0);
      if (k == 0) vanishes = zeros;
      pattern_changes = pattern_changes || zeros != vanishes;
      constexpr std::size_t kFew = 8;
      if (!pattern_changes && k + 1 == std::min(kFew, ways)) return 0;
      std::size_t open = Nullity(std::move(matrix));
      sum += open;
      least = std::min(least, open);
    }
    // What is open whatever the mode is another fault.
    return static_cast<double>(sum - ways * least) / static_cast<double>(ways);
  }

  // Of the choices in its Jacobian, each once. A walk of its own: the marks are kept from system to system, so that
  // many small ones cost little.
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
      if (exprs_.op(e) == Op::kIf && std::ranges::find(conditions, exprs_.arg(e, 0)) == conditions.end())
        conditions.push_back(exprs_.arg(e, 0));
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

  std::string TextOf(const System& system) const {
    return system.residual_text.empty() ? std::string("a system") : system.residual_text[0];
  }

  bool Sort(const std::vector<ScalarId>& inlined) {
    BlockModel& blocks = context_.blocks;
    attempt_.RollBack();
    model_.held = held_;
    blocks.counts = counts_;
    blocks.systems = systems_;
    blocks.dynamics.clear();
    std::vector<ScalarEquation> formulas;
    for (ScalarId x : inlined)
      formulas.push_back(
          StepFormula(context_, x, model_.Ref(StageBase(context_, x), context_.store), StepFormulaOrigin(context_)));
    return SortEquations(context_, formulas, {}, blocks.dynamics);
  }

  PassContext& context_;
  ScalarModel& model_;
  ExprPool& exprs_;
  OccurrenceCollector occurrences_;
  EpochMap seen_;
  // As they were before.
  DiagnosticSink::Transaction attempt_;
  IdVector<HeldId, Held> held_;
  Counts counts_;
  IdVector<SystemId, System> systems_;
};

}  // namespace

bool SortWithSwitches(PassContext& context) { return SwitchInliner(context).Run(); }

bool HasOpenModes(PassContext& context) { return SwitchInliner(context).IsOpen(); }

}  // namespace mica::structure
