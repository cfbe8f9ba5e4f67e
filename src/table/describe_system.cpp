// Table stage: one simultaneous system of the table.
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "structure/systems/system_jacobian.h"
#include "table/reference_pattern.h"
#include "table/step_references.h"
#include "table/table_maker.h"

namespace mica::table {

using structure::BlockModel;
using structure::Step;
using structure::System;

namespace {

void CollectTargets(const std::vector<Step>& steps, std::vector<ScalarId>& targets) {
  for (const Step& step : steps) {
    for (ScalarId target : step.targets)
      if (target.valid() && std::find(targets.begin(), targets.end(), target) == targets.end())
        targets.push_back(target);
    for (const Step::Branch& branch : step.branches) CollectTargets(branch.steps, targets);
  }
}

// Which of the Booleans in the equations follow from others of them:
//     starts = s > tau0;  returns = s < -tau0;  stuck = not (starts or returns)
// With one of them turned over alone the equations are of no mode; the branch that they would take no solution reaches.
class TiedBooleans {
 public:
  TiedBooleans(const System& system, const std::vector<ScalarId>& in_equations, const Store& store) {
    for (const Step& step : system.discrete) {
      StepReferences references(store);
      references.Add(step);
      std::vector<ScalarId> targets;
      CollectTargets({step}, targets);
      for (ScalarId target : targets)
        definitions_[target].insert(references.scalars().begin(), references.scalars().end());
    }
    for (ScalarId id : in_equations) {
      std::set<ScalarId> reached;
      Follow(id, reached);
      for (ScalarId other : in_equations)
        if (other != id && reached.contains(other)) tied_.insert({id, other});
    }
  }

  bool contains(ScalarId id) const { return tied_.contains(id); }

 private:
  void Follow(ScalarId id, std::set<ScalarId>& reached) const {
    auto definition = definitions_.find(id);
    if (definition == definitions_.end()) return;
    for (ScalarId next : definition->second)
      if (reached.insert(next).second) Follow(next, reached);
  }

