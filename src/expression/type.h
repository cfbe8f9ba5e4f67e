// Types of expressions: interned, so that equal types have equal ids. A type is an element type and a list of array
// sizes; an array of arrays does not exist, its sizes are one list. Sizes are numbers: what a size depends on is
// evaluated before a model's expressions are typed. Only inside functions may a size be kUnknownSize, which is found
// when the function is called.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/name.h"

namespace mica {

struct TypeTag;
using TypeId = Id<TypeTag>;
struct EnumTag;
using EnumId = Id<EnumTag>;
struct RecordTag;
using RecordId = Id<RecordTag>;
struct ObjectTag;
using ObjectId = Id<ObjectTag>;
struct FunctionTag;
using FunctionId = Id<FunctionTag>;

enum class TypeKind : std::uint8_t {
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,
  kClock,
  kRecord,
  kExternalObject,
  kFunction,  // a function as an argument: parts are its inputs, then its outputs
  kTuple,     // what a function with several outputs returns
  kNone,      // what a function without outputs returns
};

constexpr std::int32_t kUnknownSize = -1;
using Sizes = std::span<const std::int32_t>;

struct EnumDefinition {
  Name name;  // fully qualified
  std::vector<Name> literals;
};

struct RecordField {
  Name name;
  TypeId type;
  friend bool operator==(const RecordField&, const RecordField&) = default;
};

struct RecordDefinition {
  Name name;  // fully qualified
  std::vector<RecordField> fields;
  // The place of the field, or -1.
  int FindField(Name field) const;
};

struct ObjectDefinition {
  Name name;  // fully qualified
  FunctionId constructor;
  FunctionId destructor;
};

struct Type {
  TypeKind kind = TypeKind::kNone;
  std::uint32_t detail = 0;       // index of the EnumId, RecordId or ObjectId; number of inputs of a function type
  Sizes sizes;                    // of an array; empty for a scalar
  std::span<const TypeId> parts;  // of a tuple or function type
};

class Types {
 public:
  Types();
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  TypeId real() const { return real_; }
  TypeId integer() const { return integer_; }
  TypeId boolean() const { return boolean_; }
  TypeId string() const { return string_; }
  TypeId clock() const { return clock_; }
  TypeId none() const { return none_; }

  TypeId Enumeration(EnumId id);
  TypeId Record(RecordId id);
  TypeId ExternalObject(ObjectId id);
  TypeId Tuple(std::span<const TypeId> parts);
  TypeId Function(std::span<const TypeId> inputs, std::span<const TypeId> outputs);
  // `sizes` in front of the sizes that `element` has already.
  TypeId Array(TypeId element, Sizes sizes);
  TypeId Array(TypeId element, std::int32_t size) { return Array(element, Sizes(&size, 1)); }
  // The element type with exactly these sizes.
  TypeId WithSizes(TypeId type, Sizes sizes);
  // The same without array sizes.
  TypeId Element(TypeId type);
  // Without its first `count` sizes: the type of a[1] for count = 1.
  TypeId Drop(TypeId type, std::size_t count);

  const Type& operator[](TypeId id) const { return types_[id.index()]; }
  TypeKind kind(TypeId id) const { return types_[id.index()].kind; }
  Sizes sizes(TypeId id) const { return types_[id.index()].sizes; }
  std::size_t rank(TypeId id) const { return types_[id.index()].sizes.size(); }
  bool is_scalar(TypeId id) const { return rank(id) == 0; }
  bool is_numeric(TypeId id) const { return kind(id) == TypeKind::kReal || kind(id) == TypeKind::kInteger; }
  bool has_unknown_size(TypeId id) const;
  // The number of elements; Check fails when a size is unknown. Records count once.
  std::int64_t ElementCount(TypeId id) const;
  // The number of scalars of primitive type, fields of records counted.
  std::int64_t ScalarCount(TypeId id) const;

  EnumId AddEnumeration(EnumDefinition definition);  // equal definitions get one id
  RecordId AddRecord(RecordDefinition definition);   // likewise
  ObjectId AddObject(ObjectDefinition definition);
  EnumId FindEnumeration(Name qualified_name) const;
  const EnumDefinition& enumeration(EnumId id) const { return enums_[id.index()]; }
  const EnumDefinition& enumeration(TypeId id) const { return enums_[types_[id.index()].detail]; }
  const RecordDefinition& record(RecordId id) const { return records_[id.index()]; }
  const RecordDefinition& record(TypeId id) const { return records_[types_[id.index()].detail]; }
  const ObjectDefinition& object(TypeId id) const { return objects_[types_[id.index()].detail]; }
  ObjectDefinition& object(ObjectId id) { return objects_[id.index()]; }

  // "Real[3, 2]", "Complex", "(Real, Integer)".
  std::string Text(TypeId id, const NameTable& names) const;

 private:
  TypeId Intern(const Type& type);

  Arena arena_;
  std::deque<Type> types_;
  std::unordered_multimap<std::uint64_t, TypeId> index_;
  std::deque<EnumDefinition> enums_;
  std::deque<RecordDefinition> records_;
  std::deque<ObjectDefinition> objects_;
  TypeId real_, integer_, boolean_, string_, clock_, none_;
};

}  // namespace mica
