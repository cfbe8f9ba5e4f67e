#include "structure/sort/build_block.h"

#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"

namespace mica::structure {

Step StepOf(const BlockNode& node, const ScalarModel& model) {
  Step step = model.steps[node.equation->step];
  step.origin = model.origins[node.equation->origin];
  // Outputs that other nodes determine (a call that is inverted for some of its outputs) are not wanted here.
  if (step.kind == Step::Kind::kCall)
    for (ScalarId& target : step.targets)
      if (target && std::ranges::find(node.outputs, target) == node.outputs.end()) target = {};
  return step;
}

bool BlockBuilder::Build(std::span<const BlockNode* const> block, std::vector<Step>& out) {
  if (block.size() == 1) return BuildSingle(*block[0], out);
  return systems_.Build(block, out);
}

bool BlockBuilder::BuildSingle(const BlockNode& node, std::vector<Step>& out) {
  if (node.equation->is_equality()) return BuildEquality(node, out);
  const Step& step = context_.model.steps[node.equation->step];
  if (node.unknowns != node.outputs) {
    const BlockNode* one = &node;
    return systems_.Build({&one, 1}, out);
  }
  if (step.kind != Step::Kind::kAlgorithm && !node.unknowns.empty()) {
    occurrences_.Clear();
    occurrences_.Add(step);
    for (const Occurrence& o : occurrences_.found())
      if (o.is_needed() && std::ranges::find(node.unknowns, o.scalar) != node.unknowns.end()) {
        const BlockNode* one = &node;
        return systems_.Build({&one, 1}, out);
      }
  }
  out.push_back(StepOf(node, context_.model));
  return true;
}

bool BlockBuilder::BuildEquality(const BlockNode& node, std::vector<Step>& out) {
  const ScalarEquation& equation = *node.equation;
  ScalarId unknown = node.unknowns[0];
  Store& store = context_.store;
  occurrences_.Clear();
  occurrences_.Add(equation.left);
  occurrences_.Add(equation.right);
  std::uint8_t how = 0;
  for (const Occurrence& o : occurrences_.found())
    if (o.scalar == unknown) how = o.how;
  bool is_real = store.types.kind(context_.model.scalars[unknown].type) == TypeKind::kReal;
  Expr value;
  if ((how & (kInHeld | kInCondition)) == 0)
    value = is_real ? solver_.Solve(equation.left, equation.right, unknown)
                    : SolveDiscrete(equation.left, equation.right, unknown, store);
  // A factor that is zero in some branch leaves the unknown open there: a solver keeps its value. So does a division by
  // a factor that comes to be zero.
  bool varies = false;
  if (value && is_real && store.exprs.op(value) != Op::kScalar) {
    Expr factor = systems_.FactorOf(equation, unknown);
    if (factor && systems_.VanishesInABranch(factor)) value = {};
    varies = value && factor && systems_.Varies(factor);
  }
  if (value) {
    Step step;
    step.kind = Step::Kind::kAssign;
    step.targets = {unknown};
    step.value = value;
    Expr quotient = store.exprs.op(value) == Op::kNeg ? store.exprs.arg(value, 0) : value;
    step.keeps_if_open = varies && store.exprs.op(quotient) == Op::kDiv;
    step.origin = context_.model.origins[equation.origin];
    out.push_back(std::move(step));
    return true;
  }
  if (is_real) {
    const BlockNode* one = &node;
    return systems_.Build({&one, 1}, out);
  }
  Diagnostic& diagnostic = context_.sink.Report(
      kCannotAssign, context_.model.origins[equation.origin].span,
      fmt::format("{} must follow from {}, but this equation cannot be turned into an assignment to it",
                  context_.model.scalars[unknown].name, EquationText(context_.model, equation, store)));
  diagnostic.hint = "write the equation as variable = expression: equations that are not of type Real are not solved";
  return false;
}

}  // namespace mica::structure
