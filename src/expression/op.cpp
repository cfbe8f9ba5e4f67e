// The table of op.h: one line per node kind, in the order of the enumeration.
#include "expression/op.h"

#include <iterator>

#include "base/check.h"

namespace mica {

namespace {

struct Entry {
  Op op;
  std::string_view name;
  OpClass op_class;
};

constexpr Entry kTable[] = {
    {Op::kReal, "Real", OpClass::kLiteral},
    {Op::kInteger, "Integer", OpClass::kLiteral},
    {Op::kBoolean, "Boolean", OpClass::kLiteral},
    {Op::kString, "String", OpClass::kLiteral},
    {Op::kEnumLiteral, "enumLiteral", OpClass::kLiteral},

    {Op::kTime, "time", OpClass::kReference},
    {Op::kVar, "var", OpClass::kReference},
    {Op::kScalar, "scalar", OpClass::kReference},
    {Op::kLocal, "local", OpClass::kReference},
    {Op::kIterator, "iterator", OpClass::kReference},
    {Op::kColon, ":", OpClass::kReference},
    {Op::kFunction, "function", OpClass::kReference},
    {Op::kPartial, "partial", OpClass::kReference},

    {Op::kArray, "array", OpClass::kStructure},
    {Op::kRange, "range", OpClass::kStructure},
    {Op::kIndex, "index", OpClass::kStructure},
    {Op::kRecord, "record", OpClass::kStructure},
    {Op::kField, "field", OpClass::kStructure},
    {Op::kTupleItem, "tupleItem", OpClass::kStructure},
    {Op::kCall, "call", OpClass::kStructure},
    {Op::kCallValue, "callValue", OpClass::kStructure},
    {Op::kArrayFor, "array", OpClass::kStructure},
    {Op::kSumFor, "sum", OpClass::kStructure},
    {Op::kProductFor, "product", OpClass::kStructure},
    {Op::kMinFor, "min", OpClass::kStructure},
    {Op::kMaxFor, "max", OpClass::kStructure},

    {Op::kNeg, "-", OpClass::kOperator},
    {Op::kNot, "not", OpClass::kOperator},
    {Op::kAdd, "+", OpClass::kOperator},
    {Op::kSub, "-", OpClass::kOperator},
    {Op::kMul, "*", OpClass::kOperator},
    {Op::kDiv, "/", OpClass::kOperator},
    {Op::kPow, "^", OpClass::kOperator},
    {Op::kAnd, "and", OpClass::kOperator},
    {Op::kOr, "or", OpClass::kOperator},
    {Op::kMatMul, "*", OpClass::kOperator},
    {Op::kMatPow, "^", OpClass::kOperator},
    {Op::kLess, "<", OpClass::kRelation},
    {Op::kLessEqual, "<=", OpClass::kRelation},
    {Op::kGreater, ">", OpClass::kRelation},
    {Op::kGreaterEqual, ">=", OpClass::kRelation},
    {Op::kEqual, "==", OpClass::kRelation},
    {Op::kNotEqual, "<>", OpClass::kRelation},
    {Op::kIf, "if", OpClass::kOperator},
    {Op::kToReal, "Real", OpClass::kConversion},

    {Op::kSin, "sin", OpClass::kMath},
    {Op::kCos, "cos", OpClass::kMath},
    {Op::kTan, "tan", OpClass::kMath},
    {Op::kAsin, "asin", OpClass::kMath},
    {Op::kAcos, "acos", OpClass::kMath},
    {Op::kAtan, "atan", OpClass::kMath},
    {Op::kAtan2, "atan2", OpClass::kMath},
    {Op::kSinh, "sinh", OpClass::kMath},
    {Op::kCosh, "cosh", OpClass::kMath},
    {Op::kTanh, "tanh", OpClass::kMath},
    {Op::kExp, "exp", OpClass::kMath},
    {Op::kLog, "log", OpClass::kMath},
    {Op::kLog10, "log10", OpClass::kMath},
    {Op::kSqrt, "sqrt", OpClass::kMath},
    {Op::kAbs, "abs", OpClass::kMath},
    {Op::kSign, "sign", OpClass::kMath},
    {Op::kMin, "min", OpClass::kMath},
    {Op::kMax, "max", OpClass::kMath},

    {Op::kDivide, "div", OpClass::kEventMath},
    {Op::kMod, "mod", OpClass::kEventMath},
    {Op::kRem, "rem", OpClass::kEventMath},
    {Op::kCeil, "ceil", OpClass::kEventMath},
    {Op::kFloor, "floor", OpClass::kEventMath},
    {Op::kIntegerOf, "integer", OpClass::kEventMath},

    {Op::kOrdinal, "Integer", OpClass::kConversion},
    {Op::kEnumValue, "enumValue", OpClass::kConversion},
    {Op::kStringOf, "String", OpClass::kConversion},

    {Op::kSize, "size", OpClass::kArray},
    {Op::kSumOf, "sum", OpClass::kArray},
    {Op::kProductOf, "product", OpClass::kArray},
    {Op::kMinOf, "min", OpClass::kArray},
    {Op::kMaxOf, "max", OpClass::kArray},
    {Op::kFill, "fill", OpClass::kArray},
    {Op::kIdentity, "identity", OpClass::kArray},
    {Op::kDiagonal, "diagonal", OpClass::kArray},
    {Op::kLinspace, "linspace", OpClass::kArray},
    {Op::kTranspose, "transpose", OpClass::kArray},
    {Op::kOuterProduct, "outerProduct", OpClass::kArray},
    {Op::kSymmetric, "symmetric", OpClass::kArray},
    {Op::kCross, "cross", OpClass::kArray},
    {Op::kSkew, "skew", OpClass::kArray},
    {Op::kCat, "cat", OpClass::kArray},
    {Op::kPromote, "promote", OpClass::kArray},
    {Op::kScalarOf, "scalar", OpClass::kArray},
    {Op::kVectorOf, "vector", OpClass::kArray},
    {Op::kMatrixOf, "matrix", OpClass::kArray},

    {Op::kDer, "der", OpClass::kEvent},
    {Op::kPre, "pre", OpClass::kEvent},
    {Op::kPrevious, "previous", OpClass::kClock},
    {Op::kEdge, "edge", OpClass::kEvent},
    {Op::kChange, "change", OpClass::kEvent},
    {Op::kInitial, "initial", OpClass::kEvent},
    {Op::kTerminal, "terminal", OpClass::kEvent},
    {Op::kSample, "sample", OpClass::kEvent},
    {Op::kNoEvent, "noEvent", OpClass::kEvent},
    {Op::kSmooth, "smooth", OpClass::kEvent},
    {Op::kHomotopy, "homotopy", OpClass::kEvent},
    {Op::kSemiLinear, "semiLinear", OpClass::kEvent},
    {Op::kDelay, "delay", OpClass::kEvent},
    {Op::kHeld, "held", OpClass::kEvent},
    {Op::kSpatialDistribution, "spatialDistribution", OpClass::kEvent},
    {Op::kCardinality, "cardinality", OpClass::kOther},
    {Op::kInStream, "inStream", OpClass::kOther},
    {Op::kActualStream, "actualStream", OpClass::kOther},
    {Op::kReinit, "reinit", OpClass::kEvent},

    {Op::kClockOf, "Clock", OpClass::kClock},
    {Op::kSampleClocked, "sample", OpClass::kClock},
    {Op::kHold, "hold", OpClass::kClock},
    {Op::kSubSample, "subSample", OpClass::kClock},
    {Op::kSuperSample, "superSample", OpClass::kClock},
    {Op::kShiftSample, "shiftSample", OpClass::kClock},
    {Op::kBackSample, "backSample", OpClass::kClock},
    {Op::kNoClock, "noClock", OpClass::kClock},
    {Op::kInterval, "interval", OpClass::kClock},
    {Op::kFirstTick, "firstTick", OpClass::kClock},
    {Op::kActiveState, "activeState", OpClass::kClock},
    {Op::kTicksInState, "ticksInState", OpClass::kClock},
    {Op::kTimeInState, "timeInState", OpClass::kClock},

    {Op::kInstanceName, "getInstanceName", OpClass::kOther},
    {Op::kError, "error", OpClass::kOther},
};

consteval bool IsInOrder() {
  for (std::size_t i = 0; i < std::size(kTable); ++i)
    if (static_cast<std::size_t>(kTable[i].op) != i) return false;
  return std::size(kTable) == static_cast<std::size_t>(Op::kCount);
}
static_assert(IsInOrder(), "the table has one line per enumerator of Op, in their order");

const Entry& Find(Op op) {
  Check(op < Op::kCount, "not an op");
  return kTable[static_cast<std::size_t>(op)];
}

}  // namespace

std::string_view OpName(Op op) { return Find(op).name; }
std::optional<Op> FindMathOp(std::string_view name) {
  for (const Entry& entry : kTable)
    if ((entry.op_class == OpClass::kMath || entry.op_class == OpClass::kEventMath) && entry.name == name)
      return entry.op;
  return std::nullopt;
}

OpClass ClassOf(Op op) { return Find(op).op_class; }

}  // namespace mica
