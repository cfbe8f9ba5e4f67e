#include "run/mixed_system.h"

#include <algorithm>
#include <cmath>

#include "table/step_references.h"

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

ModeVariables FindModeVariables(const Runnable& runnable, std::uint32_t which) {
  const structure::BlockModel& model = *runnable.model;
  const structure::System& system = model.systems[structure::SystemId(which)];
  ModeVariables mode;
  table::StepReferences references(*runnable.store);
  for (const structure::Step& step : system.inner) references.Add(step);
  for (Expr residual : system.residuals) references.Add(residual);
  for (const structure::Step& step : system.discrete) references.Add(step);
  for (structure::HeldId held : references.held())
    if (model.held[held].in_system) mode.held.push_back(held.index());
  std::sort(mode.held.begin(), mode.held.end());
  CollectTargets(system.discrete, mode.discrete);
  std::erase_if(mode.discrete, [&](ScalarId id) {
    const structure::Scalar& scalar = model.scalars[id];
    return scalar.type.valid() && runnable.store->types.kind(scalar.type) == TypeKind::kString;
  });
  return mode;
}

MixedSystem::MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver, WorkBudget& budget)
    : instance_(instance),
      solver_(solver),
      budget_(budget),
      system_(instance.model().systems[structure::SystemId(system)]),
      code_(instance.code().systems[system]),
      mode_variables_(FindModeVariables(instance.runnable(), system)),
      held_(mode_variables_.held),
      discrete_scalars_(mode_variables_.discrete),
      sides_(instance, solver, held_) {
  const structure::BlockModel& model = instance.model();
  for (ScalarId id : discrete_scalars_) discrete_slots_.push_back(model.scalars[id].slot);
  solution_slots_.assign(solver.slots().begin(), solver.slots().end());
  if (solution_slots_.empty())
    for (const structure::Step& step : system_.inner)
      if (step.kind == structure::Step::Kind::kAssign) solution_slots_.push_back(model.scalars[step.targets[0]].slot);
  visited_.width = held_.size() + discrete_slots_.size();
  solutions_.width = solution_slots_.size();
  solution_.resize(solutions_.width);
  residuals_.resize(solver.slots().size());
}

void MixedSystem::Reserve() {
  if (!has_mode()) return;
  auto rows = std::min(static_cast<std::size_t>(budget_.modes.limit), kMostIterations) + 1;
  visited_.values.resize(rows * visited_.width);
  solutions_.values.resize(rows * solutions_.width);
  for (Mode* mode : {&start_, &present_, &candidate_, &expected_, &next_}) mode->reserve(visited_.width);
  seen_.resize(visited_.width);
  for (std::vector<double>& values : seen_) values.reserve(8);
  varying_.reserve(visited_.width);
  digits_.reserve(visited_.width);
  sides_.Reserve();
  pre_.reserve(discrete_slots_.size());
  failure_.unknowns.reserve(solution_slots_.size());
  failure_.residuals.reserve(solution_slots_.size());
  failure_.undetermined.reserve(8);
}

void MixedSystem::Read(Mode& mode) const {
  mode.clear();
  for (std::uint32_t held : held_) mode.push_back(instance_.held()[held]);
  for (std::uint32_t slot : discrete_slots_) mode.push_back(instance_.reals()[slot]);
}

bool MixedSystem::IsMode(std::span<const double> mode) const {
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (!(instance_.held()[held_[i]] == mode[i])) return false;
  for (std::size_t i = 0; i < discrete_slots_.size(); ++i)
    if (!(instance_.reals()[discrete_slots_[i]] == mode[held_.size() + i])) return false;
  return true;
}

void MixedSystem::Write(std::span<const double> mode) {
  for (std::size_t i = 0; i < held_.size(); ++i) instance_.held()[held_[i]] = mode[i];
  for (std::size_t i = 0; i < discrete_slots_.size(); ++i) instance_.reals()[discrete_slots_[i]] = mode[held_.size() + i];
}

bool MixedSystem::SolveContinuous() {
  MicaInstance& raw = instance_.raw();
  ++tried_;
  ++raw.solving_held;
  bool solved = solver_.Solve();
  --raw.solving_held;
  if (!solved) ++failures_;
  return solved;
}

bool MixedSystem::RecomputeDiscrete() { return !code_.discrete || code_.discrete(&instance_.raw()) == MICA_OK; }

