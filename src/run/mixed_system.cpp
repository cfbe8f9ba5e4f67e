#include "run/mixed_system.h"

#include <algorithm>
#include <tuple>

#include "run/relation_sides.h"
#include "table/step_references.h"

namespace mica::run {

namespace {
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

MicaMixedShape MixedShape::raw() const {
  auto count = [](const std::vector<std::uint32_t>& list) { return static_cast<std::uint32_t>(list.size()); };
  return {count(held), count(discrete), count(solution), count(unknowns), count(inlined) / 2, held.data(), discrete.data(), solution.data(), unknowns.data(), inlined.data(), is_linear};
}

MixedShape DescribeMixed(const Instance& instance, const ModeVariables& mode, std::uint32_t which) {
  const structure::BlockModel& model = instance.model();
  const structure::System& system = model.systems[structure::SystemId(which)];
  MixedShape shape;
  shape.held = mode.held;
  for (ScalarId id : mode.discrete) shape.discrete.push_back(model.scalars[id].slot);
  for (ScalarId id : system.unknowns) shape.unknowns.push_back(model.scalars[id].slot);
  shape.solution = shape.unknowns;
  if (shape.solution.empty())
    for (const structure::Step& step : system.inner)
      if (step.kind == structure::Step::Kind::kAssign) shape.solution.push_back(model.scalars[step.targets[0]].slot);
  for (auto [state, base] : instance.inlined_slots()) {
    shape.inlined.push_back(state);
    shape.inlined.push_back(base);
  }
  shape.is_linear = system.is_linear;
  return shape;
}

MixedSystem::MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver, WorkBudget& budget)
    : instance_(instance),
      solver_(solver),
      budget_(budget),
      index_(system),
      mode_variables_(FindModeVariables(instance.runnable(), system)),
      shape_(DescribeMixed(instance, mode_variables_, system)),
      raw_shape_(shape_.raw()) {
  if (has_mode()) Place();
}

void MixedSystem::Place() {
  auto real_count = static_cast<std::uint32_t>(instance_.reals().size());
  MicaMixedCalls calls{
      this,
      [](void* self) -> int { return static_cast<MixedSystem*>(self)->solver_.Solve(); },
      [](void* self) -> int { return static_cast<MixedSystem*>(self)->solver_.TakeEscape(); },
      [](void* self, std::uint32_t held, double* left, double* right) -> int {
        auto sides = SidesOf(held, static_cast<MixedSystem*>(self)->instance_);
        if (sides) std::tie(*left, *right) = *sides;
        return sides.has_value();
      },
      [](void* self) { static_cast<MixedSystem*>(self)->failure_ = static_cast<MixedSystem*>(self)->solver_.failure(); }};
  doubles_ = std::make_unique_for_overwrite<double[]>(mica_mixed_doubles(&raw_shape_, real_count, budget_.modes.limit));
  integers_.resize(mica_mixed_integers(&raw_shape_));
  mica_mixed_place(&mixed_, &raw_shape_, &calls, &instance_.raw(), &instance_.code().systems[index_], real_count, budget_.modes.limit, doubles_.get(), integers_.data());
}

void MixedSystem::Reserve() {
  if (!has_mode()) return;
  Place();
  failure_.unknowns.reserve(shape_.solution.size());
  failure_.residuals.reserve(shape_.solution.size());
  failure_.undetermined.reserve(MICA_SOLVER_LISTED);
}

void MixedSystem::NameModes(SystemFailure& failure) const {
  failure = {};
  failure.end = SolveEnd::kNoMode;
  failure.time = instance_.time();
  for (std::uint32_t slot : shape_.unknowns) failure.unknowns.push_back(instance_.reals()[slot]);
  failure.system = index_;
  for (std::size_t i = 0; i < mixed_.width; ++i) {
    bool changes = false;
    for (std::size_t v = 1; v < mixed_.visited_count; ++v) changes = changes || mixed_.visited[v * mixed_.width + i] != mixed_.visited[i];
    if (!changes) continue;
    if (i < shape_.held.size()) {
      const structure::Held& held = instance_.model().held[structure::HeldId(shape_.held[i])];
      failure.modes.push_back(ComponentText(held.origin, *instance_.runnable().store) + ModelText(held.value, instance_.runnable()));
    } else {
      failure.modes.push_back(instance_.model().scalars[mode_variables_.discrete[i - shape_.held.size()]].name);
    }
  }
}

bool MixedSystem::SolveAtEvent(SystemFailure& failure, bool is_later_pass) {
  if (!has_mode()) {
    if (solver_.Solve()) return true;
    failure = solver_.failure();
    return false;
  }
  MicaMixedEnd end = mica_mixed_solve(&mixed_, is_later_pass, !instance_.model().inlined.empty());
  budget_.modes.Note(std::min(mixed_.tried, budget_.modes.limit));
  if (end == MICA_MIXED_SOLVED) return true;
  if (end == MICA_MIXED_CUT_SHORT) {
    budget_.modes.Reach(instance_.time(), index_);
    return true;
  }
  if (end == MICA_MIXED_SOLVER_FAILED) failure = failure_, failure.time = instance_.time();
  else NameModes(failure);
  return false;
}

}  // namespace mica::run
