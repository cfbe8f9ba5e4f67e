#include "run/mixed_system.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "expression/evaluate.h"
#include "run/step_references.h"

namespace mica::run {

namespace {
constexpr std::size_t kMostIterations = 200;

void CollectTargets(const std::vector<structure::Step>& steps, std::vector<ScalarId>& targets) {
  for (const structure::Step& step : steps) {
    for (ScalarId target : step.targets)
      if (target.valid() && std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
    for (const structure::Step::Branch& branch : step.branches) CollectTargets(branch.steps, targets);
  }
}
}  // namespace

MixedSystem::MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver)
    : instance_(instance),
      solver_(solver),
      system_(instance.model().systems[structure::SystemId(system)]),
      code_(instance.code().systems[system]) {
  const structure::BlockModel& model = instance.model();
  StepReferences references(*instance.runnable().store);
  for (const structure::Step& step : system_.inner) references.Add(step);
  for (Expr residual : system_.residuals) references.Add(residual);
  for (const structure::Step& step : system_.discrete) references.Add(step);
  for (structure::HeldId held : references.held())
    if (model.held[held].in_system) held_.push_back(held.index());
  std::sort(held_.begin(), held_.end());
  CollectTargets(system_.discrete, discrete_scalars_);
  std::erase_if(discrete_scalars_, [&](ScalarId id) {
    const structure::Scalar& scalar = model.scalars[id];
    return scalar.type.valid() && instance.runnable().store->types.kind(scalar.type) == TypeKind::kString;
  });
  for (ScalarId id : discrete_scalars_) discrete_slots_.push_back(model.scalars[id].slot);
  solution_slots_.assign(solver.slots().begin(), solver.slots().end());
  if (!solution_slots_.empty()) return;
  for (const structure::Step& step : system_.inner)
    if (step.kind == structure::Step::Kind::kAssign) solution_slots_.push_back(model.scalars[step.targets[0]].slot);
}

MixedSystem::Mode MixedSystem::Read() const {
  Mode mode;
  mode.reserve(held_.size() + discrete_slots_.size());
  for (std::uint32_t held : held_) mode.push_back(instance_.held()[held]);
  for (std::uint32_t slot : discrete_slots_) mode.push_back(instance_.reals()[slot]);
  return mode;
}

void MixedSystem::Write(const Mode& mode) {
  for (std::size_t i = 0; i < held_.size(); ++i) instance_.held()[held_[i]] = mode[i];
  for (std::size_t i = 0; i < discrete_slots_.size(); ++i) instance_.reals()[discrete_slots_[i]] = mode[held_.size() + i];
}

std::vector<double> MixedSystem::Unknowns() const {
  std::vector<double> unknowns;
  for (std::uint32_t slot : solution_slots_) unknowns.push_back(instance_.reals()[slot]);
  return unknowns;
}

bool MixedSystem::SolveContinuous() {
  MicaInstance& raw = instance_.raw();
  ++raw.solving_held;
  bool solved = solver_.Solve();
  --raw.solving_held;
  return solved;
}

bool MixedSystem::Recompute() {
  if (code_.discrete && code_.discrete(&instance_.raw()) != MICA_OK) return false;
  // Relations in the continuous equations: evaluating these outside of the iteration stores them.
  std::vector<double> r(solver_.slots().size());
  return code_.residual(&instance_.raw(), r.data()) == MICA_OK;
}

bool MixedSystem::Iterate(std::vector<Mode>& visited, bool& solver_failed) {
  solver_failed = false;
  std::vector<std::vector<double>> solutions;
  for (std::size_t k = 0; k < kMostIterations; ++k) {
    Mode mode = Read();
    if (!SolveContinuous() || !Recompute()) {
      solver_failed = true;
      visited.push_back(std::move(mode));
      return false;
    }
    if (Read() == mode) return true;
    std::vector<double> solution = Unknowns();
    auto again = std::find(visited.begin(), visited.end(), mode);
    if (again != visited.end()) {
      // On the edge: all solutions of the cycle are one point, and rounding alone picks the mode.
      std::size_t first = static_cast<std::size_t>(again - visited.begin());
      for (std::size_t v = first; v < solutions.size(); ++v)
        for (std::size_t i = 0; i < solution.size(); ++i) {
          double size = std::max({std::abs(solution[i]), std::abs(solutions[v][i]), instance_.nominal()[solution_slots_[i]]});
          if (std::abs(solution[i] - solutions[v][i]) > 1e-9 * size) return false;
        }
      Write(mode);
      return SolveContinuous();
    }
    visited.push_back(std::move(mode));
    solutions.push_back(std::move(solution));
  }
  return false;
}

// The relations are the mode: discrete unknowns follow from them, read as they stand.
bool MixedSystem::FollowRelations() {
  if (!code_.discrete) return true;
  MicaInstance& raw = instance_.raw();
  ++raw.solving_held;
  bool good = code_.discrete(&raw) == MICA_OK;
  --raw.solving_held;
  return good;
}

bool MixedSystem::Reproduces(const Mode& mode) {
  Write(mode);
  if (!held_.empty() && !FollowRelations()) return false;
  Mode expected = Read();
  return SolveContinuous() && Recompute() && Read() == expected;
}

namespace {

// Real scalars as the instance has them.
class PresentValues : public Environment {
 public:
  explicit PresentValues(const Instance& instance) : instance_(instance) {}

  const Value* Scalar(ScalarId id) override {
    const Store& store = *instance_.runnable().store;
    if (store.types.kind(instance_.model().scalars[id].type) != TypeKind::kReal) return nullptr;
    return &values_.emplace_back(Value::Real(instance_.value(id), store.types));
  }
  std::optional<double> Time() override { return instance_.time(); }

