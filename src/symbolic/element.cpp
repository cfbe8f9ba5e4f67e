// The stack, references, structure, calls (element.h). Array functions are in element_array.cpp.
#include "symbolic/element.h"

#include <algorithm>

#include <fmt/format.h>

namespace mica::symbolic {

Expr Elements::Fail(std::string message) {
  if (!failed_) error_ = std::move(message);
  failed_ = true;
  return {};
}

Expr Elements::ElementOf(Expr e, std::span<const std::int32_t> index) {
  std::vector<std::int32_t> place(index.begin(), index.end());
  Sizes sizes = SizesOf(e);
  Check(place.size() == sizes.size(), "one subscript per dimension");
  for (std::size_t i = 0; i < place.size(); ++i) {
    Check(--place[i] >= 0 && place[i] < sizes[i], "a subscript is out of range");
  }
  return Solve(e, Flatten(place, sizes));
}

std::vector<Expr> Elements::All(Expr e) {
  if (!KnownSizes(e)) {
    failed_ = false;
    Fail("the size of an array is not known");
    return {};
  }
  std::vector<Expr> all;
  std::int64_t count = types_.ElementCount(pool_.type(e));
  for (std::int64_t i = 0; i < count; ++i) {
    all.push_back(Solve(e, i));
    if (!all.back()) return {};
  }
  return all;
}

Expr Elements::Solve(Expr e, std::int64_t place) {
  failed_ = false;
  error_.clear();
  if (place >= 0 && KnownSizes(e) && place >= types_.ElementCount(pool_.type(e)))
    return Fail("the array has no such element");
  std::vector<std::pair<Expr, std::int64_t>> stack{{e, place}};
  while (!stack.empty() && !failed_) {
    auto [top, at] = stack.back();
    if (memo_.Find(top, static_cast<std::uint32_t>(at))) {
      stack.pop_back();
      continue;
    }
    wanted_.clear();
    Expr result = Try(top, at);
    if (result) {
      memo_.Set(top, static_cast<std::uint32_t>(at), result);
      stack.pop_back();
    } else if (!failed_) {
      Check(!wanted_.empty(), "scalarising made no progress");
      stack.insert(stack.end(), wanted_.rbegin(), wanted_.rend());
    }
  }
  return failed_ ? Expr() : memo_.Find(e, static_cast<std::uint32_t>(place));
}

Expr Elements::Get(Expr e, std::int64_t place) {
  if (pool_.is_literal(e)) return e;
  if (Expr known = memo_.Find(e, static_cast<std::uint32_t>(place))) return known;
  wanted_.emplace_back(e, place);
  return {};
}

Elements::Place Elements::Unflatten(std::int64_t place, Sizes sizes) {
  Place result(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0;) {
    result[i] = static_cast<std::int32_t>(place % sizes[i]);
    place /= sizes[i];
  }
  return result;
}

std::int64_t Elements::Flatten(std::span<const std::int32_t> place, Sizes sizes) {
  std::int64_t flat = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) flat = flat * sizes[i] + place[i];
  return flat;
}

std::vector<Expr> Elements::LiteralSubscripts(const Place& place) {
  std::vector<Expr> subscripts;
  for (std::int32_t i : place) subscripts.push_back(pool_.Integer(i + 1));
  return subscripts;
}

Expr Elements::Nest(std::span<const Expr> items, Sizes sizes, TypeId element) {
  if (sizes.empty()) return items[0];
  std::vector<Expr> rows;
  std::size_t each = sizes[0] == 0 ? 0 : items.size() / static_cast<std::size_t>(sizes[0]);
  for (std::int32_t i = 0; i < sizes[0]; ++i)
    rows.push_back(Nest(items.subspan(static_cast<std::size_t>(i) * each, each), sizes.subspan(1), element));
  return pool_.Make(Op::kArray, types_.WithSizes(element, sizes), rows);
}

