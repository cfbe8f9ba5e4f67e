#include "table/side_formulas.h"

#include "table/node_op.h"

namespace mica::table {

SideFormulas::Formula SideFormulas::Find(Expr e, int depth) {
  auto known = known_.find(e.index());
  if (known != known_.end()) return known->second;
  constexpr int kDeepest = 2000;
  Formula made = depth < kDeepest ? New(e, depth + 1) : Formula();
  if (made.size > kMostNodes) made = {};
  return known_[e.index()] = made;
}

SideFormulas::Formula SideFormulas::Scalar(ScalarId id) {
  const structure::Scalar& scalar = maker_.model.scalars[id];
  if (maker_.TypeOf(scalar) != MICA_TYPE_REAL) return {};
  Formula owner = Leaf(MICA_NODE_SLOT, maker_.SlotOf(id), 0);
  if (!scalar.alias_of.valid() || scalar.alias_sign > 0) return owner;
  return {maker_.Node({0, MICA_NODE_NEG, 0, {owner.node}, 0}), 2};
}

SideFormulas::Formula SideFormulas::New(Expr e, int depth) {
  const ExprPool& pool = maker_.store.exprs;
  switch (pool.op(e)) {
    case Op::kReal:
      return Leaf(MICA_NODE_NUMBER, 0, pool.real(e));
    case Op::kInteger:
      return Leaf(MICA_NODE_NUMBER, 0, static_cast<double>(pool.integer(e)));
    case Op::kBoolean:
      return Leaf(MICA_NODE_NUMBER, 0, pool.boolean(e) ? 1 : 0);
    case Op::kTime:
      return Leaf(MICA_NODE_TIME, 0, 0);
    case Op::kScalar:
      return Scalar(pool.scalar(e));
    case Op::kToReal:
    case Op::kNoEvent:
    case Op::kHeld:
    case Op::kHomotopy:
      return Find(pool.arg(e, 0), depth);
    case Op::kSmooth:
      return Find(pool.arg(e, 1), depth);
    default:
      break;
  }
  std::optional<std::uint32_t> op = NodeOpOf(pool.op(e));
  if (!op) return {};
  MicaNode node{0, *op, 0, {}, 0};
  std::size_t size = 1;
  for (std::size_t i = 0; i < ArgumentCount(*op); ++i) {
    Formula arg = Find(pool.arg(e, i), depth);
    if (arg.node == MICA_NONE) return {};
    node.args[i] = arg.node;
    size += arg.size;
  }
  return {maker_.Node(node), size};
}

}  // namespace mica::table
