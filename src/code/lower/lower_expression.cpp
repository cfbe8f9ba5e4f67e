// Lowers one node of an expression whose arguments are known: references, constructors, and the choice of what lowers
// the rest.
#include <algorithm>
#include <array>

#include "code/lower/lowering.h"

namespace mica::code {

const flat::Origin& Lowering::Origin() const {
  static const flat::Origin kNowhere;
  return origin_ ? *origin_ : kNowhere;
}

Reg Lowering::LiteralReg(Expr e) {
  switch (pool_.op(e)) {
    case Op::kReal:
      return b_.Real(pool_.real(e));
    case Op::kBoolean:
      return b_.Bool(pool_.boolean(e));
    case Op::kString:
      if (std::string address = c_.resource_address ? c_.resource_address(std::string(pool_.string(e))) : "";
          !address.empty())
        return b_.Kernel("mica_resource_file", {b_.Text(address)});
      return b_.Text(pool_.string(e));
    default:
      return b_.Int(pool_.integer(e));
  }
}

// An array of scalars that lie one after the other in `reals` is that memory.
bool Lowering::IsSlotArray(Expr e) const {
  if (!c_.model || types_.kind(pool_.type(e)) != TypeKind::kReal || pool_[e].arg_count == 0) return false;
  std::optional<std::uint32_t> next;
  std::size_t count = 0;
  std::function<bool(Expr)> follows = [&](Expr part) {
    if (pool_.op(part) == Op::kArray) {
      auto args = pool_.args(part);
      return std::all_of(args.begin(), args.end(), follows);
    }
    if (pool_.op(part) != Op::kScalar) return false;
    const structure::Scalar& scalar = c_.model->scalars[pool_.scalar(part)];
    if (scalar.alias_of.valid() || scalar.kind == structure::ScalarKind::kConstant ||
        types_.kind(scalar.type) != TypeKind::kReal)
      return false;
    if (next && scalar.slot != *next) return false;
    next = scalar.slot + 1;
    ++count;
    return true;
  };
  return follows(e) && count > 1;
}

Term Lowering::SlotArrayTerm(Expr e) {
  Array array;
  for (std::int32_t size : types_.sizes(pool_.type(e))) array.sizes.push_back(b_.Int(size));
  Expr first = e;
  while (pool_.op(first) == Op::kArray) first = pool_.arg(first, 0);
  array.data = b_.SlotAddress(SlotArray::kReals, c_.model->scalars[pool_.scalar(first)].slot);
  return Term::Of(std::move(array));
}

bool Lowering::IsLiteralTree(Expr e) const {
  if (pool_.is_literal(e)) return true;
  if (pool_.op(e) != Op::kArray || types_.kind(pool_.type(e)) == TypeKind::kRecord) return false;
  auto args = pool_.args(e);
  return std::all_of(args.begin(), args.end(), [&](Expr arg) { return IsLiteralTree(arg); });
}

Term Lowering::LiteralTerm(Expr e) {
  Array array;
  array.kind = c_.KindOf(pool_.type(e));
  array.form = Array::Form::kList;
  for (std::int32_t size : types_.sizes(pool_.type(e))) array.sizes.push_back(b_.Int(size));
  std::vector<Expr> leaves;
  std::function<void(Expr)> gather = [&](Expr part) {
    if (pool_.is_literal(part))
      leaves.push_back(part);
    else
      for (Expr arg : pool_.args(part)) gather(arg);
  };
  gather(e);
  constexpr std::size_t kLongestList = 32;
  if (leaves.size() <= kLongestList) {
    for (Expr leaf : leaves) array.list.push_back(b_.Convert(LiteralReg(leaf), array.kind));
    return Term::Of(std::move(array));
  }
  Table table{array.kind, {}};
  for (Expr leaf : leaves) {
    if (array.kind == Kind::kReal) {
      table.cells.push_back(std::bit_cast<std::uint64_t>(*pool_.number(leaf)));
    } else if (array.kind == Kind::kText) {
      c_.program.texts.emplace_back(pool_.string(leaf));
      table.cells.push_back(c_.program.texts.size() - 1);
    } else {
      table.cells.push_back(pool_.payload(leaf));
    }
  }
  array.form = Array::Form::kMemory;
  array.data = b_.TablePointer(std::move(table));
  return Term::Of(std::move(array));
}

Term Lowering::LowerReference(Expr e) {
  switch (pool_.op(e)) {
    case Op::kTime:
      return Term::Of(b_.Field(InstanceField::kTime));
    case Op::kScalar:
      return Term::Of(ReadScalar(pool_.scalar(e)));
    case Op::kLocal:
      return GetVariable(variables_[pool_.payload(e)]);
    case Op::kColon:
      return {};
    case Op::kFunction:
    case Op::kPartial:
      return LowerFunctionValue(e);
    default:
      FailCheck("a reference that code generation does not know");
  }
}

Term Lowering::LowerStructure(Expr e) {
  auto args = pool_.args(e);
  switch (pool_.op(e)) {
    case Op::kArray: {
      if (IsSlotArray(e)) return SlotArrayTerm(e);
      if (IsLiteralTree(e) && !args.empty()) return LiteralTerm(e);
      std::vector<Term> terms;
      for (Expr arg : args) terms.push_back(Known(arg));
      return Stack(e, terms);
    }
    case Op::kRecord: {
      std::vector<Term> parts;
      for (Expr arg : args) parts.push_back(Known(arg));
      return Term::Of(std::move(parts));
    }
    case Op::kField:
    case Op::kTupleItem: {
      const Term& base = Known(args[0]);
      if (!base.has_parts) return base;  // the only output of a function
      Check(pool_.payload(e) < base.parts.size(), "no such field");
      return base.parts[pool_.payload(e)];
    }
    default:
      return LowerIndex(e);
  }
}

Term Lowering::LowerIndex(Expr e) {
  auto args = pool_.args(e);
  std::vector<Term> subscripts;
  std::unique_ptr<bool[]> is_colon(new bool[args.size()]);
  for (std::size_t i = 1; i < args.size(); ++i) {
    is_colon[i - 1] = pool_.op(args[i]) == Op::kColon;
    Term term = Known(args[i]);
    // A Boolean counts from false; the specification lets it and enumerations be subscripts (10.5).
    if (term.scalar.valid()) {
      bool is_boolean = b_.kind(term.scalar) == Kind::kBool;
      term = Term::Of(b_.Convert(term.scalar, Kind::kInt));
      if (is_boolean) term = Term::Of(b_.Add(term.scalar, b_.Int(1)));
    }
    subscripts.push_back(std::move(term));
  }
  return SubscriptTerm(Known(args[0]), subscripts, std::span<const bool>(is_colon.get(), args.size() - 1), Site(e));
}

Term Lowering::LowerNode(Expr e) {
  Op op = pool_.op(e);
  auto args = pool_.args(e);
  switch (ClassOf(op)) {
    case OpClass::kLiteral:
      return Term::Of(LiteralReg(e));
    case OpClass::kReference:
      return LowerReference(e);
    case OpClass::kStructure:
      if (op == Op::kCall) return LowerCall(e);
      if (op == Op::kCallValue) return LowerCallValue(e);
      if (IsReduction(op)) return LowerLoop(e);
      if (op == Op::kRange) break;
      return LowerStructure(e);
    default:
      break;
  }
  switch (op) {
    case Op::kNoEvent:
      return Known(args[0]);
    case Op::kSmooth:
      return Known(args[1]);
    case Op::kInitial:
      // With a payload: also in the event iteration at the start (structure/scalar/hold_relations.cpp).
      return Term::Of(b_.Field(pool_.payload(e) != 0 ? InstanceField::kAtStart : InstanceField::kInitial));
    case Op::kTerminal:
      return Term::Of(b_.Field(InstanceField::kTerminal));
    case Op::kPre:
      Check(pool_.op(args[0]) == Op::kScalar, "pre of what is not a scalar");
      return Term::Of(ReadScalar(pool_.scalar(args[0]), true));
    case Op::kDelay: {
      Reg time = KnownScalar(args[1], Kind::kReal);
      Reg longest = args.size() > 2 ? KnownScalar(args[2], Kind::kReal) : time;
      auto buffer = static_cast<std::int64_t>(pool_.payload(e));
      return Term::Of(b_.Kernel("mica_delay", {b_.Int(buffer), KnownScalar(args[0], Kind::kReal), time, longest}));
    }
    case Op::kSpatialDistribution: {
      auto output = static_cast<std::int64_t>(pool_.payload(e)) - 2;
      Reg positive = b_.Convert(KnownScalar(args[3], Kind::kBool), Kind::kInt);
      return Term::Of(b_.Kernel("mica_distribution",
                                {b_.Int(output), KnownScalar(args[0], Kind::kReal), KnownScalar(args[1], Kind::kReal),
                                 KnownScalar(args[2], Kind::kReal), b_.Convert(positive, Kind::kReal)}));
    }
    default:
      break;
  }
  std::vector<Term> terms;
  bool all_scalar = true;
  for (Expr arg : args) {
    terms.push_back(Known(arg));
    all_scalar &= terms.back().scalar.valid();
  }
  bool is_array_op = ClassOf(op) == OpClass::kArray || op == Op::kRange || op == Op::kMatMul || op == Op::kMatPow;
  if (is_array_op) return ArrayOp(e, terms);
  if (!all_scalar) return Elementwise(e, terms);
  std::vector<Reg> regs;
  for (const Term& term : terms) regs.push_back(term.scalar);
  return Term::Of(ScalarOp(e, regs));
}

// The loops of a comprehension or reduction, from iterator `pair` on, with the iterators bound.
void Lowering::LowerNest(Expr e, std::size_t pair, const std::function<void()>& body) {
  std::size_t pairs = (pool_[e].arg_count - 1) / 2;
  if (pair == pairs) return body();
  Expr iterator = pool_.arg(e, 1 + 2 * pair), range = pool_.arg(e, 2 + 2 * pair);
  ArrayRef values = Lower(range).array;
  Check(values != nullptr, "an iterator runs over an array");
  if (pool_.op(range) != Op::kRange) values = ToMemory(values);
  Repeat(values->sizes[0], [&](Reg k) {
    Remember(iterator, Term::Of(At(*values, std::array{k})));
    LowerNest(e, pair + 1, body);
  });
}

Term Lowering::LowerLoop(Expr e) {
  Op op = pool_.op(e);
  Expr body = pool_.arg(e, 0);
  std::size_t pairs = (pool_[e].arg_count - 1) / 2;
  if (op != Op::kArrayFor) {
    Kind kind = c_.KindOf(pool_.type(e));
    LocalId result = b_.NewLocal(kind);
    double start = op == Op::kSumFor       ? 0
                   : op == Op::kProductFor ? 1
                   : op == Op::kMinFor     ? 1.7976931348623157e308
                                           : -1.7976931348623157e308;
    std::int64_t whole = op == Op::kSumFor ? 0 : op == Op::kProductFor ? 1 : op == Op::kMinFor ? INT64_MAX : INT64_MIN;
    if (kind == Kind::kBool)
      b_.Set(result, b_.Bool(op == Op::kMinFor));
    else
      b_.Set(result, kind == Kind::kReal ? b_.Real(start) : b_.Int(whole));
    LowerNest(e, 0, [&] {
      Reg value = LowerScalar(body, kind), so_far = b_.Get(result);
      if (op == Op::kSumFor)
        b_.Set(result, b_.Add(so_far, value));
      else if (op == Op::kProductFor)
        b_.Set(result, b_.Mul(so_far, value));
      else if (op == Op::kMinFor)
        b_.Set(result, b_.Select(b_.Compare(Code::kLess, value, so_far), value, so_far));
      else
        b_.Set(result, b_.Select(b_.Compare(Code::kLess, so_far, value), value, so_far));
    });
    return Term::Of(b_.Get(result));
  }
  // One array a leaf of the body's type. Sizes come from the ranges, which do not depend on each other, then from the
  // body.
  std::vector<ArrayRef> ranges;
  std::vector<Reg> sizes;
  for (std::size_t i = 0; i < pairs; ++i) {
    Expr range = pool_.arg(e, 2 + 2 * i);
    ranges.push_back(Lower(range).array);
    if (pool_.op(range) != Op::kRange) ranges.back() = ToMemory(ranges.back());
    sizes.push_back(ranges.back()->sizes[0]);
  }
  Reg count = Count(sizes);
  // The memory of an array body can be made only when its sizes are known: at the first element.
  struct Leaf {
    LocalId data;
    std::vector<LocalId> sizes;
    Kind kind;
  };
  std::vector<Leaf> leaves;
  std::function<void(TypeId)> make = [&](TypeId type) {
    if (types_.kind(type) == TypeKind::kRecord) {
      for (const RecordField& field : types_.record(type).fields) {
        std::vector<std::int32_t> all(types_.sizes(type).begin(), types_.sizes(type).end());
        make(types_.Array(field.type, all));
      }
      return;
    }
    Leaf leaf{b_.NewLocal(Kind::kPointer), {}, c_.KindOf(type)};
    for (std::size_t i = 0; i < types_.rank(type); ++i) leaf.sizes.push_back(b_.NewLocal(Kind::kInt));
    b_.Set(leaf.data, types_.rank(type) == 0 ? AllocateCells(count, leaf.kind) : b_.Null());
    for (std::size_t i = 0; i < leaf.sizes.size(); ++i)
      b_.Set(leaf.sizes[i], b_.Int(std::max<std::int32_t>(types_.sizes(type)[i], 0)));
    leaves.push_back(std::move(leaf));
  };
  make(pool_.type(body));
  LocalId place = b_.NewLocal(Kind::kInt);
  b_.Set(place, b_.Int(0));
  std::function<void(const Term&, std::size_t&)> store = [&](const Term& term, std::size_t& next) {
    if (term.has_parts) {
      for (const Term& part : term.parts) store(part, next);
      return;
    }
    const Leaf& leaf = leaves[next++];
    if (term.scalar.valid()) return b_.Store(b_.Get(leaf.data), b_.Get(place), b_.Convert(term.scalar, leaf.kind));
    Reg each = Count(term.array->sizes);
    b_.If(b_.Compare(Code::kEqual, b_.Get(place), b_.Int(0)));
    b_.Set(leaf.data, b_.Kernel("mica_scratch", {b_.Mul(count, each)}));
    for (std::size_t i = 0; i < leaf.sizes.size(); ++i) b_.Set(leaf.sizes[i], term.array->sizes[i]);
    b_.EndIf();
    CopyInto(b_.Offset(b_.Get(leaf.data), b_.Mul(b_.Get(place), each)), *term.array);
  };
  std::function<void(std::size_t)> nest = [&](std::size_t pair) {
    if (pair == pairs) {
      std::size_t next = 0;
      store(Lower(body), next);
      b_.Set(place, b_.Add(b_.Get(place), b_.Int(1)));
      return;
    }
    Repeat(sizes[pair], [&](Reg k) {
      Remember(pool_.arg(e, 1 + 2 * pair), Term::Of(At(*ranges[pair], std::array{k})));
      nest(pair + 1);
    });
  };
  nest(0);
  std::size_t next = 0;
  std::function<Term(TypeId)> take = [&](TypeId type) -> Term {
    if (types_.kind(type) == TypeKind::kRecord) {
      std::vector<Term> parts;
      for (const RecordField& field : types_.record(type).fields) {
        std::vector<std::int32_t> all(types_.sizes(type).begin(), types_.sizes(type).end());
        parts.push_back(take(types_.Array(field.type, all)));
      }
      return Term::Of(std::move(parts));
    }
    const Leaf& leaf = leaves[next++];
    Array array;
    array.kind = leaf.kind;
    array.sizes = sizes;
    for (std::size_t i = 0; i < leaf.sizes.size(); ++i)
      array.sizes.push_back(types_.sizes(type)[i] >= 0 ? b_.Int(types_.sizes(type)[i]) : b_.Get(leaf.sizes[i]));
    array.data = b_.Get(leaf.data);
    array.is_fresh = true;
    return Term::Of(std::move(array));
  };
  return take(pool_.type(body));
}

}  // namespace mica::code