// Whether a condition holds, if that is settled; `condition` is scalar, as it was `written` may still be of arrays.
std::optional<bool> Elements::Holds(Expr condition, Expr written) const {
  if (pool_.op(condition) == Op::kBoolean) return pool_.boolean(condition);
  return decide_ ? decide_(written) : std::nullopt;
}

Expr Elements::Try(Expr e, std::int64_t place) {
  Op op = pool_.op(e);
  if (IsLiteral(op)) return e;
  if (place == kWhole) return TryWhole(e);
  bool record = types_.kind(pool_.type(e)) == TypeKind::kRecord;
  switch (ClassOf(op)) {
    case OpClass::kReference:
      return TryReference(e, place);
    case OpClass::kStructure:
      return TryStructure(e, place);
    case OpClass::kArray:
      return TryArrayFunction(e, place);
    default:
      break;
  }
  if (record) return TryRecord(e, place);
  if (op == Op::kMatMul) return TryMatMul(e, place);
  if (op == Op::kMatPow) return TryArrayFunction(e, place);
  if (op == Op::kIf) {
    // A branch that is not taken may not be there at all, such as p[i + 1] where i == n: it is not looked at.
    Expr condition = Get(pool_.arg(e, 0), 0);
    if (!condition) return {};
    if (std::optional<bool> holds = Holds(condition, pool_.arg(e, 0)))
      return Get(pool_.arg(e, *holds ? 1 : 2), Rank(e) == 0 ? 0 : place);
  }
  return TryElementwise(e, place);
}

Expr Elements::TryReference(Expr e, std::int64_t place) {
  switch (pool_.op(e)) {
    case Op::kVar:
      return leaf_(e, static_cast<std::size_t>(place));
    case Op::kLocal:
    case Op::kIterator:
    case Op::kScalar:
      return Rank(e) == 0 ? e : algebra_.Index(e, LiteralSubscripts(Unflatten(place, SizesOf(e))));
    case Op::kFunction:
    case Op::kPartial:
      return Get(e, kWhole);
    default:
      return e;
  }
}

// Records that have no constructor to look into: results of calls, locals, and fields of those.
bool Elements::IsOpaque(Expr e) const {
  while (pool_.op(e) == Op::kField) e = pool_.arg(e, 0);
  Op op = pool_.op(e);
  return op == Op::kCall || op == Op::kCallValue || op == Op::kTupleItem || op == Op::kLocal || op == Op::kIterator;
}

// An array whose size is known at run time only, or what is made of one: the operator stays, over arguments that are
// whole. Compiled code works with any size.
Expr Elements::Unsized(Expr e) {
  Op op = pool_.op(e);
  if (op == Op::kVar || op == Op::kScalar) return Fail("the size of an array is not known");
  if (op == Op::kIf) {
    Expr condition = Get(pool_.arg(e, 0), 0);
    if (!condition) return {};
    if (std::optional<bool> holds = Holds(condition, pool_.arg(e, 0))) return Get(pool_.arg(e, *holds ? 1 : 2), kWhole);
  }
  return TryCall(e);
}

// Element `place` of such an array.
Expr Elements::UnsizedElement(Expr e, std::int64_t place) {
  if (Rank(e) > 1) return Fail("the size of a matrix is not known");
  Expr whole = Get(e, kWhole);
  return whole ? algebra_.Index(whole, {{pool_.Integer(place + 1)}}) : Expr();
}

