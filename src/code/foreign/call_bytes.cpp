#include "code/foreign/call_bytes.h"

namespace mica::code {

namespace {

void* AddressOf(const Value& value) {
  const auto* object = std::get_if<ObjectValue>(&value.data);
  return object ? object->handle.get() : nullptr;
}

// The elements, without kind and sizes.
void PutElements(ByteWriter& to, const Value& value) {
  if (value.kind == TypeKind::kExternalObject) {
    to.Put(AddressOf(value));
  } else if (value.kind == TypeKind::kRecord) {
    for (const Value& part : value.parts()) PutElements(to, part);
  } else if (value.is_real()) {
    for (std::size_t i = 0; i < value.count(); ++i) to.Put(value.real(i));
  } else if (value.is_integral()) {
    for (std::size_t i = 0; i < value.count(); ++i) to.Put(value.integer(i));
  } else if (value.kind == TypeKind::kString) {
    for (std::size_t i = 0; i < value.count(); ++i) to.PutText(value.string(i));
  }
}

void GetElements(ByteReader& from, Value& value, const std::function<std::shared_ptr<void>(void*)>& own) {
  if (value.kind == TypeKind::kExternalObject) {
    void* address = from.Get<void*>();
    if (from.ok()) value.data = ObjectValue{own(address)};
  } else if (value.kind == TypeKind::kRecord) {
    for (Value& part : value.parts()) GetElements(from, part, own);
  } else if (value.is_real()) {
    for (std::size_t i = 0; i < value.count() && from.ok(); ++i) value.SetReal(i, from.Get<double>());
  } else if (value.is_integral()) {
    for (std::size_t i = 0; i < value.count() && from.ok(); ++i) {
      auto number = from.Get<std::int64_t>();
      value.SetInteger(i, value.kind == TypeKind::kBoolean ? number != 0 : number);
    }
  } else if (value.kind == TypeKind::kString) {
    for (std::size_t i = 0; i < value.count() && from.ok(); ++i) value.string(i) = from.GetText();
  }
}

// Kind and sizes.
void PutShape(ByteWriter& to, const Value& value) {
  to.Put(value.kind);
  to.Put<std::uint64_t>(value.sizes.size());
  for (std::int32_t size : value.sizes) to.Put(size);
  if (value.kind != TypeKind::kRecord) return;
  to.Put<std::uint64_t>(value.parts().size());
  for (const Value& part : value.parts()) PutShape(to, part);
}

Value GetShape(ByteReader& from) {
  Value value;
  value.kind = from.Get<TypeKind>();
  auto rank = from.Get<std::uint64_t>();
  for (std::uint64_t i = 0; i < rank && from.ok(); ++i) value.sizes.push_back(from.Get<std::int32_t>());
  std::size_t count = value.count();
  if (value.kind == TypeKind::kRecord) {
    Value::Parts parts;
    auto fields = from.Get<std::uint64_t>();
    for (std::uint64_t i = 0; i < fields && from.ok(); ++i) parts.push_back(GetShape(from));
    value.data = std::move(parts);
  } else if (value.is_real()) {
    if (value.is_scalar())
      value.data = 0.0;
    else
      value.data = Value::Reals(count);
  } else if (value.is_integral()) {
    if (value.is_scalar())
      value.data = std::int64_t{0};
    else
      value.data = Value::Integers(count);
  } else if (value.kind == TypeKind::kString) {
    value.data = Value::Strings(count);
  }
  return value;
}

// In the process that makes the call objects are where they say.
std::shared_ptr<void> Borrowed(void* address) {
  return {address, [](void*) {}};
}

}  // namespace

void PutCall(ByteWriter& to, const ForeignCall& call) {
  to.PutText(call.name);
  to.Put(call.address);
  to.Put(call.is_fortran);
  to.Put<std::uint64_t>(call.arguments.size());
  for (const ForeignArgument& argument : call.arguments) {
    PutShape(to, argument.value);
    PutElements(to, argument.value);
    to.Put(argument.is_output);
    to.Put(argument.is_size);
  }
  to.Put(call.result.has_value());
  if (call.result) PutShape(to, *call.result);
  to.Put(call.destructor);
}

ForeignCall GetCall(ByteReader& from) {
  ForeignCall call;
  call.name = from.GetText();
  call.address = from.Get<void*>();
  call.is_fortran = from.Get<bool>();
  auto count = from.Get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && from.ok(); ++i) {
    ForeignArgument& argument = call.arguments.emplace_back();
    argument.value = GetShape(from);
    GetElements(from, argument.value, Borrowed);
    argument.is_output = from.Get<bool>();
    argument.is_size = from.Get<bool>();
  }
  if (from.Get<bool>()) call.result = GetShape(from);
  call.destructor = from.Get<void*>();
  return call;
}

void PutResults(ByteWriter& to, const ForeignCall& call) {
  for (const ForeignArgument& argument : call.arguments)
    if (argument.is_output) PutElements(to, argument.value);
  if (call.result) PutElements(to, *call.result);
}

void GetResults(ByteReader& from, ForeignCall& call, const std::function<std::shared_ptr<void>(void*)>& own) {
  for (ForeignArgument& argument : call.arguments)
    if (argument.is_output) GetElements(from, argument.value, own);
  if (call.result) GetElements(from, *call.result, own);
  if (from.left() > 0) from.Refuse();
}

}  // namespace mica::code
