// Pass sort-stage: the section `stage`, of a model whose integration method is put into its equations.
//
// Reads: equations, states. Changes: blocks.stage, blocks.systems, counts (which from here on speak of the stage); adds
// inputs for gain and bases.
//
// A stage of a diagonally implicit Runge-Kutta method with the coefficient γ on the diagonal solves x = base + γ h
// der(x), where the base holds the earlier stages. This formula joins the equations for each state, with γ h as an
// input called gain, and all are matched, sorted and torn together: for the structure every such method looks like the
// implicit Euler method, and what is regular in the augmented system is used, such as the band of a discretised rod.
// Variables that follow from states by linear constraints inherit the formula (inherit_formulas.h). The gain is never 0
// when the section runs, so that a derivative may be found from its state: (x - base)/gain. Mixed-mode integration
// (step_partition.h) has formulas for some of the states: the explicit ones are known in the stage, at the end of the
// step, and the systems are those of the implicit states alone. Discrete variables and held relations are constant
// within a step: no equation waits for them, and the steps that compute them are left out. Reference: Elmqvist, Otter &
// Cellier, Inline integration, ESM 1995; Elmqvist, Mattsson & Olsson, New methods for HIL simulation of stiff models,
// 2002.
#include <algorithm>

#include "structure/passes.h"
#include "structure/reduce/inherit_formulas.h"
#include "structure/sort/sort_equations.h"
#include "structure/stage/sort_tangent.h"
#include "structure/stage/step_formula.h"

namespace mica::structure {

namespace {

// What the partition says of a state; kept in the block model.
const StateMethod& MethodOf(PassContext& context, ScalarId x) {
  StepPartition& partition = context.blocks.partition;
  const StateMethod* wanted = context.options.stage.partition->Find(context.model.scalars[x].name);
  partition.step = context.options.stage.partition->step;
  StateMethod& method = partition.states.emplace_back(wanted ? *wanted : StateMethod{context.model.scalars[x].name});
  if (std::ranges::find(context.blocks.inlined, x) != context.blocks.inlined.end())
    method.is_implicit = true, method.why = StateMethod::Why::kSwitch;
  return method;
}

}  // namespace

bool SortStage(PassContext& context) {
  // A switch that fixes a state needs formulas whatever is asked for.
  StageRequest::Kind kind = context.blocks.inlined.empty() ? context.options.stage.kind : StageRequest::Kind::kFormulas;
  if (kind == StageRequest::Kind::kNone) return true;
  if (kind == StageRequest::Kind::kTangent) return SortTangent(context);
  ScalarModel& model = context.model;
  BlockModel& blocks = context.blocks;
  std::vector<ScalarEquation> formulas;
  std::unordered_map<ScalarId, Expr> bases;
  std::size_t count = model.scalars.size();
  for (std::size_t i = 0; i < count; ++i) {
    ScalarId x(i);
    if (model.scalars[x].kind != ScalarKind::kState || model.scalars[x].alias_of) continue;
    if (context.options.stage.partition && !MethodOf(context, x).is_implicit) {
      blocks.stage_bases.push_back(x);
      continue;
    }
    blocks.stage_bases.push_back(StageBase(context, x));
    bases.emplace(x, model.Ref(blocks.stage_bases.back(), context.store));
    formulas.push_back(StepFormula(context, x, bases.at(x), StepFormulaOrigin(context)));
  }
  if (blocks.stage_bases.empty()) return true;
  if (!blocks.stage_gain) blocks.stage_gain = model.AddHiddenInput("$gain", context.store.types.real());
  blocks.counts.linear.clear();
  blocks.counts.nonlinear.clear();
  blocks.counts.mixed = 0;
  std::size_t first_system = blocks.systems.size();
  // The systems of the dynamics decide which relations are iterated with them at events.
  IdVector<HeldId, Held> held = model.held;
  std::vector<bool> replaced = InheritFormulas(context, bases, formulas);
  context.in_stage = true;
  bool sorted = SortEquations(context, formulas, replaced, blocks.stage);
  context.in_stage = false;
  model.held = std::move(held);
  for (std::size_t s = first_system; s < blocks.systems.size(); ++s) blocks.systems[SystemId(s)].discrete.clear();
  return sorted;
}

}  // namespace mica::structure
