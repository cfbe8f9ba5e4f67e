#include "run/leaking_switches.h"

#include "table/step_references.h"

namespace mica::run {

LeakingSwitches::LeakingSwitches(Instance& instance, const structure::BlockModel& model, const structure::System& system) : instance_(instance) {
  if (&model != &instance.model()) return;  // code of a mode has its conditions put in, and its expressions are in a store of their own
  const Store& store = *instance.runnable().store;
  table::StepReferences references(store);
  for (const structure::Step& step : system.inner) references.Add(step);
  for (Expr residual : system.residuals) references.Add(residual);
  for (structure::HeldId held : references.held()) {
    const structure::Held& relation = model.held[held];
    if (relation.in_system && relation.value.valid() && store.types.kind(store.exprs.type(relation.value)) == TypeKind::kBoolean) held_.push_back(held.index());
  }
  for (ScalarId id : references.scalars()) {
    const structure::Scalar& scalar = model.scalars[id];
    if (scalar.kind == structure::ScalarKind::kDiscrete && scalar.type.valid() && store.types.kind(scalar.type) == TypeKind::kBoolean)
      slots_.push_back((scalar.alias_of.valid() ? model.scalars[scalar.alias_of] : scalar).slot);
  }
}

void LeakingSwitches::Toggle(std::size_t which) {
  double& value = which < held_.size() ? instance_.held()[held_[which]] : instance_.reals()[slots_[which - held_.size()]];
  value = value != 0 ? 0 : 1;
}

}  // namespace mica::run