// The whole of an array is its elements, except where it is shorter as it is.
Expr Elements::TryWhole(Expr e) {
  Op op = pool_.op(e);
  if (op == Op::kCall || op == Op::kCallValue || op == Op::kFunction || op == Op::kPartial) return TryCall(e);
  if (op == Op::kLocal || op == Op::kIterator) return e;
  if (op == Op::kTupleItem) {
    Expr call = Get(pool_.arg(e, 0), kWhole);
    return call ? algebra_.TupleItem(call, pool_.payload(e), pool_.type(e)) : Expr();
  }
  if (op == Op::kField && IsOpaque(pool_.arg(e, 0))) {
    Expr record = Get(pool_.arg(e, 0), kWhole);
    return record ? algebra_.Field(record, pool_.payload(e)) : Expr();
  }
  if (types_.kind(pool_.type(e)) == TypeKind::kRecord) return TryRecord(e, kWhole);
  if (Rank(e) == 0) return Get(e, 0);
  if (op == Op::kField && !KnownSizes(e))
    // What selects the record does not become whole before its fields, so that the field cannot wait for it.
    if (Expr inside = FieldInside(pool_.arg(e, 0), pool_.payload(e), pool_.type(e))) return Get(inside, kWhole);
  if (!KnownSizes(e)) return Unsized(e);
  if (op == Op::kFill && types_.is_scalar(pool_.type(pool_.arg(e, 0)))) {
    Expr value = Get(pool_.arg(e, 0), 0);
    if (!value) return {};
    std::vector<Expr> args{value};
    for (std::int32_t size : SizesOf(e)) args.push_back(pool_.Integer(size));
    return pool_.Make(Op::kFill, pool_.type(e), args);
  }
  std::int64_t count = types_.ElementCount(pool_.type(e));
  std::vector<Expr> items;
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i) {
    items.push_back(Get(e, i));
    all &= items.back().valid();
  }
  return all ? Nest(items, SizesOf(e), types_.Element(pool_.type(e))) : Expr();
}

// A record, or one element of an array of records, as kRecord of its fields; a call stays.
Expr Elements::TryRecord(Expr e, std::int64_t place) {
  TypeId type = pool_.type(e);
  const std::size_t count = types_.record(type).fields.size();
  std::vector<Expr> fields;
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) {
    Expr field = algebra_.Field(e, i);
    if (place != kWhole && Rank(e) > 0) field = algebra_.Index(field, LiteralSubscripts(Unflatten(place, SizesOf(e))));
    fields.push_back(Get(field, kWhole));
    all &= fields.back().valid();
  }
  if (!all) return {};
  return pool_.Make(Op::kRecord, place == kWhole ? type : types_.Element(type), fields);
}

Expr Elements::TryCall(Expr e) {
  std::vector<Expr> args;
  bool all = true;
  for (Expr arg : pool_.ArgsCopy(e)) {
    args.push_back(Get(arg, kWhole));
    all &= args.back().valid();
  }
  const ExprNode node = pool_[e];
  return all ? algebra_.Make(node.op, node.type, args, node.payload) : Expr();
}

Expr Elements::TryStructure(Expr e, std::int64_t place) {
  switch (pool_.op(e)) {
    case Op::kArray: {
      std::int64_t each = types_.ElementCount(types_.Drop(pool_.type(e), 1));
      return Get(pool_.arg(e, static_cast<std::size_t>(place / each)), place % each);
    }
    case Op::kRange: {
      Expr start = Get(pool_.arg(e, 0), 0), step = Get(pool_.arg(e, 1), 0);
      if (!start || !step) return {};
      if (pool_.op(start) == Op::kEnumLiteral)
        return pool_.EnumLiteral(types_.Element(pool_.type(e)), pool_.integer(start) + place);
      if (pool_.op(start) == Op::kBoolean) return pool_.Boolean(pool_.boolean(start) + place > 0);
      return algebra_.Add(start, algebra_.Mul(pool_.Integer(place), step));
    }
    case Op::kIndex:
      return TryIndex(e, place);
    case Op::kRecord:
      return TryRecord(e, place);
    case Op::kField:
      return TryField(e, place);
    case Op::kArrayFor:
      return TryComprehension(e, place);
    case Op::kSumFor:
    case Op::kProductFor:
    case Op::kMinFor:
    case Op::kMaxFor:
      return TryReduction(e);
    default: {  // calls and their items
      Expr whole = Get(e, kWhole);
      if (!whole || Rank(whole) == 0) return whole;
      if (!KnownSizes(whole)) return UnsizedElement(whole, place);
      return algebra_.Index(whole, LiteralSubscripts(Unflatten(place, SizesOf(whole))));
    }
  }
}

