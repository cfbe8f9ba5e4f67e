// Values: what expressions evaluate to. A value has an element type and sizes, as a Type has; sizes are always known,
// and may be 0. Elements lie row-major. An array of records is a record of arrays: each field has the sizes of the
// array in front of its own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "expression/expr.h"

namespace mica {

struct Store;
struct Value;

// A function as a value, with the inputs that have been bound already.
struct FunctionValue {
  FunctionId function;
  std::vector<std::pair<std::size_t, Value>> bound;  // place of the input, value
};

// An external object: what its constructor gave. The environment that made it owns it.
struct ObjectValue {
  std::shared_ptr<void> handle;
};

struct Value {
  using Reals = std::vector<double>;
  using Integers = std::vector<std::int64_t>;  // also Boolean (0, 1) and enumerations (ordinal from 1)
  using Strings = std::vector<std::string>;
  using Parts = std::vector<Value>;  // fields of a record, items of a tuple

  TypeId type;  // of the elements: without sizes
  TypeKind kind = TypeKind::kNone;
  std::vector<std::int32_t> sizes;
  // A scalar number is held directly, an array as a vector. Strings, records and tuples: always a vector.
  std::variant<std::monostate, double, std::int64_t, Reals, Integers, Strings, Parts, std::shared_ptr<FunctionValue>,
               ObjectValue>
      data;

  static Value Real(double value, const Types& types);
  static Value Integer(std::int64_t value, const Types& types);
  static Value Boolean(bool value, const Types& types);
  static Value String(std::string value, const Types& types);
  static Value Enumeration(TypeId type, std::int64_t ordinal);  // from 1
  static Value RealArray(Reals values, std::vector<std::int32_t> sizes, const Types& types);
  static Value IntegerArray(Integers values, std::vector<std::int32_t> sizes, const Types& types);
  // Of the element type, every element 0, false, "" or the first literal; a record's fields likewise (unknown sizes
  // become 0).
  static Value Default(TypeId element, std::vector<std::int32_t> sizes, Types& types);
  // The same for the elements that `model` has, whose records may hold arrays of any sizes.
  static Value Like(const Value& model, std::vector<std::int32_t> sizes, Types& types);

  bool is_scalar() const { return sizes.empty(); }
  std::size_t rank() const { return sizes.size(); }
  std::size_t count() const;  // of elements
  bool is_real() const { return kind == TypeKind::kReal; }
  // Held as integers: Integer, Boolean, enumeration.
  bool is_integral() const {
    return kind == TypeKind::kInteger || kind == TypeKind::kBoolean || kind == TypeKind::kEnumeration;
  }

  // Element i, row-major; of an integral value as a double too.
  double real(std::size_t i = 0) const;
  std::int64_t integer(std::size_t i = 0) const;
  bool boolean(std::size_t i = 0) const { return integer(i) != 0; }
  const std::string& string(std::size_t i = 0) const { return Get<Strings>()[i]; }
  std::string& string(std::size_t i = 0) { return Get<Strings>()[i]; }
  const Parts& parts() const { return Get<Parts>(); }
  Parts& parts() { return Get<Parts>(); }
  // What the value holds, if it holds that; a Check fails otherwise.
  template <class T>
  const T& Get() const {
    const T* held = std::get_if<T>(&data);
    Check(held != nullptr, "a value is of another kind than its use");
    return *held;
  }
  template <class T>
  T& Get() {
    return const_cast<T&>(static_cast<const Value*>(this)->Get<T>());
  }
  void SetReal(std::size_t i, double value);
  void SetInteger(std::size_t i, std::int64_t value);

  // Element i of `from`, of the same kind and element type (or integral into Real), becomes element i of this one.
  void CopyElement(std::size_t to, const Value& from, std::size_t i);

  // Integral elements as Real; anything else unchanged.
  Value ToReal(const Types& types) const;
};

// Equal in type, sizes and elements. NaN differs from itself. Function values and objects are equal when they are the
// same.
bool Equal(const Value& a, const Value& b);

// "1.5", "{1, 2, 3}", "P(x = 1)": for messages and tests.
std::string ValueText(const Value& value, const Types& types, const NameTable& names);

// A literal, or a constructor of literals. Invalid for what has no such form: objects, tuples.
Expr ToExpr(const Value& value, ExprPool& pool);
// The other way; empty if the expression is not made of literals alone (or does not evaluate: an index out of range).
std::optional<Value> FromExpr(Expr e, const Store& store);

// The number of elements that sizes make.
std::size_t CountOf(std::span<const std::int32_t> sizes);

}  // namespace mica
