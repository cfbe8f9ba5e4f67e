#include "table/side_scales.h"

namespace mica::table {

using structure::Step;

SideScales::SideScales(TableMaker& maker, SideFormulas& formulas) : maker_(maker), formulas_(formulas) {
  auto note = [this](const Step& step) {
    if (step.kind == Step::Kind::kAssign && step.targets.size() == 1 && step.targets[0])
      assigned_.emplace(step.targets[0].index(), step.value);
  };
  for (const Step& step : maker.model.dynamics) {
    note(step);
    if (step.kind != Step::Kind::kSolve) continue;
    for (const Step& inner : maker.model.systems[step.system].inner) note(inner);
  }
}

std::uint32_t SideScales::Of(Expr left, Expr right) {
  left_ = kMostNodes;
  Scale scale = Both(MICA_NODE_MAX, Find(left, 0), Find(right, 0));
  return scale.node;
}

// One that is not known is left out of the larger of both; a product needs both.
SideScales::Scale SideScales::Both(std::uint32_t op, Scale a, Scale b) {
  if (a.node == MICA_NONE || b.node == MICA_NONE) return op == MICA_NODE_MAX ? (a.node == MICA_NONE ? b : a) : Scale();
  return {maker_.Node({0, op, 0, {a.node, b.node}, 0}), a.size + b.size + 1};
}

// Where it cannot be said which branch holds, the larger of both.
SideScales::Scale SideScales::Chosen(Expr condition, Scale a, Scale b) {
  std::uint32_t chosen = formulas_.Of(condition);
  if (chosen == MICA_NONE || a.node == MICA_NONE || b.node == MICA_NONE) return Both(MICA_NODE_MAX, a, b);
  return {maker_.Node({0, MICA_NODE_IF, 0, {chosen, a.node, b.node}, 0}), a.size + b.size + 2};
}

SideScales::Scale SideScales::Absolute(Expr e) {
  std::uint32_t value = formulas_.Of(e);
  return value == MICA_NONE ? Scale() : Scale{maker_.Node({0, MICA_NODE_ABS, 0, {value}, 0}), 2};
}

SideScales::Scale SideScales::Assigned(ScalarId id, int depth) {
  auto found = assigned_.find(maker_.OwnerOf(id).index());
  return found == assigned_.end() || depth >= kDeepest ? Scale() : Find(found->second, depth + 1);
}

SideScales::Scale SideScales::Find(Expr e, int depth) {
  const ExprPool& pool = maker_.store.exprs;
  if (left_ == 0) return Absolute(e);
  --left_;
  Scale scale;
  switch (pool.op(e)) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kMin:
    case Op::kMax:
      scale = Both(MICA_NODE_MAX, Find(pool.arg(e, 0), depth), Find(pool.arg(e, 1), depth));
      break;
    case Op::kMul:
      scale = Both(MICA_NODE_MUL, Find(pool.arg(e, 0), depth), Find(pool.arg(e, 1), depth));
      break;
    case Op::kDiv:
      scale = Both(MICA_NODE_DIV, Find(pool.arg(e, 0), depth), Absolute(pool.arg(e, 1)));
      break;
    case Op::kIf:
      scale = Chosen(pool.arg(e, 0), Find(pool.arg(e, 1), depth), Find(pool.arg(e, 2), depth));
      break;
    case Op::kNeg:
    case Op::kAbs:
    case Op::kToReal:
    case Op::kNoEvent:
    case Op::kHomotopy:
      return Find(pool.arg(e, 0), depth);
    case Op::kSmooth:
      return Find(pool.arg(e, 1), depth);
    case Op::kScalar:
      scale = Assigned(pool.scalar(e), depth);
      break;
    default:
      break;
  }
  return scale.node == MICA_NONE || scale.size > kMostNodes ? Absolute(e) : scale;
}

}  // namespace mica::table