Expr Elements::TryIndex(Expr e, std::int64_t place) {
  Expr base = pool_.arg(e, 0);
  if (!KnownSizes(e)) return UnsizedElement(e, place);
  Place rest = Unflatten(place, SizesOf(e));
  std::size_t next = 0;
  std::vector<Expr> subscripts;  // one scalar per dimension of the base
  bool all = true;
  for (std::size_t i = 1; i < pool_.args(e).size(); ++i) {
    Expr subscript = pool_.arg(e, i);
    if (pool_.op(subscript) == Op::kColon)
      subscripts.push_back(pool_.Integer(rest[next++] + 1));
    else
      subscripts.push_back(Get(subscript, Rank(subscript) == 0 ? 0 : rest[next++]));
    all &= subscripts.back().valid();
  }
  if (!all) return {};
  while (next < rest.size()) subscripts.push_back(pool_.Integer(rest[next++] + 1));
  if (!KnownSizes(base)) {
    Expr whole = Get(base, kWhole);
    return whole ? algebra_.Index(whole, subscripts) : Expr();
  }
  Place at;
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    Op op = pool_.op(subscripts[i]);
    if (op != Op::kInteger && op != Op::kEnumLiteral && op != Op::kBoolean) return TryDynamicIndex(base, subscripts);
    std::int64_t index = op == Op::kBoolean ? pool_.boolean(subscripts[i]) : pool_.integer(subscripts[i]) - 1;
    if (index < 0 || index >= SizesOf(base)[i])
      return Fail(
          fmt::format("subscript {} is out of range: the dimension has the size {}", index + 1, SizesOf(base)[i]));
    at.push_back(static_cast<std::int32_t>(index));
  }
  return Get(base, Flatten(at, SizesOf(base)));
}

// Some subscripts are only known at run time: kIndex over an array of the scalars that they can choose from.
Expr Elements::TryDynamicIndex(Expr base, const std::vector<Expr>& subscripts) {
  std::vector<Expr> dynamic;
  std::vector<std::int32_t> sizes;
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    if (pool_.is_literal(subscripts[i])) continue;
    dynamic.push_back(subscripts[i]);
    sizes.push_back(SizesOf(base)[i]);
  }
  if (dynamic.size() == subscripts.size() && pool_.op(base) == Op::kCall) {
    Expr call = Get(base, kWhole);
    return call ? algebra_.Index(call, dynamic) : Expr();
  }
  std::int64_t count = 1;
  for (std::int32_t size : sizes) count *= size;
  std::vector<Expr> items;
  bool all = true;
  for (std::int64_t k = 0; k < count; ++k) {
    Place chosen = Unflatten(k, sizes), at;
    std::size_t next = 0;
    for (Expr subscript : subscripts) {
      Op op = pool_.op(subscript);
      if (!IsLiteral(op))
        at.push_back(chosen[next++]);
      else
        at.push_back(
            static_cast<std::int32_t>(op == Op::kBoolean ? pool_.boolean(subscript) : pool_.integer(subscript) - 1));
    }
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] < 0 || at[i] >= SizesOf(base)[i]) return Fail("a subscript is out of range");
    items.push_back(Get(base, Flatten(at, SizesOf(base))));
    all &= items.back().valid();
  }
  if (!all) return {};
  if (items.empty()) return Fail("a subscript into an array of size 0");
  return algebra_.Index(Nest(items, sizes, pool_.type(items[0])), dynamic);
}

// The type of an array of `items` or copies of one, with the sizes that are open in `type` from the first of them.
TypeId Elements::WithSizesOf(TypeId type, Expr item) const {
  std::vector<std::int32_t> sizes(types_.sizes(type).begin(), types_.sizes(type).end());
  Sizes own = types_.sizes(pool_.type(item));
  for (std::size_t i = 0; i < own.size() && i < sizes.size(); ++i) {
    std::int32_t& size = sizes[sizes.size() - own.size() + i];
    if (size == kUnknownSize) size = own[i];
  }
  return types_.WithSizes(type, sizes);
}