bool MixedSystem::Recompute() {
  if (!RecomputeDiscrete()) return false;
  // Relations in the continuous equations: evaluating these outside of the iteration stores them.
  return code_.residual(&instance_.raw(), residuals_.data()) == MICA_OK;
}

// All solutions from the first of the cycle on are the present one: rounding alone picks the mode.
// Where there are only discrete unknowns, no rounding does: they contradict each other.
bool MixedSystem::IsSameSolution(std::size_t first) const {
  if (solution_.empty()) return false;
  for (std::size_t v = first; v < solutions_.count; ++v)
    for (std::size_t i = 0; i < solution_.size(); ++i) {
      double other = solutions_.row(v)[i];
      double size = std::max({std::abs(solution_[i]), std::abs(other), instance_.nominal()[solution_slots_[i]]});
      if (std::abs(solution_[i] - other) > 1e-9 * size) return false;
    }
  return true;
}

bool MixedSystem::Iterate(bool& solver_failed) {
  solver_failed = false;
  solutions_.count = 0;
  for (std::size_t k = 0; k < kMostIterations && may_try(); ++k) {
    Read(present_);
    if (!SolveContinuous() || !Recompute()) {
      solver_failed = true;
      visited_.Push(present_);
      return false;
    }
    if (IsMode(present_)) return true;
    for (std::size_t i = 0; i < solution_.size(); ++i) solution_[i] = instance_.reals()[solution_slots_[i]];
    std::size_t again = 0;
    while (again < visited_.count && !std::ranges::equal(visited_.row(again), present_)) ++again;
    if (again < visited_.count) {
      if (!IsSameSolution(again)) return false;
      return TakeLeastContradiction(again);
    }
    visited_.Push(present_);
    solutions_.Push(solution_);
  }
  return false;
}

// The modes from `first` on lead to each other and have one solution. Chosen is the mode of before, if it is one of them and its relations hold up to
// rounding: the next pass of the event iteration must not find another. Else the one that its relations contradict least: what led to the event is
// beyond its edge by the band of event location, a hundred times rounding, and would not be noticed again. Friction that sticks at 1 + 1e-10 of what it
// can hold contradicts itself, sliding with a velocity that rounding hides does not.
bool MixedSystem::TakeLeastContradiction(std::size_t first) {
  std::size_t best = visited_.count, last = visited_.count;
  double least = 0;
  for (std::size_t v = first; v < last; ++v) {
    std::span<const double> mode = visited_.row(v);
    Write(mode);
    if (!SolveContinuous()) continue;
    double contradiction = 0;
    if (!FindContradictions(mode, true)) continue;
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (Contradicts(i, mode) && std::isfinite(sides_.distance(i))) contradiction = std::max(contradiction, std::abs(sides_.distance(i)));
    bool is_start = std::ranges::equal(mode, start_);
    if (is_start && contradiction == 0) {
      best = v;
      break;
    }
    if (best == last || contradiction < least) best = v, least = contradiction;
  }
  if (best == last) return false;
  if (least > 0 && Latch()) return true;
  Write(visited_.row(best));
  return SolveContinuous();
}

// Discrete unknowns of the mode that the one of before leads to, as pre() of themselves: do they stay?
bool MixedSystem::Latch() {
  if (discrete_slots_.empty() || instance_.raw().initial != 0) return false;
  Write(start_);
  if (!SolveContinuous() || !Recompute()) return false;
  Read(candidate_);
  auto has_discrete = [&](std::span<const double> mode) { return std::ranges::equal(mode.subspan(held_.size()), std::span(candidate_).subspan(held_.size())); };
  if (has_discrete(start_)) return false;
  pre_.clear();
  for (std::uint32_t slot : discrete_slots_) {
    pre_.push_back(instance_.pre()[slot]);
    instance_.pre()[slot] = instance_.reals()[slot];
  }
  bool stays = false;
  for (std::size_t k = 0; k < kMostIterations && may_try() && !stays; ++k) {
    Read(present_);
    if (!has_discrete(present_) || !SolveContinuous() || !Recompute()) break;
    stays = IsMode(present_);
  }
  for (std::size_t i = 0; i < discrete_slots_.size(); ++i) instance_.pre()[discrete_slots_[i]] = pre_[i];
  return stays;
}

bool MixedSystem::FindContradictions(std::span<const double> mode, bool is_solution, bool has_computed_states) {
  sides_.Measure();
  if (!Recompute()) return false;
  Read(next_);
  if (std::ranges::equal(std::span(next_).first(held_.size()), mode.first(held_.size())) || !is_solution) return true;
  // Values as they are in the mode: formulas have taken others with the relations.
  Write(mode);
  if (SolveContinuous()) sides_.MeasureNoise(has_computed_states);
  return true;
}