  std::map<ScalarId, std::set<ScalarId>> definitions_;  // of the discrete unknowns: what they are computed from
  std::set<ScalarId> tied_;
};

// Relations and Booleans that its code reads: what the mode is made of, and what may be switched
// (run/events/leaking_switches.h): all Booleans in the equations but those that follow from each other.
void AddMode(const System& system, TableMaker& maker, MicaSystem& made) {
  const BlockModel& model = maker.model;
  StepReferences references(maker.store);
  for (const Step& step : system.inner) references.Add(step);
  for (Expr residual : system.residuals) references.Add(residual);
  std::vector<std::uint32_t> held, switch_held, switch_slots;
  for (structure::HeldId id : references.held()) {
    const structure::Held& relation = model.held[id];
    bool is_boolean =
        relation.value.valid() && maker.store.types.kind(maker.store.exprs.type(relation.value)) == TypeKind::kBoolean;
    if (relation.in_system && is_boolean) switch_held.push_back(id.index());
  }
  std::vector<ScalarId> booleans;
  for (ScalarId id : references.scalars()) {
    const structure::Scalar& scalar = model.scalars[id];
    if (scalar.kind == structure::ScalarKind::kDiscrete && maker.TypeOf(scalar) == MICA_TYPE_BOOLEAN)
      booleans.push_back(id);
  }
  TiedBooleans tied(system, booleans, maker.store);
  for (ScalarId id : booleans)
    if (!tied.contains(id)) switch_slots.push_back(maker.SlotOf(id));
  for (const Step& step : system.discrete) references.Add(step);
  for (structure::HeldId id : references.held())
    if (model.held[id].in_system) held.push_back(id.index());
  std::sort(held.begin(), held.end());
  std::vector<ScalarId> discrete;
  CollectTargets(system.discrete, discrete);
  std::erase_if(discrete, [&](ScalarId id) { return maker.TypeOf(model.scalars[id]) == MICA_TYPE_STRING; });
  made.held = maker.List(held);
  made.discrete = maker.Slots(discrete);
  made.discrete_scalars = maker.Scalars(discrete);
  made.switch_held = maker.List(switch_held);
  made.switch_slots = maker.List(switch_slots);
}

// The equations in words.
void AddTexts(const System& system, TableMaker& maker, MicaSystem& made) {
  std::vector<std::uint32_t> texts, origins;
  for (std::size_t row = 0; row < system.residuals.size() || row < system.residual_text.size(); ++row) {
    bool is_written = row < system.residual_text.size() && !system.residual_text[row].empty();
    texts.push_back(is_written                      ? maker.NewText(system.residual_text[row])
                    : row < system.residuals.size() ? maker.NewText("0 = " + maker.ModelText(system.residuals[row]))
                                                    : 0);
  }
  for (const flat::Origin& origin : system.origins) origins.push_back(maker.Origin(origin));
  made.texts = maker.List(texts);
  made.origins = maker.List(origins);
  if (std::ranges::any_of(system.origins, [](const flat::Origin& origin) {
        return !origin.component.empty() || origin.made_by == "connect";
      }))
    made.flags |= MICA_SYSTEM_OF_COMPONENTS;
  if (!system.unknowns.empty()) return;
  std::vector<ScalarId> named, inner;
  for (const std::vector<Step>* steps : {&system.inner, &system.discrete})
    for (const Step& step : *steps)
      for (ScalarId target : step.targets)
        if (target.valid()) named.push_back(target);
  for (const Step& step : system.inner)
    if (step.kind == Step::Kind::kAssign) inner.push_back(step.targets[0]);
  made.named = maker.Scalars(named);
  made.inner = maker.Slots(inner);
}

// Whether an inner step of the system gives a state by another equation than its step formula, which is the one that
// reads the gain: then the error of a slope is one of that state by the slope of the equation, not by the gain.
bool GivesStateElsewhere(const System& system, const TableMaker& maker) {
  const BlockModel& model = maker.model;
  std::unordered_set<std::uint32_t> states;
  for (ScalarId state : model.states) states.insert(model.scalars[state].slot);
  StepReferences references(maker.store);
  return std::ranges::any_of(system.inner, [&](const Step& step) {
    if (std::ranges::none_of(step.targets, [&](ScalarId target) {
          return target.valid() && states.contains(model.scalars[target].slot);
        }))
      return false;
    references.Clear();
    references.Add(step);
    return std::ranges::find(references.scalars(), model.stage_gain) == references.scalars().end();
  });
}

// Unknowns of a system of the stage that are derivatives of states, and need be known as well as these alone.
void AddSlopes(structure::SystemId id, const System& system, TableMaker& maker, MicaSystem& made) {
  const BlockModel& model = maker.model;
  auto is_here = [&](const Step& step) { return step.kind == Step::Kind::kSolve && step.system == id; };
  if (!model.stage_gain || std::none_of(model.stage.begin(), model.stage.end(), is_here)) return;
  made.flags |= MICA_SYSTEM_IN_STAGE;
  if (GivesStateElsewhere(system, maker)) return;
  std::vector<std::uint32_t> pairs;
  for (ScalarId state : model.states)
    for (std::size_t i = 0; i < system.unknowns.size(); ++i)
      if (model.scalars[system.unknowns[i]].slot == model.scalars[model.scalars[state].derivative].slot) {
        pairs.push_back(static_cast<std::uint32_t>(i));
        pairs.push_back(model.scalars[state].slot);
      }
  made.slopes = maker.List(pairs);
}

}  // namespace

MicaSystem DescribeSystem(structure::SystemId id, TableMaker& maker, const TableOptions& options) {
  const System& system = maker.model.systems[id];
  Check(system.residuals.empty() || system.residuals.size() == system.unknowns.size(), "a system that is not square");
  MicaSystem made{};
  if (system.is_linear) made.flags |= MICA_SYSTEM_LINEAR;
  made.changes = system.jacobian_changes == structure::ChangesWith::kNever    ? MICA_CHANGES_NEVER
                 : system.jacobian_changes == structure::ChangesWith::kEvents ? MICA_CHANGES_AT_EVENTS
                                                                              : MICA_CHANGES_ALWAYS;
  made.extended = static_cast<std::uint32_t>(structure::ExtendedCount(system));
  made.size_before_tearing = system.size_before_tearing;
  made.unknowns = maker.Slots(system.unknowns);
  made.unknown_scalars = maker.Scalars(system.unknowns);
  if (!system.jacobian.empty()) {
    made.flags |= MICA_SYSTEM_ANALYTIC;
    made.rows = maker.Each(system.jacobian, [](const structure::JacobianEntry& entry) { return entry.row; });
    made.columns = maker.Each(system.jacobian, [](const structure::JacobianEntry& entry) { return entry.column; });
  } else {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pattern = ReferencePattern(system, maker.model, maker.store);
    made.rows = maker.Each(pattern, [](const auto& entry) { return entry.first; });
    made.columns = maker.Each(pattern, [](const auto& entry) { return entry.second; });
  }
  AddSlopes(id, system, maker, made);
  if (options.systems_only) return made;
  AddMode(system, maker, made);
  AddTexts(system, maker, made);
  return made;
}

}  // namespace mica::table
