#include "expression/expr.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace mica {

namespace {

std::uint64_t HashNode(Op op, TypeId type, std::uint64_t payload, std::span<const Expr> args) {
  std::uint64_t hash = MixHash(static_cast<std::uint64_t>(op) << 32 | type.index(), payload);
  for (Expr arg : args) hash = MixHash(hash, arg.index());
  return hash;
}

std::size_t HandleOf(std::uint64_t entry) { return static_cast<std::uint32_t>(entry) - 1; }

}  // namespace

Expr ExprPool::Make(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload) {
  if ((nodes_.size() + 1) * 2 > table_.size()) Grow();
  std::size_t mask = table_.size() - 1;
  std::uint64_t hash = HashNode(op, type, payload, args) >> 32;
  std::size_t slot = hash & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    if (table_[slot] >> 32 != hash) continue;
    const ExprNode& node = nodes_[HandleOf(table_[slot])];
    if (node.op == op && node.type == type && node.payload == payload && node.arg_count == args.size() &&
        std::equal(args.begin(), args.end(), args_.begin() + node.first_arg))
      return Expr(HandleOf(table_[slot]));
  }
  auto first = static_cast<std::uint32_t>(args_.size());
  for (Expr arg : args)
    DCheck(arg.valid() && arg.index() < nodes_.size(), "an argument of an expression is not of its pool");
  if (!args.empty() && args.data() >= args_.data() && args.data() < args_.data() + args_.size()) {
    // The arguments are a view into this very table, which may move: reserve first.
    std::size_t offset = static_cast<std::size_t>(args.data() - args_.data());
    args_.resize(args_.size() + args.size());
    std::copy_n(args_.begin() + static_cast<std::ptrdiff_t>(offset), args.size(), args_.begin() + first);
  } else {
    args_.insert(args_.end(), args.begin(), args.end());
  }
  nodes_.push_back({op, type, payload, first, static_cast<std::uint32_t>(args.size())});
  table_[slot] = hash << 32 | nodes_.size();
  return Expr(nodes_.size() - 1);
}

void ExprPool::Grow() {
  std::vector<std::uint64_t> old = std::exchange(table_, {});
  table_.assign(std::max<std::size_t>(1024, old.size() * 2), 0);
  std::size_t mask = table_.size() - 1;
  for (std::uint64_t entry : old) {
    if (entry == 0) continue;
    std::size_t slot = (entry >> 32) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = entry;
  }
}

Expr ExprPool::NewIterator(Name name, TypeId type) {
  iterator_names_.push_back(name);
  return Make(Op::kIterator, type, {}, iterator_names_.size() - 1);
}

Expr ExprPool::Index(Expr base, std::span<const Expr> subscripts) {
  if (subscripts.empty()) return base;
  Sizes old_sizes = types_.sizes(type(base));
  Check(subscripts.size() <= old_sizes.size(), "more subscripts than dimensions");
  std::vector<std::int32_t> sizes;
  std::vector<Expr> args{base};
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    args.push_back(subscripts[i]);
    if (op(subscripts[i]) == Op::kColon)
      sizes.push_back(old_sizes[i]);
    else if (Sizes of = types_.sizes(type(subscripts[i])); !of.empty())
      sizes.push_back(of[0]);
  }
  for (std::size_t i = subscripts.size(); i < old_sizes.size(); ++i) sizes.push_back(old_sizes[i]);
  return Make(Op::kIndex, types_.WithSizes(type(base), sizes), args);
}

std::optional<double> ExprPool::number(Expr e) const {
  if (op(e) == Op::kReal) return real(e);
  if (op(e) == Op::kInteger) return static_cast<double>(integer(e));
  return std::nullopt;
}

}  // namespace mica
