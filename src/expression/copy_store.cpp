#include "expression/copy_store.h"

#include <algorithm>

namespace mica {

namespace {

class TypeCopier {
 public:
  TypeCopier(const Types& from, Types& to) : from_(from), to_(to) {}

  // All types up to this one, in the order in which they were made.
  void CopyUpTo(TypeId last) {
    for (; next_ <= last.index(); ++next_) {
      const Type& type = from_[TypeId(next_)];
      TypeId made = Element(type);
      if (!type.sizes.empty()) made = to_.Array(made, type.sizes);
      Check(made.index() == next_, "a copied type has another id");
    }
  }

 private:
  TypeId Element(const Type& type) {
    switch (type.kind) {
      case TypeKind::kReal:
        return to_.real();
      case TypeKind::kInteger:
        return to_.integer();
      case TypeKind::kBoolean:
        return to_.boolean();
      case TypeKind::kString:
        return to_.string();
      case TypeKind::kClock:
        return to_.clock();
      case TypeKind::kNone:
        return to_.none();
      case TypeKind::kEnumeration:
        for (; enums_ <= type.detail; ++enums_)
          Check(to_.AddEnumeration(from_.enumeration(EnumId(enums_))).index() == enums_,
                "a copied enumeration has another id");
        return to_.Enumeration(EnumId(type.detail));
      case TypeKind::kRecord:
        for (; records_ <= type.detail; ++records_)
          Check(to_.AddRecord(from_.record(RecordId(records_))).index() == records_, "a copied record has another id");
        return to_.Record(RecordId(type.detail));
      case TypeKind::kExternalObject:
        // Its definition is found through a type, and objects are numbered as their types are made.
        for (; objects_ <= type.detail; ++objects_)
          to_.AddObject(objects_ == type.detail ? from_.object(TypeId(next_)) : ObjectDefinition{});
        to_.object(ObjectId(type.detail)) = from_.object(TypeId(next_));
        return to_.ExternalObject(ObjectId(type.detail));
      case TypeKind::kTuple:
        return to_.Tuple(type.parts);
      case TypeKind::kFunction:
        return to_.Function(type.parts.first(type.detail), type.parts.subspan(type.detail));
    }
    FailCheck("a type of no kind");
  }

  const Types& from_;
  Types& to_;
  std::size_t next_ = 0;
  std::uint32_t enums_ = 0, records_ = 0, objects_ = 0;
};

}  // namespace

std::unique_ptr<StoreCopy> CopyStore(const Store& from, std::span<const TypeId> used) {
  auto copy = std::make_unique<StoreCopy>();
  for (std::size_t i = 0; i < from.names.size(); ++i) copy->names.Intern(from.names.text(Name(i)));

  std::size_t last = 0;
  auto use = [&](TypeId type) {
    if (type.valid()) last = std::max<std::size_t>(last, type.index());
  };
  for (TypeId type : used) use(type);
  for (std::size_t i = 0; i < from.exprs.size(); ++i) use(from.exprs.type(Expr(i)));
  for (std::size_t i = 0; i < from.functions.size(); ++i)
    for (const FunctionVariable& variable : from.functions[FunctionId(i)].variables) use(variable.type);
  TypeCopier(from.types, copy->store.types).CopyUpTo(TypeId(last));

  ExprPool& pool = copy->store.exprs;
  for (std::size_t i = 0; i < from.exprs.size(); ++i) {
    Expr e(i);
    const ExprNode& node = from.exprs[e];
    Expr made = node.op == Op::kIterator ? pool.NewIterator(from.exprs.iterator_name(e), node.type)
                                         : pool.Make(node.op, node.type, from.exprs.args(e), node.payload);
    Check(made == e, "a copied expression has another handle");
  }
  for (std::size_t i = 0; i < from.functions.size(); ++i) copy->store.functions.Add(from.functions[FunctionId(i)]);
  return copy;
}

}  // namespace mica