// In a later pass of an event the mode is that of the one before, unless a relation contradicts it beyond rounding: switches that rest on their edge must
// not change from pass to pass.
bool MixedSystem::KeepsMode() {
  if (held_.empty() || !FollowRelations()) return false;
  Read(present_);
  if (!SolveContinuous() || !FindContradictions(present_, true, true)) return false;
  if (next_ == present_) return true;
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (Contradicts(i, present_)) return false;
  Write(present_);
  return FollowRelations() && IsMode(present_) && SolveContinuous();
}

bool MixedSystem::Pivot() {
  if (held_.empty()) return false;
  Write(start_);
  if (!FollowRelations()) return false;
  std::size_t limit = kMostPivots + kPivotsPerRelation * held_.size();
  for (std::size_t k = 0; k < limit && may_try(); ++k) {
    Read(present_);
    bool solved = SolveContinuous();
    if (!solved && !solver_.TakeEscape()) return false;
    if (!FindContradictions(present_, solved)) return false;
    if (solved && next_ == present_) return true;
    std::size_t first = 0;
    while (first < held_.size() && !Contradicts(first, present_)) ++first;
    Write(present_);
    if (first < held_.size()) {
      instance_.held()[held_[first]] = next_[first];
      if (!FollowRelations()) return false;
      continue;
    }
    // Its relations hold up to rounding: the discrete unknowns must follow from them.
    if (!FollowRelations()) return false;
    if (!IsMode(present_)) continue;
    return solved && SolveContinuous();
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

bool MixedSystem::Reproduces(std::span<const double> mode) {
  Write(mode);
  if (!held_.empty() && !FollowRelations()) return false;
  Read(expected_);
  return SolveContinuous() && Recompute() && IsMode(expected_);
}

bool MixedSystem::IsOnEdge(std::size_t i) const {
  constexpr double kRounding = 1e-10;
  auto sides = sides_.SidesOf(i);
  return sides && std::abs(sides->first - sides->second) <= kRounding * std::max(std::abs(sides->first), std::abs(sides->second));
}

// A mode that holds its own relations at their edge, such as v = Vmax while v >= Vmax: rounding then contradicts it.
bool MixedSystem::RestsOnEdge() {
  for (std::size_t v = 0; v < visited_.count && may_try(); ++v) {
    std::span<const double> mode = visited_.row(v);
    Write(mode);
    if (!SolveContinuous()) continue;
    // At the solution: recomputing the mode leaves what formulas give in another one.
    std::vector<bool> on_edge(held_.size());
    for (std::size_t i = 0; i < held_.size(); ++i) on_edge[i] = IsOnEdge(i);
    if (!Recompute()) continue;
    Read(next_);
    bool rests = true;
    for (std::size_t i = 0; i < held_.size(); ++i) rests = rests && (next_[i] == mode[i] || on_edge[i]);
    if (!rests) continue;
    // With these relations as they are, the discrete unknowns must be what they were.
    Write(mode);
    if (FollowRelations() && IsMode(mode) && SolveContinuous()) return true;
  }
  return false;
}

// The values that each mode variable was seen to take; relations of which one value was seen may take the other.
void MixedSystem::CollectValues() {
  std::span<const double> base = visited_.row(0);
  Read(next_);
  // Without relations, the discrete unknowns themselves are what is searched over.
  seen_.resize(held_.empty() ? base.size() : held_.size());
  varying_.clear();
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    std::vector<double>& values = seen_[i];
    values.assign(1, base[i]);
    auto add = [&](double value) {
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    };
    for (std::size_t v = 0; v < visited_.count; ++v) add(visited_.row(v)[i]);
    add(next_[i]);
    if (values.size() > 1) varying_.push_back(i);
  }
  auto count = [&] {
    std::size_t product = 1;
    for (std::size_t i : varying_) product = std::min(product * seen_[i].size(), kLargestSearch + 1);
    return product;
  };
  // Relations that kept their value so far join as long as the search stays small.
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (seen_[i].size() > 1 || !(base[i] == 0 || base[i] == 1)) continue;
    if (2 * count() > kLargestSearch) break;
    seen_[i].push_back(1 - base[i]);
    varying_.push_back(i);
  }
}

