// Variables of functions, and the places where branches leave their values: locals in the shape of a term.
#include <algorithm>

#include "code/lower/lowering.h"

namespace mica::code {

Variable Lowering::NewJoin(TypeId type) {
  Variable join;
  if (types_.kind(type) == TypeKind::kRecord) {
    join.has_parts = true;
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    for (const RecordField& field : types_.record(type).fields)
      join.parts.push_back(NewJoin(types_.Array(field.type, outer)));
    return join;
  }
  if (types_.kind(type) == TypeKind::kTuple) {
    join.has_parts = true;
    for (TypeId part : types_[type].parts) join.parts.push_back(NewJoin(part));
    return join;
  }
  join.kind = c_.KindOf(type);
  if (types_.is_scalar(type)) {
    join.value = b_.NewLocal(join.kind);
    return join;
  }
  join.is_array = true;
  join.is_resizable = true;
  if (!types_.has_unknown_size(type)) {
    for (std::int32_t size : types_.sizes(type)) join.constant_sizes.push_back(b_.Int(size));
    if (types_.ElementCount(type) <= 36) {
      for (std::int64_t i = 0; i < types_.ElementCount(type); ++i) join.elements.push_back(b_.NewLocal(join.kind));
      return join;
    }
  } else {
    for (std::size_t i = 0; i < types_.rank(type); ++i) join.sizes.push_back(b_.NewLocal(Kind::kInt));
  }
  join.value = b_.NewLocal(Kind::kPointer);
  join.is_join = true;
  return join;
}

Variable Lowering::NewVariable(TypeId type, const std::vector<Reg>& sizes, bool is_resizable, bool in_scratch) {
  Variable variable;
  if (types_.kind(type) == TypeKind::kRecord) {
    variable.has_parts = true;
    for (const RecordField& field : types_.record(type).fields) {
      std::vector<Reg> all = sizes;
      bool field_resizable = is_resizable;
      for (std::int32_t size : types_.sizes(field.type)) {
        all.push_back(b_.Int(std::max(size, 0)));
        field_resizable |= size < 0;
      }
      std::vector<std::int32_t> outer(sizes.size(), kUnknownSize);
      variable.parts.push_back(NewVariable(types_.Array(field.type, outer), all, field_resizable, in_scratch));
    }
    return variable;
  }
  variable.kind = c_.KindOf(type);
  if (types_.is_scalar(type)) {
    variable.value = b_.NewLocal(variable.kind);
    b_.Set(variable.value, b_.Zero(variable.kind));
    return variable;
  }
  variable.is_array = true;
  variable.is_resizable = is_resizable;
  variable.value = b_.NewLocal(Kind::kPointer);
  bool all_constant =
      std::all_of(sizes.begin(), sizes.end(), [&](Reg size) { return b_.IntConstant(size).has_value(); });
  if (all_constant && !is_resizable) {
    variable.constant_sizes = sizes;
  } else {
    for (Reg size : sizes) {
      variable.sizes.push_back(b_.NewLocal(Kind::kInt));
      b_.Set(variable.sizes.back(), size);
    }
  }
  Reg count = Count(sizes);
  b_.Set(variable.value, in_scratch ? b_.Kernel("mica_scratch", {count}) : AllocateCells(count, variable.kind));
  return variable;
}

Term Lowering::GetVariable(const Variable& variable) {
  if (variable.input) return *variable.input;
  if (variable.has_parts) {
    std::vector<Term> parts;
    for (const Variable& part : variable.parts) parts.push_back(GetVariable(part));
    return Term::Of(std::move(parts));
  }
  if (!variable.is_array) return Term::Of(b_.Get(variable.value));
  Array array;
  array.kind = variable.kind;
  array.sizes = variable.constant_sizes;
  if (!variable.value.valid()) {
    array.form = Array::Form::kList;
    for (LocalId element : variable.elements) array.list.push_back(b_.Get(element));
    return Term::Of(std::move(array));
  }
  if (array.sizes.empty())
    for (LocalId size : variable.sizes) array.sizes.push_back(b_.Get(size));
  array.data = b_.Get(variable.value);
  return Term::Of(std::move(array));
}

void Lowering::SetVariable(const Variable& variable, const Term& term, std::uint32_t site) {
  if (variable.has_parts) {
    Check(term.has_parts && term.parts.size() == variable.parts.size(), "a record is assigned something else");
    for (std::size_t i = 0; i < variable.parts.size(); ++i) SetVariable(variable.parts[i], term.parts[i], site);
    return;
  }
  if (!variable.is_array) return b_.Set(variable.value, b_.Convert(term.scalar, variable.kind));
  Check(term.array != nullptr, "an array is assigned a scalar");
  const Array& from = *term.array;
  if (!variable.value.valid()) {
    std::size_t next = 0;
    ForEach(variable.constant_sizes, [&](std::span<const Reg> at) {
      b_.Set(variable.elements[next++], b_.Convert(At(from, at), variable.kind));
    });
    return;
  }
  if (variable.is_join) {
    b_.Set(variable.value, ToMemory(term.array)->data);
    for (std::size_t i = 0; i < variable.sizes.size(); ++i) b_.Set(variable.sizes[i], from.sizes[i]);
    return;
  }
  Reg data;
  if (variable.is_resizable) {
    data = b_.Kernel("mica_scratch", {Count(from.sizes)});
  } else {
    data = b_.Get(variable.value);
    for (std::size_t i = 0; i < from.sizes.size(); ++i)
      b_.CheckSize(variable.constant_sizes.empty() ? b_.Get(variable.sizes[i]) : variable.constant_sizes[i],
                   from.sizes[i], site);
  }
  ForEach(from.sizes, [&](std::span<const Reg> at) {
    b_.Store(data, LinearIndex(from.sizes, at), b_.Convert(At(from, at), variable.kind));
  });
  if (!variable.is_resizable) return;
  b_.Set(variable.value, data);
  for (std::size_t i = 0; i < from.sizes.size(); ++i) b_.Set(variable.sizes[i], from.sizes[i]);
}

}  // namespace mica::code
