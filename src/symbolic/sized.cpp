#include "symbolic/sized.h"

namespace mica::symbolic {

namespace {

class Sizing {
 public:
  explicit Sizing(Store& store) : pool_(store.exprs), types_(store.types) {}

  Expr Fit(Expr e, std::span<const std::int32_t> sizes) {
    TypeId type = pool_.type(e);
    if (!types_.has_unknown_size(type) || types_.rank(type) != sizes.size()) return e;
    std::vector<std::int32_t> known(types_.sizes(type).begin(), types_.sizes(type).end());
    for (std::size_t i = 0; i < known.size(); ++i)
      if (known[i] < 0) known[i] = sizes[i];
    return Typed(e, types_.WithSizes(type, known));
  }

 private:
  // As an expression of this type, which differs from its own by known sizes.
  Expr Typed(Expr e, TypeId type) {
    std::vector<Expr> args = pool_.ArgsCopy(e);
    const ExprNode node = pool_[e];
    switch (node.op) {
      case Op::kCall:
      case Op::kCallValue:
        return pool_.Make(node.op, type, args, node.payload);
      case Op::kTupleItem: {
        TypeId tuple = pool_.type(args[0]);
        std::vector<TypeId> parts(types_[tuple].parts.begin(), types_[tuple].parts.end());
        parts[node.payload] = type;
        Expr call = Typed(args[0], types_.Tuple(parts));
        return call == args[0] ? e : pool_.Make(node.op, type, {call}, node.payload);
      }
      case Op::kField: {
        TypeId record = pool_.type(args[0]);
        if (!types_.is_scalar(record)) return e;
        RecordDefinition definition = types_.record(record);
        definition.fields[node.payload].type = type;
        Expr whole = Typed(args[0], types_.Record(types_.AddRecord(std::move(definition))));
        return whole == args[0] ? e : pool_.Make(node.op, type, {whole}, node.payload);
      }
      case Op::kIf:
      case Op::kNeg:
      case Op::kNot:
      case Op::kNoEvent:
      case Op::kSmooth:
      case Op::kToReal:
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul:
      case Op::kDiv: {
        if (types_.kind(type) == TypeKind::kRecord) return e;
        bool all = true;
        for (Expr& arg : args) {
          if (types_.is_scalar(pool_.type(arg))) continue;
          arg = Fit(arg, types_.sizes(type));
          all = all && !types_.has_unknown_size(pool_.type(arg));
        }
        return all ? pool_.Make(node.op, type, args, node.payload) : e;
      }
      default:
        return e;
    }
  }

  ExprPool& pool_;
  Types& types_;
};

}  // namespace

Expr Sized(Store& store, Expr e, std::span<const std::int32_t> sizes) {
  std::vector<std::int32_t> copy(sizes.begin(), sizes.end());
  return Sizing(store).Fit(e, copy);
}

}  // namespace mica::symbolic
