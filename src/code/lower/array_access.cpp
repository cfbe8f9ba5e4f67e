// Arrays while they are lowered: elements, memory, loops over elements, subscripts.
#include <algorithm>

#include "code/lower/lowering.h"

namespace mica::code {

namespace {

constexpr std::int64_t kLongestUnrolled = 36;  // elements: beyond it a loop is made
constexpr std::int64_t kLargestOnStack = 256;  // cells of a temporary

}  // namespace

Array Lowering::MakeRule(Kind kind, std::vector<Reg> sizes, Array::Rule rule) {
  Array array;
  array.kind = kind;
  array.sizes = std::move(sizes);
  array.form = Array::Form::kRule;
  array.rule = std::move(rule);
  return array;
}

std::optional<std::int64_t> Lowering::StaticCount(std::span<const Reg> sizes) {
  std::int64_t count = 1;
  for (Reg size : sizes) {
    auto n = b_.IntConstant(size);
    if (!n) return std::nullopt;
    count *= std::max<std::int64_t>(*n, 0);
  }
  return count;
}

Reg Lowering::Count(std::span<const Reg> sizes) {
  Reg count = b_.Int(1);
  for (Reg size : sizes) count = b_.Mul(count, size);
  return count;
}

Reg Lowering::LinearIndex(std::span<const Reg> sizes, std::span<const Reg> indices) {
  Reg index = b_.Int(0);
  for (std::size_t i = 0; i < sizes.size(); ++i) index = b_.Add(b_.Mul(index, sizes[i]), indices[i]);
  return index;
}

Reg Lowering::At(const Array& array, std::span<const Reg> indices) {
  switch (array.form) {
    case Array::Form::kRule:
      return array.rule(indices);
    case Array::Form::kMemory:
      return b_.Load(array.kind, array.data, LinearIndex(array.sizes, indices));
    case Array::Form::kList: {
      Reg index = LinearIndex(array.sizes, indices);
      if (auto place = b_.IntConstant(index);
          place && *place >= 0 && *place < static_cast<std::int64_t>(array.list.size()))
        return array.list[static_cast<std::size_t>(*place)];
      return b_.Load(array.kind, SpillList(array), index);
    }
  }
  FailCheck("no such form of array");
}

Reg Lowering::SpillList(const Array& array) {
  if (array.list.empty()) return b_.Null();
  bool all_constant = std::all_of(array.list.begin(), array.list.end(), [&](Reg r) { return b_.IsConstant(r); });
  if (all_constant) {
    Table table{array.kind, {}};
    const Routine& routine = c_.program.routines[b_.routine()];
    for (Reg r : array.list) table.cells.push_back(routine.insts[r.index()].imm);
    return b_.TablePointer(std::move(table));
  }
  Reg data = AllocateCells(b_.Int(static_cast<std::int64_t>(array.list.size())), array.kind);
  for (std::size_t i = 0; i < array.list.size(); ++i)
    b_.Store(data, b_.Int(static_cast<std::int64_t>(i)), b_.Convert(array.list[i], array.kind));
  return data;
}

Reg Lowering::AllocateCells(Reg count, Kind kind) {
  if (kind == Kind::kBool) kind = Kind::kInt;
  auto known = b_.IntConstant(count);
  // A local of one cell would be a scalar.
  if (known && *known <= kLargestOnStack && *known >= 0)
    return b_.Address(b_.NewLocal(kind, static_cast<std::uint32_t>(std::max<std::int64_t>(*known, 2))));
  return b_.Kernel("mica_scratch", {count});
}

void Lowering::Repeat(Reg count, const std::function<void(Reg)>& body) {
  LocalId counter = b_.NewLocal(Kind::kInt);
  b_.Set(counter, b_.Int(0));
  b_.Loop();
  Reg k = b_.Get(counter);
  b_.BreakUnless(b_.Compare(Code::kLess, k, count));
  {
    Scope scope(*this);
    ++depth_;
    body(k);
    --depth_;
  }
  b_.Set(counter, b_.Add(b_.Get(counter), b_.Int(1)));
  b_.EndLoop();
}

void Lowering::ForEach(std::span<const Reg> sizes, const std::function<void(std::span<const Reg>)>& body) {
  std::vector<Reg> indices(sizes.size());
  auto count = StaticCount(sizes);
  if (count && *count <= kLongestUnrolled) {
    for (std::int64_t place = 0; place < *count; ++place) {
      std::int64_t rest = place;
      for (std::size_t i = sizes.size(); i-- > 0;) {
        std::int64_t size = *b_.IntConstant(sizes[i]);
        indices[i] = b_.Int(rest % size);
        rest /= size;
      }
      body(indices);
    }
    return;
  }
  std::function<void(std::size_t)> nest = [&](std::size_t i) {
    if (i == sizes.size()) return body(indices);
    Repeat(sizes[i], [&](Reg k) {
      indices[i] = k;
      nest(i + 1);
    });
  };
  nest(0);
}

void Lowering::CopyInto(Reg data, const Array& from) {
  ForEach(from.sizes, [&](std::span<const Reg> indices) {
    b_.Store(data, LinearIndex(from.sizes, indices), b_.Convert(At(from, indices), from.kind));
  });
}

ArrayRef Lowering::Settle(const ArrayRef& array) {
  if (array->form != Array::Form::kRule) return array;
  Array settled;
  settled.kind = array->kind;
  settled.sizes = array->sizes;
  auto count = StaticCount(array->sizes);
  if (count && *count <= kLongestUnrolled) {
    settled.form = Array::Form::kList;
    ForEach(array->sizes, [&](std::span<const Reg> indices) {
      settled.list.push_back(b_.Convert(At(*array, indices), array->kind));
    });
  } else {
    settled.data = AllocateCells(Count(array->sizes), array->kind);
    settled.is_fresh = true;
    CopyInto(settled.data, *array);
  }
  return std::make_shared<const Array>(std::move(settled));
}

ArrayRef Lowering::ToMemory(const ArrayRef& array) {
  ArrayRef settled = Settle(array);
  if (settled->form == Array::Form::kMemory) return settled;
  Array memory = *settled;
  memory.form = Array::Form::kMemory;
  memory.data = SpillList(*settled);
  memory.list.clear();
  return std::make_shared<const Array>(std::move(memory));
}

Term Lowering::Settle(const Term& term) {
  if (term.array) return Term::Of(Settle(term.array));
  if (!term.has_parts) return term;
  std::vector<Term> parts;
  for (const Term& part : term.parts) parts.push_back(Settle(part));
  return Term::Of(std::move(parts));
}

Term Lowering::MapLeaves(std::span<const Term> args, const std::function<Term(std::span<const Term>)>& op) {
  auto with_parts = std::find_if(args.begin(), args.end(), [](const Term& arg) { return arg.has_parts; });
  if (with_parts == args.end()) return op(args);
  std::vector<Term> parts;
  for (std::size_t k = 0; k < with_parts->parts.size(); ++k) {
    std::vector<Term> of_part;
    for (const Term& arg : args) of_part.push_back(arg.has_parts ? arg.parts[k] : arg);
    parts.push_back(MapLeaves(of_part, op));
  }
  return Term::Of(std::move(parts));
}

Term Lowering::SubscriptTerm(const Term& base, std::span<const Term> subscripts, std::span<const bool> is_colon,
                             std::uint32_t site) {
  if (base.has_parts) {
    std::vector<Term> parts;
    for (const Term& part : base.parts) parts.push_back(SubscriptTerm(part, subscripts, is_colon, site));
    return Term::Of(std::move(parts));
  }
  Check(base.array && base.array->sizes.size() >= subscripts.size(), "subscripts of what is no array of that rank");
  ArrayRef array = base.array;
  std::vector<Reg> sizes;
  bool all_scalar = true;
  std::vector<ArrayRef> vectors(subscripts.size());
  std::vector<Reg> fixed(subscripts.size());
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    if (is_colon[i]) {
      sizes.push_back(array->sizes[i]);
      all_scalar = false;
    } else if (subscripts[i].array) {
      vectors[i] = Settle(subscripts[i].array);
      if (vectors[i]->form == Array::Form::kList && !b_.IntConstant(vectors[i]->sizes[0]))
        vectors[i] = ToMemory(vectors[i]);
      sizes.push_back(vectors[i]->sizes[0]);
      Reg size = array->sizes[i];
      ForEach(vectors[i]->sizes, [&](std::span<const Reg> at) { b_.CheckSubscript(At(*vectors[i], at), size, site); });
      all_scalar = false;
    } else {
      b_.CheckSubscript(subscripts[i].scalar, array->sizes[i], site);
      fixed[i] = b_.Sub(subscripts[i].scalar, b_.Int(1));
    }
  }
  for (std::size_t i = subscripts.size(); i < array->sizes.size(); ++i) {
    sizes.push_back(array->sizes[i]);
    all_scalar = false;
  }
  // An element of a list at a place known only when it runs: the list goes to memory here rather than in an inner
  // block.
  bool all_known = std::all_of(fixed.begin(), fixed.end(), [&](Reg r) { return !r.valid() || b_.IntConstant(r); });
  if (array->form == Array::Form::kList &&
      (!all_known || !StaticCount(sizes) || *StaticCount(sizes) > kLongestUnrolled))
    array = ToMemory(array);
  if (all_scalar) return Term::Of(At(*array, fixed));
  // Leading scalars of memory leave memory.
  std::size_t leading = 0;
  while (leading < fixed.size() && fixed[leading].valid()) ++leading;
  bool rest_whole = std::all_of(is_colon.begin() + static_cast<std::ptrdiff_t>(leading), is_colon.end(),
                                [](bool colon) { return colon; });
  if (array->form == Array::Form::kMemory && rest_whole) {
    Array part = *array;
    part.is_fresh = false;
    std::vector<Reg> indices(fixed.begin(), fixed.begin() + static_cast<std::ptrdiff_t>(leading));
    indices.resize(array->sizes.size(), b_.Int(0));
    part.data = b_.Offset(array->data, LinearIndex(array->sizes, indices));
    part.sizes.assign(array->sizes.begin() + static_cast<std::ptrdiff_t>(leading), array->sizes.end());
    return Term::Of(std::move(part));
  }
  return Term::Of(MakeRule(array->kind, sizes, [this, array, vectors, fixed](std::span<const Reg> at) {
    std::vector<Reg> indices(array->sizes.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (i < fixed.size() && fixed[i].valid())
        indices[i] = fixed[i];
      else if (i < vectors.size() && vectors[i])
        indices[i] = b_.Sub(b_.Convert(At(*vectors[i], at.subspan(next++, 1)), Kind::kInt), b_.Int(1));
      else
        indices[i] = at[next++];
    }
    return At(*array, indices);
  }));
}

}  // namespace mica::code
