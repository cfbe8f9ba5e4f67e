// The flat model: the hybrid differential-algebraic equations of one model, arrays and for-equations kept whole. It is
// what the instance tree becomes (flatten.h) and what the structure passes start from. It is immutable once made.
//
// Invariants
// - Every kVar in an expression is a VarId of `variables`; no kLocal, kInstanceName, kInStream or kCardinality is left
// outside functions.
// - Variables are primitive (Real, Integer, Boolean, String, enumeration, Clock, external object): a record is its
// fields, and a record
//   in an expression is a kRecord of them. Sizes are known numbers; a variable may have size 0.
// - A binding, start value or other attribute has the type and sizes of its variable, or is a scalar that holds for
// every element.
// - Iterators are unique to their loop. Ranges of for-equations are literal when structural, else of parameters only.
// - A constant or evaluated parameter keeps its binding (as a literal or constructor of literals) though uses of it
// were replaced.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "expression/store.h"

namespace mica::flat {

enum class Variability : std::uint8_t { kConstant, kParameter, kDiscrete, kContinuous };
enum class Causality : std::uint8_t { kLocal, kInput, kOutput };  // kInput, kOutput: of the top level of the model only
enum class StateSelect : std::uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };

// One step of a variable's path: a.b[2].c is three parts, and `rank` says how many of the variable's leading sizes
// belong to the part.
struct PathPart {
  Name name;
  std::uint32_t rank = 0;
  // Of an array of components that is there in parts, since its elements differ: the subscripts, in the whole array, of
  // those in this part. Rank 1 counts them; with rank 0 there is one.
  std::shared_ptr<const std::vector<std::vector<std::int32_t>>> chosen = nullptr;
};
using Path = std::vector<PathPart>;

struct Variable {
  Path path;
  TypeId type;
  Variability variability =
      Variability::kContinuous;  // declared or implied: Integer, Boolean, String are kDiscrete at most
  Causality causality = Causality::kLocal;
  bool is_protected = false;
  bool is_final = false;  // a parameter that --set must not change
  bool is_evaluated =
      false;  // a parameter whose value was used to build the model: --set must say that it needs translation
  bool is_flow = false;
  bool is_discrete_declared = false;     // declared `discrete`
  Expr binding;                          // invalid: none
  bool binding_is_start = false;         // parameter without binding: its start value serves, with a warning
  Expr start, fixed, nominal, min, max;  // invalid: not given
  Expr unit, display_unit, quantity;     // String literals
  StateSelect state_select = StateSelect::kDefault;
  std::string comment;
  Span span;  // of the declaration
  Span binding_span, start_span;
};

// Where an equation came from, for messages and the text forms.
struct Origin {
  Path component;  // empty: the top of the model
  Span span;
  // Made by a connection set, a binding, … rather than written: a short word for it, else empty.
  std::string_view made_by;
};

struct Equation;

struct EquationBranch {
  Expr condition;  // invalid: else
  std::vector<Equation> equations;
};

struct Equation {
  enum class Kind : std::uint8_t {
    kEqual,       // left = right, arrays and records element by element
    kTupleEqual,  // (targets…) = right, a kCall of tuple type; an invalid target is left out
    kFor,         // for iterator in left: branches[0].equations
    kIf,    // branches; those without an else have no equations there. The number of equations agrees unless parameters
            // decide.
    kWhen,  // branches: when, elsewhen. Inside: kEqual (left is a variable), kTupleEqual, kIf, kFor, kReinit, kAssert,
            // … With a Clock for its condition: one branch of equations of any kind but kWhen.
    kState,   // branches[0]: equations of a state of a state machine, and when it is active; at other ticks what they
              // determine stays as it is
    kReinit,  // reinit(left, right)
    kAssert,  // targets: condition, message, level
    kTerminate,  // left: message
    kCall,       // left: a kCall for its effect
  };
  Kind kind = Kind::kEqual;
  Expr left, right;
  Expr iterator;
  std::vector<Expr> targets;
  std::vector<EquationBranch> branches;
  Origin origin;
};

struct Algorithm {
  std::vector<Statement> statements;
  Origin origin;
};

struct Experiment {
  double start_time = 0, stop_time = 1, tolerance = 1e-6, interval = 0;  // interval 0: not given
  bool has_stop_time = false;
};

struct Model {
  std::string name;  // qualified class name
  std::string comment;
  IdVector<VarId, Variable> variables;
  std::vector<Equation> equations, initial_equations;
  std::vector<Algorithm> algorithms, initial_algorithms;
  Experiment experiment;
  Span span;
};

// "a.b[2].c" of one element; without `element`: "a.b.c", or with ranks shown as "a.b[:].c".
std::string PathText(const Path& path, const NameTable& names);
// The name of one scalar of the variable: subscripts are put where they belong in the path. `element` has one number
// per dimension.
std::string ElementName(const Variable& variable, std::span<const std::int32_t> element, const NameTable& names);

// Counts as Dymola's check does: scalars of unknowns, and of equations and algorithm outputs.
struct Counts {
  std::int64_t unknowns = 0, equations = 0;
};
Counts CountScalars(const Model& model, const Store& store);

}  // namespace mica::flat
