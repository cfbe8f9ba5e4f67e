// The kinds of expression nodes: literals, references, operators and the built-in functions of the language, in one
// list. The table in op.cpp gives each its name in Modelica text and its class.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mica {

enum class Op : std::uint16_t {
  // Literals. payload: the bits of the double; the integer; 0/1; a Name; (EnumId << 32 | literal from 1) in the type
  // and payload.
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumLiteral,

  // References.
  kTime,
  kVar,     // payload: VarId. A variable of the model, whole: its type has the sizes of all enclosing component arrays.
  kScalar,  // payload: ScalarId. A scalar unknown or parameter, after scalarising (structure).
  kLocal,   // payload: index into Function::variables.
  kIterator,  // payload: IteratorId. Of a for-equation, for-statement, comprehension or reduction; unique to its loop.
  kColon,     // `:` as a subscript.
  kFunction,  // payload: FunctionId. A function as an argument; args: bound arguments by place, see kPartial.
  kPartial,   // payload: FunctionId. function f(b = …): args are pairs (Integer literal: place of the input, value).

  // Arrays, records, tuples.
  kArray,      // {a, b, …}: stacks args along a new first dimension (of a typed empty array: no args).
  kRange,      // args: start, step, stop (step always there).
  kIndex,      // args: base, one subscript per leading dimension: an Integer/enum/Boolean scalar, an Integer vector, or
               // kColon.
  kRecord,     // args: the fields in order. With array sizes: each field has them in front (structure of arrays).
  kField,      // payload: place of the field. args: record. A record array gives the array of fields.
  kTupleItem,  // payload: place of the output. args: a kCall of tuple type.
  kCall,       // payload: FunctionId. args: all inputs in order, defaults filled in.
  kCallValue,  // args: an expression of function type, then the arguments: the call of a function that is itself an
               // argument.
  kArrayFor,   // args: body, then pairs iterator, range; the first pair is the first dimension of the result. (The text
               // {e for i in r, j in s} means {{e for i in r} for j in s}: its last iterator comes first here.)
  kSumFor,
  kProductFor,
  kMinFor,
  kMaxFor,  // the same arguments; scalars.

  // Operators. Arrays: element by element; a scalar side is broadcast. Integer args give Integer, except kDiv and kPow:
  // Real.
  kNeg,
  kNot,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kPow,
  kAnd,
  kOr,
  kMatMul,  // vector·vector (scalar), matrix·vector, vector·matrix, matrix·matrix
  kMatPow,  // square matrix ^ non-negative Integer
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kIf,      // args: condition, then, else
  kToReal,  // Integer to Real, of any rank

  // Mathematical functions of scalars.
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kSinh,
  kCosh,
  kTanh,
  kExp,
  kLog,
  kLog10,
  kSqrt,
  kAbs,
  kSign,
  kMin,
  kMax,  // two scalars; of an array: kMinOf, kMaxOf
  // Those that step and so trigger events outside noEvent (the specification, 3.7.2).
  kDivide,  // div(x, y)
  kMod,
  kRem,
  kCeil,
  kFloor,
  kIntegerOf,  // integer(x)

  // Conversions.
  kOrdinal,    // Integer(e) of an enumeration value
  kEnumValue,  // E(i): enumeration value of an Integer
  kStringOf,   // String(value, args: minimumLength, leftJustified, significantDigits) or with a format (payload 1: args
               // value, format)

  // Arrays.
  kSize,  // size(a, k): args a, k; size(a) has been made an array of those
  kSumOf,
  kProductOf,
  kMinOf,
  kMaxOf,
  kFill,  // args: value, one Integer per dimension. zeros, ones are this.
  kIdentity,
  kDiagonal,
  kLinspace,
  kTranspose,
  kOuterProduct,
  kSymmetric,
  kCross,
  kSkew,
  kCat,      // args: k (literal Integer), arrays
  kPromote,  // args: array, rank: sizes of 1 added at the end
  kScalarOf,
  kVectorOf,
  kMatrixOf,

  // Derivatives, events, time.
  kDer,
  kPre,
  kPrevious,
  kEdge,
  kChange,
  kInitial,
  kTerminal,
  kSample,  // sample(start, interval)
  kNoEvent,
  kSmooth /* args: order, expression */,
  kHomotopy /* actual, simplified */,
  kSemiLinear,
  kDelay,  // args: expression, delayTime[, delayMax]; payload: which delay buffer, once structure has numbered them
  kHeld,   // payload: HeldId of structure. args: a relation or an event function (floor, div, …). Evaluated and stored
           // at events,
           // read back between them; made by structure from what stands outside noEvent.
  kSpatialDistribution,
  kCardinality,
  kInStream,
  kActualStream,
  kReinit,  // only as a statement of a when-clause

  // Synchronous language elements.
  kClockOf /* Clock(…) */,
  kSampleClocked /* sample(u, clock) */,
  kHold,
  kSubSample,
  kSuperSample,
  kShiftSample,
  kBackSample,
  kNoClock,
  kInterval,
  kFirstTick,
  kActiveState,
  kTicksInState,
  kTimeInState,

  kInstanceName,  // getInstanceName(), made a string literal when flattened
  kError,         // stands where an expression could not be typed; a diagnostic was reported

  kCount
};

enum class OpClass : std::uint8_t {
  kLiteral,
  kReference,
  kStructure,
  kOperator,
  kRelation,
  kMath,
  kEventMath,
  kConversion,
  kArray,
  kEvent,
  kClock,
  kOther
};

// The op of a function of section 3.7.3 by its name, as `external "builtin"` functions call them; empty if there is
// none.
std::optional<Op> FindMathOp(std::string_view name);

std::string_view OpName(
    Op op);  // as in Modelica text: "+", "sin", "pre"; for nodes without a text form, the enumerator's word
OpClass ClassOf(Op op);

inline bool IsLiteral(Op op) { return op <= Op::kEnumLiteral; }
inline bool IsRelation(Op op) { return op >= Op::kLess && op <= Op::kNotEqual; }
inline bool IsReduction(Op op) { return op >= Op::kArrayFor && op <= Op::kMaxFor; }

}  // namespace mica
