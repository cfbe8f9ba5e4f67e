#include "run/systems/mixed_system.h"

#include <algorithm>
#include <tuple>

#include "run/events/relation_sides.h"

namespace mica::run {

MicaMixedShape MixedShape::raw() const {
  auto count = [](std::span<const std::uint32_t> list) { return static_cast<std::uint32_t>(list.size()); };
  return {count(held),     count(discrete), count(solution), count(unknowns), count(inlined) / 2, held.data(),
          discrete.data(), solution.data(), unknowns.data(), inlined.data(),  is_linear};
}

MixedShape DescribeMixed(const Instance& instance, std::uint32_t which) {
  const MicaModelTable& t = instance.table();
  const MicaSystem& system = t.systems[which];
  MixedShape shape;
  shape.held = List(t, system.held);
  shape.discrete = List(t, system.discrete);
  shape.unknowns = List(t, system.unknowns);
  shape.solution = shape.unknowns.empty() ? List(t, system.inner) : shape.unknowns;
  for (std::uint32_t state : instance.inlined_states()) {
    shape.inlined.push_back(instance.state_slots()[state]);
    shape.inlined.push_back(instance.base_slots()[state]);
  }
  shape.is_linear = (system.flags & MICA_SYSTEM_LINEAR) != 0;
  return shape;
}

MixedSystem::MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver, WorkBudget& budget)
    : instance_(instance),
      solver_(solver),
      budget_(budget),
      index_(system),
      shape_(DescribeMixed(instance, system)),
      raw_shape_(shape_.raw()) {
  if (has_mode()) Place();
}

void MixedSystem::Place() {
  auto real_count = static_cast<std::uint32_t>(instance_.reals().size());
  MicaMixedCalls calls{this, [](void* self) -> int { return static_cast<MixedSystem*>(self)->solver_.Solve(); },
                       [](void* self) -> int { return static_cast<MixedSystem*>(self)->solver_.TakeEscape(); },
                       [](void* self, std::uint32_t held, double* left, double* right) -> int {
                         auto sides = SidesOf(held, static_cast<MixedSystem*>(self)->instance_);
                         if (sides) std::tie(*left, *right) = *sides;
                         return sides.has_value();
                       },
                       [](void* self) {
                         static_cast<MixedSystem*>(self)->failure_ = static_cast<MixedSystem*>(self)->solver_.failure();
                       }};
  doubles_ = std::make_unique_for_overwrite<double[]>(mica_mixed_doubles(&raw_shape_, real_count, budget_.modes.limit));
  integers_.resize(mica_mixed_integers(&raw_shape_));
  mica_mixed_place(&mixed_, &raw_shape_, &calls, &instance_.raw(), &instance_.code().systems[index_], real_count,
                   budget_.modes.limit, doubles_.get(), integers_.data());
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
  const MicaModelTable& t = instance_.table();
  for (std::size_t i = 0; i < mixed_.width; ++i) {
    bool changes = false;
    for (std::size_t v = 1; v < mixed_.visited_count; ++v)
      changes = changes || mixed_.visited[v * mixed_.width + i] != mixed_.visited[i];
    if (!changes) continue;
    if (i < shape_.held.size())
      failure.modes.push_back(RelationText(t, shape_.held[i]));
    else
      failure.modes.emplace_back(NameOf(t, List(t, t.systems[index_].discrete_scalars)[i - shape_.held.size()]));
  }
}

bool MixedSystem::SolveAtEvent(SystemFailure& failure, bool is_later_pass) {
  if (!has_mode()) {
    if (solver_.Solve()) return true;
    failure = solver_.failure();
    return false;
  }
  MicaMixedEnd end = mica_mixed_solve(&mixed_, is_later_pass, instance_.table().inlined.count > 0);
  budget_.modes.Note(std::min(mixed_.tried, budget_.modes.limit));
  if (end == MICA_MIXED_SOLVED) return true;
  if (end == MICA_MIXED_CUT_SHORT) {
    budget_.modes.Reach(instance_.time(), index_);
    return true;
  }
  if (end == MICA_MIXED_SOLVER_FAILED)
    failure = failure_, failure.time = instance_.time();
  else
    NameModes(failure);
  return false;
}

}  // namespace mica::run
