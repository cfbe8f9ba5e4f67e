#include "structure/scalar/call_outputs.h"

namespace mica::structure {

namespace {

void AddElements(Expr e, Store& store, std::vector<Expr>& out) {
  ExprPool& exprs = store.exprs;
  TypeId type = exprs.type(e);
  std::vector<std::int32_t> sizes(store.types.sizes(type).begin(), store.types.sizes(type).end());
  if (sizes.empty()) {
    out.push_back(e);
    return;
  }
  std::int64_t count = store.types.ElementCount(type);
  std::vector<std::int32_t> at(sizes.size(), 1);
  std::vector<Expr> subscripts(sizes.size());
  for (std::int64_t k = 0; k < count; ++k) {
    for (std::size_t d = 0; d < at.size(); ++d) subscripts[d] = exprs.Integer(at[d]);
    out.push_back(exprs.Index(e, subscripts));
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] <= sizes[d]) break;
      at[d] = 1;
    }
  }
}

void AddItems(Expr e, Store& store, std::vector<Expr>& out) {
  ExprPool& exprs = store.exprs;
  TypeId type = exprs.type(e);
  switch (store.types.kind(type)) {
    case TypeKind::kTuple: {
      std::vector<TypeId> parts(store.types[type].parts.begin(), store.types[type].parts.end());
      for (std::size_t i = 0; i < parts.size(); ++i) AddItems(exprs.Make(Op::kTupleItem, parts[i], {e}, i), store, out);
      return;
    }
    case TypeKind::kRecord: {
      std::vector<std::int32_t> sizes(store.types.sizes(type).begin(), store.types.sizes(type).end());
      const auto& fields = store.types.record(type).fields;
      for (std::size_t i = 0; i < fields.size(); ++i)
        AddItems(exprs.Make(Op::kField, store.types.Array(fields[i].type, sizes), {e}, i), store, out);
      return;
    }
    case TypeKind::kNone:
      return;
    default:
      AddElements(e, store, out);
  }
}

}  // namespace

std::vector<Expr> ScalarItems(Expr e, Store& store) {
  std::vector<Expr> out;
  AddItems(e, store, out);
  return out;
}

Expr CallOutput(const Step& call, ScalarId target, Store& store) {
  std::vector<Expr> items = ScalarItems(call.value, store);
  for (std::size_t i = 0; i < items.size() && i < call.targets.size(); ++i)
    if (call.targets[i] == target) return items[i];
  return {};
}

}  // namespace mica::structure
