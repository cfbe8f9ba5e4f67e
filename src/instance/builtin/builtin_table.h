// The signatures of what the language predefines and what is written as a call: functions, operators, and those
// statements that look like calls (specification 3.7, 8.3.7 to 8.3.8, 9.4, 10.3, 16, 17.1). One table, from which
// arguments are placed, checked and reported alike.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "expression/expr.h"
#include "expression/op.h"

namespace mica::instance {

class BuiltinCalls;

struct BuiltinParameter {
  enum class Kind : std::uint8_t {
    kAny,       // any value, a clock or an external object too
    kData,      // a value: a number, Boolean, String, enumeration value, or a record
    kReal,      // an Integer is converted
    kOnlyReal,  // an Integer is not
    kNumber,    // Real or Integer, which stays what it is
    kSummable,  // a number, or a record, whose class must then have an operator
    kOrdered,   // a number, Boolean or enumeration value
    kInteger,
    kBoolean,
    kString,
    kEnumeration,
    kClock,
    kLevel,  // AssertionLevel
    kPlace,  // not a value: a component or variable, which the operator looks up itself
  };
  enum class Shape : std::uint8_t {
    kAny,
    kScalar,
    kVector,
    kThree /* a vector of size 3 */,
    kMatrix,
    kArray /* at least one dimension */,
    kTwoOrMore /* dimensions */
  };
  enum class Use : std::uint8_t { kRequired, kOptional, kRepeated /* the last one, any number of times, but once */ };

  std::string_view name;  // in the words of the specification; empty: no parameter
  Kind kind = Kind::kAny;
  Shape shape = Shape::kAny;
  Use use = Use::kRequired;
  bool by_name = false;       // may be given by its name; what the specification does not allow to be, may not (3.7)
  bool is_parameter = false;  // must not change during simulation
};

struct Builtin {
  enum class Where : std::uint8_t {
    kAnywhere,
    kModel,      // not in a function (12.2)
    kStatement,  // an equation or statement, without a value
    kModelStatement,
    kWhen,  // such a one in a when-clause
  };
  static constexpr std::size_t kMostParameters = 7;

  std::string_view name;
  std::string_view section;  // of the specification
  Where where;
  // Makes the expression of arguments that were placed and checked. None: the caller does (statements).
  Expr (BuiltinCalls::*make)(Op);
  Op op;
  BuiltinParameter parameters[kMostParameters] = {};

  std::size_t parameter_count() const {
    std::size_t count = 0;
    while (count < kMostParameters && !parameters[count].name.empty()) ++count;
    return count;
  }
  bool has_value() const { return where == Where::kAnywhere || where == Where::kModel; }
};

// Rows of one name stand together: the first one that the arguments fit is meant.
std::span<const Builtin> FindBuiltin(std::string_view name);
// Every name once.
std::span<const std::string_view> BuiltinNames();

}  // namespace mica::instance