// The field of type `type`, taken inside of what selects records: conditions, subscripts, constructors of arrays.
// Invalid where there is nothing to go into.
Expr Elements::FieldInside(Expr record, std::size_t field, TypeId type) {
  switch (pool_.op(record)) {
    case Op::kRecord:
      return pool_.arg(record, field);
    case Op::kIf: {
      Expr a = algebra_.Field(pool_.arg(record, 1), field), b = algebra_.Field(pool_.arg(record, 2), field);
      return algebra_.If(pool_.arg(record, 0), a, b);
    }
    case Op::kIndex: {
      std::vector<Expr> subscripts(pool_.args(record).begin() + 1, pool_.args(record).end());
      return algebra_.Index(algebra_.Field(pool_.arg(record, 0), field), subscripts);
    }
    case Op::kArray: {
      std::vector<Expr> items;
      for (Expr item : pool_.ArgsCopy(record)) items.push_back(algebra_.Field(item, field));
      bool alike = !items.empty() && std::ranges::all_of(items, [&](Expr item) {
        return std::ranges::equal(SizesOf(item), SizesOf(items[0]));
      });
      return pool_.Make(Op::kArray, alike ? WithSizesOf(type, items[0]) : type, items);
    }
    case Op::kField: {
      // The field of a field: the inner one goes first.
      Expr inside = FieldInside(pool_.arg(record, 0), pool_.payload(record), pool_.type(record));
      return inside ? algebra_.Field(inside, field) : Expr();
    }
    case Op::kNoEvent:
      return algebra_.NoEvent(algebra_.Field(pool_.arg(record, 0), field));
    case Op::kArrayFor:
    case Op::kFill: {
      std::vector<Expr> args = pool_.ArgsCopy(record);
      args[0] = algebra_.Field(args[0], field);
      return pool_.Make(pool_.op(record), WithSizesOf(type, args[0]), args);
    }
    default:
      return {};
  }
}

// The field is taken inside of what selects records, until it meets a constructor or a call.
Expr Elements::TryField(Expr e, std::int64_t place) {
  Expr record = pool_.arg(e, 0);
  std::size_t field = pool_.payload(e);
  if (Expr inside = FieldInside(record, field, pool_.type(e))) return Get(inside, place);
  Expr whole = Get(record, kWhole);
  if (!whole) return {};
  if (pool_.op(whole) == Op::kRecord) return Get(algebra_.Field(whole, field), place);
  Expr result = algebra_.Field(whole, field);
  if (Rank(result) == 0) return result;
  if (!KnownSizes(result)) return UnsizedElement(result, place);
  return algebra_.Index(result, LiteralSubscripts(Unflatten(place, SizesOf(result))));
}

// Operators, functions, conditions, events: arguments with the sizes of the result give their element, scalars
// themselves.
Expr Elements::TryElementwise(Expr e, std::int64_t place) {
  std::vector<Expr> args;
  bool all = true, scalar = Rank(e) == 0;
  for (Expr arg : pool_.ArgsCopy(e)) {
    std::size_t rank = Rank(arg);
    if (rank > 0 && rank != Rank(e))
      args.push_back(Get(arg, kWhole));  // an array argument of an operator with a scalar result
    else if (types_.kind(pool_.type(arg)) == TypeKind::kRecord)
      args.push_back(Get(arg, kWhole));
    else
      args.push_back(Get(arg, rank == 0 || scalar ? 0 : place));
    all &= args.back().valid();
  }
  const ExprNode node = pool_[e];
  return all ? algebra_.Make(node.op, types_.Element(node.type), args, node.payload) : Expr();
}

}  // namespace mica::symbolic
