#include "expression/value.h"

#include <fmt/format.h>

#include "expression/text.h"

namespace mica {

std::size_t CountOf(std::span<const std::int32_t> sizes) {
  std::size_t count = 1;
  for (std::int32_t size : sizes) count *= static_cast<std::size_t>(size);
  return count;
}

Value Value::Real(double value, const Types& types) { return {types.real(), TypeKind::kReal, {}, value}; }
Value Value::Integer(std::int64_t value, const Types& types) {
  return {types.integer(), TypeKind::kInteger, {}, value};
}
Value Value::Boolean(bool value, const Types& types) {
  return {types.boolean(), TypeKind::kBoolean, {}, static_cast<std::int64_t>(value)};
}
Value Value::String(std::string value, const Types& types) {
  Strings strings;
  strings.push_back(std::move(value));
  return {types.string(), TypeKind::kString, {}, std::move(strings)};
}
Value Value::Enumeration(TypeId type, std::int64_t ordinal) { return {type, TypeKind::kEnumeration, {}, ordinal}; }

Value Value::RealArray(Reals values, std::vector<std::int32_t> sizes, const Types& types) {
  Check(values.size() == CountOf(sizes) && !sizes.empty(), "sizes of an array value do not fit its elements");
  return {types.real(), TypeKind::kReal, std::move(sizes), std::move(values)};
}

Value Value::IntegerArray(Integers values, std::vector<std::int32_t> sizes, const Types& types) {
  Check(values.size() == CountOf(sizes) && !sizes.empty(), "sizes of an array value do not fit its elements");
  return {types.integer(), TypeKind::kInteger, std::move(sizes), std::move(values)};
}

Value Value::Default(TypeId element, std::vector<std::int32_t> sizes, Types& types) {
  Check(types.is_scalar(element), "an element type has no sizes");
  Value value{element, types.kind(element), std::move(sizes), {}};
  std::size_t count = CountOf(value.sizes);
  switch (value.kind) {
    case TypeKind::kReal:
      if (value.is_scalar())
        value.data = 0.0;
      else
        value.data = Reals(count);
      break;
    case TypeKind::kInteger:
    case TypeKind::kBoolean:
    case TypeKind::kEnumeration: {
      std::int64_t first = value.kind == TypeKind::kEnumeration;
      if (value.is_scalar())
        value.data = first;
      else
        value.data = Integers(count, first);
      break;
    }
    case TypeKind::kString:
      value.data = Strings(count);
      break;
    case TypeKind::kRecord: {
      Parts fields;
      for (const RecordField& field : types.record(element).fields) {
        std::vector<std::int32_t> all = value.sizes;
        for (std::int32_t size : types.sizes(field.type)) all.push_back(std::max(size, 0));
        fields.push_back(Default(types.Element(field.type), std::move(all), types));
      }
      value.data = std::move(fields);
      break;
    }
    default:
      break;
  }
  return value;
}

Value Value::Like(const Value& model, std::vector<std::int32_t> sizes, Types& types) {
  if (model.kind != TypeKind::kRecord) return Default(model.type, std::move(sizes), types);
  Value value{model.type, model.kind, std::move(sizes), {}};
  Parts fields;
  for (const Value& field : model.parts()) {
    std::vector<std::int32_t> all = value.sizes;
    all.insert(all.end(), field.sizes.begin() + static_cast<std::ptrdiff_t>(model.rank()), field.sizes.end());
    fields.push_back(Like(field, std::move(all), types));
  }
  value.data = std::move(fields);
  return value;
}

std::size_t Value::count() const { return CountOf(sizes); }

double Value::real(std::size_t i) const {
  if (auto* scalar = std::get_if<double>(&data)) return *scalar;
  if (auto* array = std::get_if<Reals>(&data)) return (*array)[i];
  return static_cast<double>(integer(i));
}

std::int64_t Value::integer(std::size_t i) const {
  if (auto* scalar = std::get_if<std::int64_t>(&data)) return *scalar;
  return Get<Integers>()[i];
}

void Value::SetReal(std::size_t i, double value) {
  if (auto* scalar = std::get_if<double>(&data))
    *scalar = value;
  else
    Get<Reals>()[i] = value;
}

void Value::SetInteger(std::size_t i, std::int64_t value) {
  if (auto* scalar = std::get_if<std::int64_t>(&data))
    *scalar = value;
  else
    Get<Integers>()[i] = value;
}

void Value::CopyElement(std::size_t to, const Value& from, std::size_t i) {
  if (is_real()) return SetReal(to, from.real(i));
  if (is_integral()) return SetInteger(to, from.integer(i));
  if (kind == TypeKind::kString) {
    string(to) = from.string(i);
    return;
  }
  if (kind != TypeKind::kRecord) {  // scalars only
    data = from.data;
    return;
  }
  for (std::size_t field = 0; field < parts().size(); ++field) {
    Value& mine = parts()[field];
    const Value& other = from.parts()[field];
    std::size_t each = CountOf(std::span(mine.sizes).subspan(rank()));
    for (std::size_t k = 0; k < each; ++k) mine.CopyElement(to * each + k, other, i * each + k);
  }
}

Value Value::ToReal(const Types& types) const {
  if (!is_integral()) return *this;
  if (is_scalar()) return Real(static_cast<double>(integer()), types);
  const auto& values = Get<Integers>();
  return RealArray(Reals(values.begin(), values.end()), sizes, types);
}

bool Equal(const Value& a, const Value& b) {
  if (a.type != b.type || a.sizes != b.sizes || a.data.index() != b.data.index()) return false;
  if (auto* parts = std::get_if<Value::Parts>(&a.data)) {
    if (parts->size() != b.parts().size()) return false;
    for (std::size_t i = 0; i < parts->size(); ++i)
      if (!Equal((*parts)[i], b.parts()[i])) return false;
    return true;
  }
  if (auto* object = std::get_if<ObjectValue>(&a.data)) return object->handle == std::get<ObjectValue>(b.data).handle;
  if (auto* x = std::get_if<double>(&a.data)) return *x == std::get<double>(b.data);
  if (auto* x = std::get_if<std::int64_t>(&a.data)) return *x == std::get<std::int64_t>(b.data);
  if (auto* x = std::get_if<Value::Reals>(&a.data)) return *x == std::get<Value::Reals>(b.data);
  if (auto* x = std::get_if<Value::Integers>(&a.data)) return *x == std::get<Value::Integers>(b.data);
  if (auto* x = std::get_if<Value::Strings>(&a.data)) return *x == std::get<Value::Strings>(b.data);
  if (auto* x = std::get_if<std::shared_ptr<FunctionValue>>(&a.data))
    return *x == std::get<std::shared_ptr<FunctionValue>>(b.data);
  return true;
}

namespace {

std::string ElementText(const Value& value, std::size_t i, const Types& types, const NameTable& names) {
  switch (value.kind) {
    case TypeKind::kReal:
      return RealText(value.real(i));
    case TypeKind::kInteger:
      return std::to_string(value.integer(i));
    case TypeKind::kBoolean:
      return value.boolean(i) ? "true" : "false";
    case TypeKind::kString:
      return StringText(value.string(i));
    case TypeKind::kEnumeration: {
      const EnumDefinition& definition = types.enumeration(value.type);
      auto place = static_cast<std::size_t>(value.integer(i) - 1);
      return fmt::format(
          "{}.{}", names.text(definition.name),
          place < definition.literals.size() ? names.text(definition.literals[place]) : std::to_string(place + 1));
    }
    case TypeKind::kExternalObject:
      return "<object>";
    case TypeKind::kFunction:
      return "<function>";
    default:
      return "<none>";
  }
}

std::string ArrayText(const Value& value, std::size_t dimension, std::size_t& next, const Types& types,
                      const NameTable& names) {
  if (dimension == value.rank()) return ElementText(value, next++, types, names);
  std::string text = "{";
  for (std::int32_t i = 0; i < value.sizes[dimension]; ++i) {
    if (i > 0) text += ", ";
    text += ArrayText(value, dimension + 1, next, types, names);
  }
  return text + "}";
}

}  // namespace

std::string ValueText(const Value& value, const Types& types, const NameTable& names) {
  if (value.kind == TypeKind::kRecord || value.kind == TypeKind::kTuple) {
    bool record = value.kind == TypeKind::kRecord;
    std::string text = record ? std::string(names.text(types.record(value.type).name)) : "";
    text += "(";
    for (std::size_t i = 0; i < value.parts().size(); ++i) {
      if (i > 0) text += ", ";
      if (record) text += fmt::format("{} = ", names.text(types.record(value.type).fields[i].name));
      text += ValueText(value.parts()[i], types, names);
    }
    return text + ")";
  }
  std::size_t next = 0;
  return ArrayText(value, 0, next, types, names);
}

namespace {

Expr ElementExpr(const Value& value, std::size_t i, ExprPool& pool) {
  switch (value.kind) {
    case TypeKind::kReal:
      return pool.Real(value.real(i));
    case TypeKind::kInteger:
      return pool.Integer(value.integer(i));
    case TypeKind::kBoolean:
      return pool.Boolean(value.boolean(i));
    case TypeKind::kString:
      return pool.String(value.string(i));
    case TypeKind::kEnumeration:
      return pool.EnumLiteral(value.type, value.integer(i));
    default:
      return {};
  }
}

Expr ArrayExpr(const Value& value, std::size_t dimension, std::size_t& next, ExprPool& pool) {
  if (dimension == value.rank()) return ElementExpr(value, next++, pool);
  std::vector<Expr> items;
  for (std::int32_t i = 0; i < value.sizes[dimension]; ++i) {
    items.push_back(ArrayExpr(value, dimension + 1, next, pool));
    if (!items.back()) return {};
  }
  return pool.Make(Op::kArray, pool.types().WithSizes(value.type, std::span(value.sizes).subspan(dimension)), items);
}

}  // namespace

Expr ToExpr(const Value& value, ExprPool& pool) {
  if (value.kind == TypeKind::kRecord) {
    std::vector<Expr> fields;
    for (const Value& field : value.parts()) {
      fields.push_back(ToExpr(field, pool));
      if (!fields.back()) return {};
    }
    // Sizes that the class leaves open are those of the value.
    RecordDefinition definition = pool.types().record(value.type);
    bool is_open = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      TypeId& type = definition.fields[i].type;
      if (!pool.types().has_unknown_size(type)) continue;
      is_open = true;
      type = pool.types().Drop(pool.type(fields[i]), value.rank());
    }
    TypeId type = is_open ? pool.types().Record(pool.types().AddRecord(std::move(definition))) : value.type;
    return pool.Make(Op::kRecord, pool.types().WithSizes(type, value.sizes), fields);
  }
  if (auto* function = std::get_if<std::shared_ptr<FunctionValue>>(&value.data)) {
    if ((*function)->bound.empty()) return pool.Make(Op::kFunction, value.type, {}, (*function)->function.index());
    std::vector<Expr> args;
    for (const auto& [place, bound] : (*function)->bound) {
      args.push_back(pool.Integer(static_cast<std::int64_t>(place)));
      args.push_back(ToExpr(bound, pool));
      if (!args.back()) return {};
    }
    return pool.Make(Op::kPartial, value.type, args, (*function)->function.index());
  }
  std::size_t next = 0;
  return ArrayExpr(value, 0, next, pool);
}

}  // namespace mica
