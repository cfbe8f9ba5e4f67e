// Functions and statements: what algorithms of models and bodies of functions are made of, over typed expressions. The
// interpreter, the symbolic passes and code generation all work on these.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "expression/expr.h"

namespace mica {

struct Statement;

struct StatementBranch {
  Expr condition;  // invalid: else
  std::vector<Statement> body;
};

struct Statement {
  enum class Kind : std::uint8_t {
    kAssign,       // targets[0] := value. A target is kVar, kScalar or kLocal under kIndex and kField.
    kTupleAssign,  // (targets…) := value, a kCall of tuple type; an invalid target is left out
    kCall,         // value, a kCall for its effect
    kIf,           // branches
    kFor,          // iterator in value: branches[0].body
    kWhile,        // branches[0]
    kWhen,         // branches: when, elsewhen…; in models only
    kBreak,
    kReturn,
    kAssert,     // targets: condition, message, level (an enumeration literal of AssertionLevel: 1 warning, 2 error)
    kTerminate,  // value: message
    kReinit,     // targets[0] is set to value
  };
  Kind kind = Kind::kAssign;
  std::vector<Expr> targets;
  Expr value;
  Expr iterator;
  std::vector<StatementBranch> branches;
  Span span;
};

enum class FunctionRole : std::uint8_t { kInput, kOutput, kProtected };

struct FunctionVariable {
  Name name;
  FunctionRole role = FunctionRole::kProtected;
  TypeId type;              // sizes that depend on inputs are kUnknownSize, and then given by `sizes`
  std::vector<Expr> sizes;  // one per dimension; kColon for `:` (an input: any size; otherwise: set by assignment)
  Expr binding;  // default of an input, start value of the others; may be invalid. Over kLocal of this function.
  bool is_constant = false;
  Span span;
};

struct ExternalCall {
  std::string language;         // "C", "builtin", "FORTRAN 77"
  std::string name;             // of the foreign function
  Expr result;                  // the variable that takes the return value; invalid: none
  std::vector<Expr> arguments;  // kLocal, kSize of one, literals, expressions; outputs are passed by reference
  std::vector<std::string> libraries, includes, include_directories,
      library_directories;         // of the annotation, resolved to paths/text
  std::string resource_directory;  // of the library that declares the function: where Resources/ is, or empty
};

struct FunctionDerivative {
  FunctionId function;
  int order = 1;
  std::vector<std::size_t> zero_derivative, no_derivative;  // places of inputs
};

struct FunctionInverse {
  FunctionId function;
  std::size_t input = 0;        // the input that it computes
  std::vector<Expr> arguments;  // over kLocal of the function that has the inverse
};

enum class InlineKind : std::uint8_t { kUnset, kNever, kInline, kLateInline, kAfterIndexReduction };

struct Function {
  Name name;                                // fully qualified
  std::vector<FunctionVariable> variables;  // inputs first, in order, then outputs, in order, then the rest
  std::size_t input_count = 0, output_count = 0;
  std::vector<Statement> body;
  bool is_external = false;
  ExternalCall external;
  bool is_impure = false;
  bool is_record_constructor = false;  // inputs are the fields; the one output is the record
  InlineKind inlining = InlineKind::kUnset;
  int smooth_order = -1;  // of the annotation; -1: not given
  std::vector<FunctionDerivative> derivatives;
  std::vector<FunctionInverse> inverses;
  Span span;

  const FunctionVariable& input(std::size_t i) const { return variables[i]; }
  const FunctionVariable& output(std::size_t i) const { return variables[input_count + i]; }
};

}  // namespace mica