bool MixedSystem::Search() {
  CollectValues();
  std::size_t failures_before = failures_;
  // Combinations by their distance from the first mode, then in the order of their digits; the first kLargestSearch of them in that order count.
  for (std::size_t distance = 0; distance <= varying_.size(); ++distance) {
    digits_.assign(varying_.size(), 0);
    bool more = true;
    for (std::size_t k = 0; k < kLargestSearch && more; ++k) {
      auto changed = static_cast<std::size_t>(std::count_if(digits_.begin(), digits_.end(), [](std::size_t digit) { return digit != 0; }));
      if (changed == distance) {
        if (!may_try()) return false;
        // Each failure of a nonlinear system takes many iterations: where one mode after the other has no solution, the mode is not what is wrong.
        if (!system_.is_linear && failures_ > failures_before + kMostFailures) return false;
        candidate_.assign(visited_.row(0).begin(), visited_.row(0).end());
        for (std::size_t v = 0; v < varying_.size(); ++v) candidate_[varying_[v]] = seen_[varying_[v]][digits_[v]];
        if (Reproduces(candidate_)) return true;
        // What it leads to may be consistent though it lies outside of what was seen.
        Read(next_);
        if (next_ != candidate_ && Reproduces(next_)) return true;
      }
      more = false;
      for (std::size_t v = 0; v < digits_.size() && !more; ++v) {
        if (++digits_[v] < seen_[varying_[v]].size()) more = true;
        else digits_[v] = 0;
      }
    }
  }
  return false;
}

bool MixedSystem::TakePresent() {
  budget_.modes.Reach(instance_.time(), static_cast<std::uint32_t>(&system_ - &instance_.model().systems[structure::SystemId(0)]));
  return SolveContinuous();
}

void MixedSystem::NameModes(const Mode& start, SystemFailure& failure) const {
  failure = {};
  failure.end = SolveEnd::kNoMode;
  failure.time = instance_.time();
  for (ScalarId unknown : system_.unknowns) failure.unknowns.push_back(instance_.value(unknown));
  failure.system = static_cast<std::uint32_t>(&system_ - &instance_.model().systems[structure::SystemId(0)]);
  for (std::size_t i = 0; i < start.size(); ++i) {
    bool changes = false;
    for (std::size_t v = 1; v < visited_.count; ++v) changes = changes || visited_.row(v)[i] != visited_.row(0)[i];
    if (!changes) continue;
    if (i < held_.size()) {
      const structure::Held& held = instance_.model().held[structure::HeldId(held_[i])];
      failure.modes.push_back(ComponentText(held.origin, *instance_.runnable().store) + ModelText(held.value, instance_.runnable()));
    } else {
      failure.modes.push_back(instance_.model().scalars[discrete_scalars_[i - held_.size()]].name);
    }
  }
}

bool MixedSystem::SolveAtEvent(SystemFailure& failure, bool is_later_pass) {
  if (!has_mode()) {
    if (solver_.Solve()) return true;
    failure = solver_.failure();
    return false;
  }
  Read(start_);
  tried_ = 0;
  if (is_later_pass && KeepsMode()) return true;
  Write(start_);
  // At initialization nothing is held yet: the mode of the start values is the first guess. Where they cannot be evaluated, none is.
  // Later what lies outside of the system has changed, pre() for one: discrete unknowns that contradict it would be a mode that never is. So
  // they follow from the values before the event, relations included: what a relation was when it was last evaluated may be long past.
  if (instance_.raw().initial != 0 ? !Recompute() : !held_.empty() && !RecomputeDiscrete()) Write(start_);
  visited_.count = 0;
  bool solver_failed = false;
  bool solved = Iterate(solver_failed);
  if (!solved) {
    if (solver_failed) failure_ = solver_.failure();
    // Pivoting is for switches that are ideal: a mode without a solution, or a state that they fix. Friction that locks and slides has modes that are
    // next to each other, and the nearest counts.
    bool is_ideal = solver_failed || !instance_.model().inlined.empty();
    solved = (is_ideal && Pivot()) || Search() || RestsOnEdge() || (!is_ideal && Pivot()) || Latch();
  }
  budget_.modes.Note(std::min(tried_, budget_.modes.limit));
  if (solved || (!may_try() && TakePresent())) return true;
  if (solver_failed) failure = failure_, failure.time = instance_.time();
  else NameModes(start_, failure);
  Write(start_);
  return false;
}

}  // namespace mica::run
