// Pass assign-storage: slots for scalars, the list of states, counts; the scalar model's tables become the block
// model's.
//
// Reads: everything. Changes: scalars (slot), blocks. An alias shares the slot of what it is an alias of. States come
// first in `reals`, their derivatives next, in the same order, then the rest in order of declaration: what the
// integrator copies lies together.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "structure/passes.h"
#include "structure/sort/incidence.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

// Expressions whose vanishing makes another model: divisors, and entries of matrices. Which unknown a formula gives,
// which pivots are eliminated in advance and which integrators a switch fixes was decided by whether these are zero.
std::vector<Expr> Factors(const PassContext& context) {
  const ExprPool& exprs = context.store.exprs;
  std::vector<Expr> formulas, factors;
  for (const std::vector<Step>* section : {&context.blocks.dynamics, &context.blocks.stage, &context.blocks.initial})
    for (const Step& step : *section)
      if (step.value) formulas.push_back(step.value);
  for (const System& system : context.blocks.systems) {
    for (const Step& step : system.inner)
      if (step.value) formulas.push_back(step.value);
    for (const JacobianEntry& entry : system.jacobian) factors.push_back(entry.value);
  }
  for (Expr quotient : symbolic::Collect(exprs, formulas, [&](Expr e) { return exprs.op(e) == Op::kDiv; }))
    factors.push_back(exprs.arg(quotient, 1));
  return factors;
}

// The parameters behind the checks and in the factors, through the steps that compute them.
std::vector<ScalarId> DecidedBy(const PassContext& context) {
  std::unordered_map<ScalarId, const Step*> step_of;
  for (const Step& step : context.blocks.parameters)
    for (ScalarId target : step.targets)
      if (target) step_of[target] = &step;
  std::vector<ScalarId> found;
  std::unordered_set<ScalarId> seen;
  OccurrenceCollector occurrences(context.store);
  auto add = [&] {
    for (const Occurrence& o : occurrences.found())
      if (context.model.scalars[o.scalar].kind == ScalarKind::kParameter && seen.insert(o.scalar).second)
        found.push_back(o.scalar);
  };
  for (const Step& check : context.model.parameter_checks) occurrences.Add(check.condition);
  for (Expr factor : Factors(context)) occurrences.Add(factor);
  add();
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto step = step_of.find(found[i]);
    if (step == step_of.end()) continue;
    occurrences.Clear();
    occurrences.Add(*step->second);
    add();
  }
  return found;
}

}  // namespace

bool AssignStorage(PassContext& context) {
  BlockModel& blocks = context.blocks;
  ScalarModel& model = context.model;
  blocks.name = context.flat.name;
  blocks.experiment = context.flat.experiment;
  blocks.counts.aliases = std::ranges::count_if(model.scalars, [](const Scalar& s) { return s.alias_of.valid(); });
  for (std::size_t i = 0; i < model.scalars.size(); ++i)
    if (model.scalars[ScalarId(i)].kind == ScalarKind::kState && !model.scalars[ScalarId(i)].alias_of)
      blocks.states.push_back(ScalarId(i));
  blocks.counts.states = static_cast<std::int64_t>(blocks.states.size());
  blocks.decided_by = DecidedBy(context);
  for (Step& check : model.parameter_checks) blocks.parameters.push_back(std::move(check));
  std::vector<bool> has_slot(model.scalars.size(), false);
  auto place = [&](ScalarId id) {
    Scalar& scalar = model.scalars[id];
    if (scalar.alias_of || has_slot[id.index()]) return;
    has_slot[id.index()] = true;
    switch (context.store.types.kind(scalar.type)) {
      case TypeKind::kString:
        scalar.slot = blocks.string_slots++;
        break;
      case TypeKind::kExternalObject:
        scalar.slot = blocks.object_slots++;
        break;
      default:
        scalar.slot = blocks.real_slots++;
    }
  };
  for (ScalarId id : blocks.states) place(id);
  for (ScalarId id : blocks.states) place(model.scalars[id].derivative);
  for (std::size_t i = 0; i < model.scalars.size(); ++i) place(ScalarId(i));
  for (Scalar& scalar : model.scalars)
    if (scalar.alias_of) scalar.slot = model.scalars[scalar.alias_of].slot;
  blocks.scalars = std::move(model.scalars);
  blocks.held = std::move(model.held);
  blocks.samplers = std::move(model.samplers);
  blocks.delays = std::move(model.delays);
  blocks.distributions = std::move(model.distributions);
  for (std::string& note : model.notes) blocks.initialization.notes.push_back(std::move(note));
  return true;
}

}  // namespace mica::structure