 private:
  const Instance& instance_;
  std::deque<Value> values_;
};

}  // namespace

bool MixedSystem::IsOnEdge(std::uint32_t held) const {
  constexpr double kRounding = 1e-10;
  const Store& store = *instance_.runnable().store;
  Expr relation = instance_.model().held[structure::HeldId(held)].value;
  if (!relation.valid() || store.exprs.args(relation).size() != 2) return false;
  PresentValues present(instance_);
  Evaluator evaluator(store, present);
  std::optional<Value> left = evaluator.Evaluate(store.exprs.arg(relation, 0)), right = evaluator.Evaluate(store.exprs.arg(relation, 1));
  if (!left || !right || left->kind != TypeKind::kReal || right->kind != TypeKind::kReal) return false;
  double x = left->real(), y = right->real();
  return std::abs(x - y) <= kRounding * std::max(std::abs(x), std::abs(y));
}

// A mode that holds its own relations at their edge, such as v = Vmax while v >= Vmax: rounding then contradicts it.
bool MixedSystem::RestsOnEdge(const std::vector<Mode>& visited) {
  for (const Mode& mode : visited) {
    Write(mode);
    if (!SolveContinuous() || !Recompute()) continue;
    Mode next = Read();
    bool on_edge = true;
    for (std::size_t i = 0; i < held_.size(); ++i) on_edge = on_edge && (next[i] == mode[i] || IsOnEdge(held_[i]));
    if (!on_edge) continue;
    // With these relations as they are, the discrete unknowns must be what they were.
    Write(mode);
    if (FollowRelations() && Read() == mode && SolveContinuous()) return true;
  }
  return false;
}

bool MixedSystem::Search(const std::vector<Mode>& visited) {
  // The values that each mode variable was seen to take; relations of which one value was seen may take the other.
  Mode base = visited.front(), last = Read();
  std::vector<std::size_t> varying;
  // Without relations, the discrete unknowns themselves are what is searched over.
  std::vector<std::vector<double>> values(held_.empty() ? base.size() : held_.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = {base[i]};
    for (const Mode& mode : visited)
      if (std::find(values[i].begin(), values[i].end(), mode[i]) == values[i].end()) values[i].push_back(mode[i]);
    if (std::find(values[i].begin(), values[i].end(), last[i]) == values[i].end()) values[i].push_back(last[i]);
    if (values[i].size() > 1) varying.push_back(i);
  }
  auto count = [&] {
    std::size_t product = 1;
    for (std::size_t i : varying) product = std::min(product * values[i].size(), kLargestSearch + 1);
    return product;
  };
  // Relations that kept their value so far join as long as the search stays small.
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (values[i].size() > 1 || !(base[i] == 0 || base[i] == 1)) continue;
    if (2 * count() > kLargestSearch) break;
    values[i].push_back(1 - base[i]);
    varying.push_back(i);
  }
  std::size_t total = count();
  std::vector<std::vector<std::size_t>> combinations;  // places in `values`, by varying variable
  std::vector<std::size_t> digits(varying.size(), 0);
  for (std::size_t k = 0; k < std::min(total, kLargestSearch); ++k) {
    combinations.push_back(digits);
    for (std::size_t v = 0; v < digits.size(); ++v) {
      if (++digits[v] < values[varying[v]].size()) break;
      digits[v] = 0;
    }
  }
  auto distance = [](const std::vector<std::size_t>& d) { return std::count_if(d.begin(), d.end(), [](std::size_t x) { return x != 0; }); };
  std::stable_sort(combinations.begin(), combinations.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  for (const std::vector<std::size_t>& combination : combinations) {
    Mode mode = base;
    for (std::size_t v = 0; v < varying.size(); ++v) mode[varying[v]] = values[varying[v]][combination[v]];
    if (Reproduces(mode)) return true;
    // What it leads to may be consistent though it lies outside of what was seen.
    Mode next = Read();
    if (next != mode && Reproduces(next)) return true;
  }
  return false;
}

bool MixedSystem::SolveAtEvent(SystemFailure& failure) {
  if (!has_mode()) {
    if (solver_.Solve()) return true;
    failure = solver_.failure();
    return false;
  }
  Mode start = Read();
  // At initialization nothing is held yet: the mode of the start values is the first guess. Where they cannot be evaluated, none is.
  // Later what lies outside of the system has changed, pre() for one: discrete unknowns that contradict it would be a mode that never is.
  if (instance_.raw().initial != 0 ? !Recompute() : !held_.empty() && !FollowRelations()) Write(start);
  std::vector<Mode> visited;
  bool solver_failed = false;
  if (Iterate(visited, solver_failed)) return true;
  failure = solver_failed ? solver_.failure() : SystemFailure{};
  if (Search(visited) || RestsOnEdge(visited)) return true;
  if (!solver_failed) {
    failure = {};
    failure.end = SolveEnd::kNoMode;
    failure.time = instance_.time();
    for (ScalarId unknown : system_.unknowns) failure.unknowns.push_back(instance_.value(unknown));
    failure.system = static_cast<std::uint32_t>(&system_ - &instance_.model().systems[structure::SystemId(0)]);
    for (std::size_t i = 0; i < start.size(); ++i) {
      bool changes = std::any_of(visited.begin(), visited.end(), [&](const Mode& mode) { return mode[i] != visited.front()[i]; });
      if (!changes) continue;
      if (i < held_.size()) {
        const structure::Held& held = instance_.model().held[structure::HeldId(held_[i])];
        failure.modes.push_back(ComponentText(held.origin, *instance_.runnable().store) + ModelText(held.value, instance_.runnable()));
      } else {
        failure.modes.push_back(instance_.model().scalars[discrete_scalars_[i - held_.size()]].name);
      }
    }
  }
  Write(start);
  return false;
}

}  // namespace mica::run
