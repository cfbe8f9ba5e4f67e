#include "expression/type.h"

#include <fmt/format.h>
#include <algorithm>

#include "base/hash.h"

namespace mica {

int RecordDefinition::FindField(Name field) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == field) return static_cast<int>(i);
  return -1;
}

Types::Types() {
  real_ = Intern({TypeKind::kReal});
  integer_ = Intern({TypeKind::kInteger});
  boolean_ = Intern({TypeKind::kBoolean});
  string_ = Intern({TypeKind::kString});
  clock_ = Intern({TypeKind::kClock});
  none_ = Intern({TypeKind::kNone});
}

TypeId Types::Intern(const Type& type) {
  std::uint64_t hash = MixHash(static_cast<std::uint64_t>(type.kind), type.detail);
  for (std::int32_t size : type.sizes) hash = MixHash(hash, static_cast<std::uint32_t>(size));
  hash = MixHash(hash, type.sizes.size());
  for (TypeId part : type.parts) hash = MixHash(hash, part.index());
  auto [first, last] = index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Type& other = types_[it->second.index()];
    if (other.kind == type.kind && other.detail == type.detail && std::ranges::equal(other.sizes, type.sizes) &&
        std::ranges::equal(other.parts, type.parts))
      return it->second;
  }
  Type copy = type;
  copy.sizes = arena_.Copy(type.sizes);
  copy.parts = arena_.Copy(type.parts);
  types_.push_back(copy);
  TypeId id(types_.size() - 1);
  index_.emplace(hash, id);
  return id;
}

TypeId Types::Enumeration(EnumId id) { return Intern({TypeKind::kEnumeration, id.index()}); }
TypeId Types::Record(RecordId id) { return Intern({TypeKind::kRecord, id.index()}); }
TypeId Types::ExternalObject(ObjectId id) { return Intern({TypeKind::kExternalObject, id.index()}); }
TypeId Types::Tuple(std::span<const TypeId> parts) { return Intern({TypeKind::kTuple, 0, {}, parts}); }

TypeId Types::Function(std::span<const TypeId> inputs, std::span<const TypeId> outputs) {
  std::vector<TypeId> parts(inputs.begin(), inputs.end());
  parts.insert(parts.end(), outputs.begin(), outputs.end());
  return Intern({TypeKind::kFunction, static_cast<std::uint32_t>(inputs.size()), {}, parts});
}

TypeId Types::Array(TypeId element, Sizes sizes) {
  if (sizes.empty()) return element;
  std::vector<std::int32_t> all(sizes.begin(), sizes.end());
  Sizes inner = this->sizes(element);
  all.insert(all.end(), inner.begin(), inner.end());
  return WithSizes(element, all);
}

TypeId Types::WithSizes(TypeId type, Sizes sizes) {
  Type copy = types_[type.index()];
  copy.sizes = sizes;
  return Intern(copy);
}

TypeId Types::Element(TypeId type) { return rank(type) == 0 ? type : WithSizes(type, {}); }

TypeId Types::Drop(TypeId type, std::size_t count) {
  Check(count <= rank(type), "more subscripts than dimensions");
  return count == 0 ? type : WithSizes(type, sizes(type).subspan(count));
}

bool Types::has_unknown_size(TypeId id) const {
  return std::ranges::any_of(sizes(id), [](std::int32_t size) { return size < 0; });
}

std::int64_t Types::ElementCount(TypeId id) const {
  std::int64_t count = 1;
  for (std::int32_t size : sizes(id)) {
    Check(size >= 0, "the size of an array is not known here");
    count *= size;
  }
  return count;
}

std::int64_t Types::ScalarCount(TypeId id) const {
  std::int64_t each = 1;
  if (kind(id) == TypeKind::kRecord) {
    each = 0;
    for (const RecordField& field : record(id).fields) each += ScalarCount(field.type);
  }
  return each * ElementCount(id);
}

EnumId Types::AddEnumeration(EnumDefinition definition) {
  for (std::size_t i = 0; i < enums_.size(); ++i)
    if (enums_[i].name == definition.name && enums_[i].literals == definition.literals) return EnumId(i);
  enums_.push_back(std::move(definition));
  return EnumId(enums_.size() - 1);
}

EnumId Types::FindEnumeration(Name qualified_name) const {
  for (std::size_t i = 0; i < enums_.size(); ++i)
    if (enums_[i].name == qualified_name) return EnumId(i);
  return {};
}

RecordId Types::AddRecord(RecordDefinition definition) {
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (records_[i].name == definition.name && records_[i].fields == definition.fields) return RecordId(i);
  records_.push_back(std::move(definition));
  return RecordId(records_.size() - 1);
}

ObjectId Types::AddObject(ObjectDefinition definition) {
  objects_.push_back(std::move(definition));
  return ObjectId(objects_.size() - 1);
}

std::string Types::Text(TypeId id, const NameTable& names) const {
  const Type& type = types_[id.index()];
  auto join = [&](std::span<const TypeId> parts) {
    std::string text;
    for (TypeId part : parts) text += (text.empty() ? "" : ", ") + Text(part, names);
    return text;
  };
  std::string text;
  switch (type.kind) {
    case TypeKind::kReal:
      text = "Real";
      break;
    case TypeKind::kInteger:
      text = "Integer";
      break;
    case TypeKind::kBoolean:
      text = "Boolean";
      break;
    case TypeKind::kString:
      text = "String";
      break;
    case TypeKind::kClock:
      text = "Clock";
      break;
    case TypeKind::kNone:
      text = "()";
      break;
    case TypeKind::kEnumeration:
      text = names.text(enumeration(id).name);
      break;
    case TypeKind::kRecord:
      text = names.text(record(id).name);
      break;
    case TypeKind::kExternalObject:
      text = names.text(object(id).name);
      break;
    case TypeKind::kTuple:
      text = fmt::format("({})", join(type.parts));
      break;
    case TypeKind::kFunction:
      text = fmt::format("function({}) -> ({})", join(type.parts.first(type.detail)),
                         join(type.parts.subspan(type.detail)));
      break;
  }
  for (std::size_t i = 0; i < type.sizes.size(); ++i) {
    text += i == 0 ? "[" : ", ";
    text += type.sizes[i] < 0 ? ":" : std::to_string(type.sizes[i]);
  }
  if (!type.sizes.empty()) text += "]";
  return text;
}

}  // namespace mica
