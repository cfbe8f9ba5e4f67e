#include "structure/stage/step_formula.h"

#include <fmt/format.h>

#include "symbolic/algebra.h"

namespace mica::structure {

ScalarId StageBase(PassContext& context, ScalarId x) {
  ScalarModel& model = context.model;
  TypeId type = model.scalars[x].type;
  if (!context.blocks.stage_gain) context.blocks.stage_gain = model.AddHiddenInput("$gain", type);
  auto [at, is_new] = context.stage_bases.try_emplace(x);
  if (is_new) at->second = model.AddHiddenInput(fmt::format("$base({})", model.scalars[x].name), type);
  return at->second;
}

std::uint32_t StepFormulaOrigin(PassContext& context) {
  if (!context.step_formula_origin) {
    context.step_formula_origin = static_cast<std::uint32_t>(context.model.origins.size());
    context.model.origins.push_back({{}, {}, "step formula"});
  }
  return *context.step_formula_origin;
}

ScalarEquation StepFormula(PassContext& context, ScalarId x, Expr base, std::uint32_t origin) {
  ScalarModel& model = context.model;
  symbolic::Algebra algebra(context.store);
  // der(x), or what it is an alias of.
  const Scalar& derivative = model.scalars[model.scalars[x].derivative];
  Expr slope = model.Ref(derivative.alias_of ? derivative.alias_of : model.scalars[x].derivative, context.store);
  if (derivative.alias_of && derivative.alias_sign < 0) slope = algebra.Neg(slope);
  ScalarEquation formula;
  formula.left = formula.written_left = model.Ref(x, context.store);
  formula.right = formula.written_right =
      algebra.Add(base, algebra.Mul(model.Ref(context.blocks.stage_gain, context.store), slope));
  formula.origin = origin;
  return formula;
}

}  // namespace mica::structure
