#include "instance/builtin/builtin_table.h"

#include <algorithm>
#include <vector>

#include "instance/builtin/builtin_call.h"

namespace mica::instance {

namespace {

using Kind = BuiltinParameter::Kind;
using Shape = BuiltinParameter::Shape;
using Use = BuiltinParameter::Use;
using Where = Builtin::Where;

constexpr BuiltinParameter Take(std::string_view name, Kind kind, Shape shape = Shape::kAny) {
  return {name, kind, shape};
}
constexpr BuiltinParameter One(std::string_view name, Kind kind) { return {name, kind, Shape::kScalar}; }
constexpr BuiltinParameter Optional(BuiltinParameter p) {
  p.use = Use::kOptional;
  return p;
}
constexpr BuiltinParameter Repeated(BuiltinParameter p) {
  p.use = Use::kRepeated;
  return p;
}
constexpr BuiltinParameter Named(BuiltinParameter p) {
  p.by_name = true;
  return p;
}
constexpr BuiltinParameter Fixed(BuiltinParameter p) {
  p.is_parameter = true;
  return p;
}

}  // namespace

const Builtin BuiltinCalls::kTable[] = {
    // Elementary functions, of each element.
    {"sin", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kSin, {Take("x", Kind::kReal)}},
    {"cos", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kCos, {Take("x", Kind::kReal)}},
    {"tan", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kTan, {Take("x", Kind::kReal)}},
    {"asin", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kAsin, {Take("x", Kind::kReal)}},
    {"acos", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kAcos, {Take("x", Kind::kReal)}},
    {"atan", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kAtan, {Take("x", Kind::kReal)}},
    {"atan2",
     "3.7.3",
     Where::kAnywhere,
     &BuiltinCalls::Numbers,
     Op::kAtan2,
     {Take("y", Kind::kReal), Take("x", Kind::kReal)}},
    {"sinh", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kSinh, {Take("x", Kind::kReal)}},
    {"cosh", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kCosh, {Take("x", Kind::kReal)}},
    {"tanh", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kTanh, {Take("x", Kind::kReal)}},
    {"exp", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kExp, {Take("x", Kind::kReal)}},
    {"log", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kLog, {Take("x", Kind::kReal)}},
    {"log10", "3.7.3", Where::kAnywhere, &BuiltinCalls::Math, Op::kLog10, {Take("x", Kind::kReal)}},
    {"sqrt", "3.7.1", Where::kAnywhere, &BuiltinCalls::Math, Op::kSqrt, {Take("v", Kind::kReal)}},
    {"abs", "3.7.1", Where::kAnywhere, &BuiltinCalls::SameType, Op::kAbs, {Take("v", Kind::kNumber)}},
    {"sign", "3.7.1", Where::kAnywhere, &BuiltinCalls::ToInteger, Op::kSign, {Take("v", Kind::kReal)}},
    {"div",
     "3.7.2",
     Where::kAnywhere,
     &BuiltinCalls::Numbers,
     Op::kDivide,
     {Take("x", Kind::kNumber), Take("y", Kind::kNumber)}},
    {"mod",
     "3.7.2",
     Where::kAnywhere,
     &BuiltinCalls::Numbers,
     Op::kMod,
     {Take("x", Kind::kNumber), Take("y", Kind::kNumber)}},
    {"rem",
     "3.7.2",
     Where::kAnywhere,
     &BuiltinCalls::Numbers,
     Op::kRem,
     {Take("x", Kind::kNumber), Take("y", Kind::kNumber)}},
    {"ceil", "3.7.2", Where::kAnywhere, &BuiltinCalls::Math, Op::kCeil, {Take("x", Kind::kReal)}},
    {"floor", "3.7.2", Where::kAnywhere, &BuiltinCalls::Math, Op::kFloor, {Take("x", Kind::kReal)}},
    {"integer", "3.7.2", Where::kAnywhere, &BuiltinCalls::ToInteger, Op::kIntegerOf, {Take("x", Kind::kReal)}},

    // Conversions. The options of String have names; that they come by place too is an old habit of libraries.
    {"Integer", "3.7.1", Where::kAnywhere, &BuiltinCalls::ToInteger, Op::kOrdinal, {Take("e", Kind::kEnumeration)}},
    {"String",
     "3.7.1",
     Where::kAnywhere,
     &BuiltinCalls::String,
     Op::kStringOf,
     {One("r", Kind::kOnlyReal), Optional(Named(One("significantDigits", Kind::kInteger))),
      Optional(Named(One("minimumLength", Kind::kInteger))), Optional(Named(One("leftJustified", Kind::kBoolean)))}},
    {"String",
     "3.7.1",
     Where::kAnywhere,
     &BuiltinCalls::String,
     Op::kStringOf,
     {One("v", Kind::kData), Optional(Named(One("minimumLength", Kind::kInteger))),
      Optional(Named(One("leftJustified", Kind::kBoolean))),
      Optional(Named(One("significantDigits", Kind::kInteger)))}},
    {"String",
     "3.7.1",
     Where::kAnywhere,
     &BuiltinCalls::Format,
     Op::kStringOf,
     {One("v", Kind::kNumber), Named(One("format", Kind::kString))}},

    // Arrays.
    {"min", "10.3.4", Where::kAnywhere, &BuiltinCalls::Reduce, Op::kMinOf, {Take("A", Kind::kOrdered, Shape::kArray)}},
    {"min",
     "3.7.1",
     Where::kAnywhere,
     &BuiltinCalls::MinMax,
     Op::kMin,
     {One("x", Kind::kOrdered), One("y", Kind::kOrdered)}},
    {"max", "10.3.4", Where::kAnywhere, &BuiltinCalls::Reduce, Op::kMaxOf, {Take("A", Kind::kOrdered, Shape::kArray)}},
    {"max",
     "3.7.1",
     Where::kAnywhere,
     &BuiltinCalls::MinMax,
     Op::kMax,
     {One("x", Kind::kOrdered), One("y", Kind::kOrdered)}},
    {"sum", "10.3.4", Where::kAnywhere, &BuiltinCalls::Reduce, Op::kSumOf, {Take("A", Kind::kSummable)}},
    {"product", "10.3.4", Where::kAnywhere, &BuiltinCalls::Reduce, Op::kProductOf, {Take("A", Kind::kSummable)}},
    {"size",
     "10.3.1",
     Where::kAnywhere,
     &BuiltinCalls::Size,
     Op::kSize,
     {Take("A", Kind::kAny), Optional(One("i", Kind::kInteger))}},
    {"ndims", "10.3.1", Where::kAnywhere, &BuiltinCalls::Size, Op::kCount, {Take("A", Kind::kAny)}},
    {"scalar", "10.3.2", Where::kAnywhere, &BuiltinCalls::Shape, Op::kScalarOf, {Take("A", Kind::kAny)}},
    {"vector", "10.3.2", Where::kAnywhere, &BuiltinCalls::Shape, Op::kVectorOf, {Take("A", Kind::kAny)}},
    {"matrix", "10.3.2", Where::kAnywhere, &BuiltinCalls::Shape, Op::kMatrixOf, {Take("A", Kind::kAny)}},
    {"promote",
     "10.3.1",
     Where::kAnywhere,
     &BuiltinCalls::Promote,
     Op::kPromote,
     {Take("A", Kind::kAny), One("n", Kind::kInteger)}},
    {"cat",
     "10.4.2",
     Where::kAnywhere,
     &BuiltinCalls::Join,
     Op::kCat,
     {One("k", Kind::kInteger), Repeated(Take("A", Kind::kAny))}},
    {"array", "10.4", Where::kAnywhere, &BuiltinCalls::Join, Op::kArray, {Repeated(Take("A", Kind::kAny))}},
    {"zeros", "10.3.3", Where::kAnywhere, &BuiltinCalls::Fill, Op::kFill, {Repeated(One("n", Kind::kInteger))}},
    {"ones", "10.3.3", Where::kAnywhere, &BuiltinCalls::Fill, Op::kFill, {Repeated(One("n", Kind::kInteger))}},
    {"fill",
     "10.3.3",
     Where::kAnywhere,
     &BuiltinCalls::Fill,
     Op::kFill,
     {Take("s", Kind::kAny), Repeated(One("n", Kind::kInteger))}},
    {"identity", "10.3.3", Where::kAnywhere, &BuiltinCalls::Identity, Op::kIdentity, {One("n", Kind::kInteger)}},
    {"diagonal",
     "10.3.3",
     Where::kAnywhere,
     &BuiltinCalls::Matrixlike,
     Op::kDiagonal,
     {Take("v", Kind::kNumber, Shape::kVector)}},
    {"linspace",
     "10.3.3",
     Where::kAnywhere,
     &BuiltinCalls::Linspace,
     Op::kLinspace,
     {One("x1", Kind::kReal), One("x2", Kind::kReal), One("n", Kind::kInteger)}},
    {"transpose",
     "10.3.5",
     Where::kAnywhere,
     &BuiltinCalls::Matrixlike,
     Op::kTranspose,
     {Take("A", Kind::kAny, Shape::kTwoOrMore)}},
    {"outerProduct",
     "10.3.5",
     Where::kAnywhere,
     &BuiltinCalls::Matrixlike,
     Op::kOuterProduct,
     {Take("x", Kind::kNumber, Shape::kVector), Take("y", Kind::kNumber, Shape::kVector)}},
    {"symmetric",
     "10.3.5",
     Where::kAnywhere,
     &BuiltinCalls::Matrixlike,
     Op::kSymmetric,
     {Take("A", Kind::kData, Shape::kMatrix)}},
    {"cross",
     "10.3.5",
     Where::kAnywhere,
     &BuiltinCalls::Matrixlike,
     Op::kCross,
     {Take("x", Kind::kReal, Shape::kThree), Take("y", Kind::kReal, Shape::kThree)}},
    {"skew", "10.3.5", Where::kAnywhere, &BuiltinCalls::Matrixlike, Op::kSkew, {Take("x", Kind::kReal, Shape::kThree)}},

    // Events, derivatives, time, connections.
    {"noEvent", "3.7.5", Where::kAnywhere, &BuiltinCalls::SameType, Op::kNoEvent, {Take("expr", Kind::kData)}},
    {"smooth",
     "3.7.5",
     Where::kAnywhere,
     &BuiltinCalls::Smooth,
     Op::kSmooth,
     {One("p", Kind::kInteger), Take("expr", Kind::kData)}},
    {"homotopy",
     "3.7.4",
     Where::kAnywhere,
     &BuiltinCalls::Homotopy,
     Op::kHomotopy,
     {Named(Take("actual", Kind::kReal)), Named(Take("simplified", Kind::kReal))}},
    {"semiLinear",
     "3.7.4",
     Where::kAnywhere,
     &BuiltinCalls::Numbers,
     Op::kSemiLinear,
     {Take("x", Kind::kReal), Take("k+", Kind::kReal), Take("k-", Kind::kReal)}},
    {"getInstanceName", "3.7.4", Where::kAnywhere, &BuiltinCalls::InstanceName, Op::kInstanceName},
    {"der", "3.7.4", Where::kModel, &BuiltinCalls::Derivative, Op::kDer, {Take("expr", Kind::kReal)}},
    {"pre", "3.7.5", Where::kModel, &BuiltinCalls::Pre, Op::kPre, {Take("y", Kind::kData)}},
    {"edge", "3.7.5", Where::kModel, &BuiltinCalls::Pre, Op::kEdge, {Take("b", Kind::kBoolean)}},
    {"change", "3.7.5", Where::kModel, &BuiltinCalls::Pre, Op::kChange, {Take("v", Kind::kData)}},
    {"initial", "3.7.5", Where::kModel, &BuiltinCalls::Predicate, Op::kInitial},
    {"terminal", "3.7.5", Where::kModel, &BuiltinCalls::Predicate, Op::kTerminal},
    {"sample",
     "3.7.5",
     Where::kModel,
     &BuiltinCalls::Sample,
     Op::kSample,
     {Fixed(One("start", Kind::kReal)), Fixed(One("interval", Kind::kReal))}},
    {"sample",
     "16.5.1",
     Where::kModel,
     &BuiltinCalls::Convert,
     Op::kSampleClocked,
     {Take("u", Kind::kData), Optional(Named(One("clock", Kind::kClock)))}},
    {"delay",
     "3.7.2",
     Where::kModel,
     &BuiltinCalls::Delay,
     Op::kDelay,
     {Take("expr", Kind::kReal), One("delayTime", Kind::kReal), Optional(One("delayMax", Kind::kReal))}},
    {"spatialDistribution",
     "3.7.4",
     Where::kModel,
     &BuiltinCalls::FirstOfDistribution,
     Op::kSpatialDistribution,
     {Named(Take("in0", Kind::kReal)), Named(Take("in1", Kind::kReal)), Named(One("x", Kind::kReal)),
      Named(One("positiveVelocity", Kind::kBoolean)), Optional(Named(Fixed(Take("initialPoints", Kind::kReal)))),
      Optional(Named(Fixed(Take("initialValues", Kind::kReal))))}},
    {"cardinality", "3.7.4", Where::kModel, &BuiltinCalls::OfConnection, Op::kCardinality, {Take("c", Kind::kPlace)}},
    {"rooted", "9.4", Where::kModel, &BuiltinCalls::OfConnection, Op::kCount, {Take("R", Kind::kPlace)}},
    {"inStream", "15.2", Where::kModel, &BuiltinCalls::Stream, Op::kInStream, {Take("v", Kind::kReal)}},
    {"actualStream", "15.3", Where::kModel, &BuiltinCalls::Stream, Op::kActualStream, {Take("v", Kind::kReal)}},

    // Clocked equations. Arguments with names of several letters may be given by them (16.5.2).
    {"Clock", "16.3", Where::kModel, &BuiltinCalls::InferredClock, Op::kClockOf},
    {"Clock",
     "16.3",
     Where::kModel,
     &BuiltinCalls::RationalClock,
     Op::kClockOf,
     {Named(One("intervalCounter", Kind::kInteger)), Optional(Named(One("resolution", Kind::kInteger)))}},
    {"Clock", "16.3", Where::kModel, &BuiltinCalls::RealClock, Op::kClockOf, {Named(One("interval", Kind::kReal))}},
    {"Clock",
     "16.3",
     Where::kModel,
     &BuiltinCalls::EventClock,
     Op::kClockOf,
     {Named(One("condition", Kind::kBoolean)), Optional(Named(One("startInterval", Kind::kReal)))}},
    {"Clock",
     "16.3",
     Where::kModel,
     &BuiltinCalls::SolverClock,
     Op::kClockOf,
     {Named(One("c", Kind::kClock)), Optional(Named(Fixed(One("solverMethod", Kind::kString))))}},
    {"hold", "16.5.1", Where::kModel, &BuiltinCalls::Hold, Op::kHold, {Take("u", Kind::kData)}},
    {"previous", "16.4", Where::kModel, &BuiltinCalls::Hold, Op::kPrevious, {Take("u", Kind::kData)}},
    {"noClock", "16.5.1", Where::kModel, &BuiltinCalls::Convert, Op::kNoClock, {Take("u", Kind::kData)}},
    {"subSample",
     "16.5.2",
     Where::kModel,
     &BuiltinCalls::Resample,
     Op::kSubSample,
     {Take("u", Kind::kAny), Optional(Named(One("factor", Kind::kInteger)))}},
    {"superSample",
     "16.5.2",
     Where::kModel,
     &BuiltinCalls::Resample,
     Op::kSuperSample,
     {Take("u", Kind::kAny), Optional(Named(One("factor", Kind::kInteger)))}},
    {"shiftSample",
     "16.5.2",
     Where::kModel,
     &BuiltinCalls::Shift,
     Op::kShiftSample,
     {Take("u", Kind::kAny), Named(One("shiftCounter", Kind::kInteger)),
      Optional(Named(One("resolution", Kind::kInteger)))}},
    {"backSample",
     "16.5.2",
     Where::kModel,
     &BuiltinCalls::Shift,
     Op::kBackSample,
     {Take("u", Kind::kAny), Named(One("backCounter", Kind::kInteger)),
      Optional(Named(One("resolution", Kind::kInteger)))}},
    {"interval", "16.10", Where::kModel, &BuiltinCalls::OfClock, Op::kInterval, {Optional(Take("u", Kind::kAny))}},
    {"firstTick", "16.10", Where::kModel, &BuiltinCalls::OfClock, Op::kFirstTick, {Optional(Take("u", Kind::kAny))}},

    // State machines.
    {"activeState", "17.1", Where::kModel, &BuiltinCalls::ActiveState, Op::kActiveState, {Take("state", Kind::kPlace)}},
    {"ticksInState", "17.1", Where::kModel, &BuiltinCalls::Predicate, Op::kTicksInState},
    {"timeInState", "17.1", Where::kModel, &BuiltinCalls::Predicate, Op::kTimeInState},
    {"transition",
     "17.1",
     Where::kModelStatement,
     nullptr,
     Op::kCount,
     {Named(Take("from", Kind::kPlace)), Named(Take("to", Kind::kPlace)), Named(One("condition", Kind::kBoolean)),
      Optional(Named(Fixed(One("immediate", Kind::kBoolean)))), Optional(Named(Fixed(One("reset", Kind::kBoolean)))),
      Optional(Named(Fixed(One("synchronize", Kind::kBoolean)))),
      Optional(Named(Fixed(One("priority", Kind::kInteger))))}},
    {"initialState", "17.1", Where::kModelStatement, nullptr, Op::kCount, {Take("state", Kind::kPlace)}},

    // Statements.
    {"assert",
     "8.3.7",
     Where::kStatement,
     nullptr,
     Op::kCount,
     {Named(One("condition", Kind::kBoolean)), Named(One("message", Kind::kString)),
      Optional(Named(One("level", Kind::kLevel)))}},
    {"terminate", "8.3.8", Where::kModelStatement, nullptr, Op::kCount, {One("message", Kind::kString)}},
    {"reinit", "8.3.6", Where::kWhen, nullptr, Op::kReinit, {Take("x", Kind::kPlace), Take("expr", Kind::kReal)}},
    {"Connections.branch",
     "9.4",
     Where::kModelStatement,
     nullptr,
     Op::kCount,
     {Take("A.R", Kind::kPlace), Take("B.R", Kind::kPlace)}},
    {"Connections.root", "9.4", Where::kModelStatement, nullptr, Op::kCount, {Take("A.R", Kind::kPlace)}},
    {"Connections.potentialRoot",
     "9.4",
     Where::kModelStatement,
     nullptr,
     Op::kCount,
     {Take("A.R", Kind::kPlace), Optional(Named(One("priority", Kind::kInteger)))}},
    {"Connections.isRoot", "9.4", Where::kModel, &BuiltinCalls::OfConnection, Op::kCount, {Take("A.R", Kind::kPlace)}},
    {"Connections.rooted", "9.4", Where::kModel, &BuiltinCalls::OfConnection, Op::kCount, {Take("A.R", Kind::kPlace)}},
};

std::span<const Builtin> BuiltinCalls::table() { return kTable; }

std::span<const Builtin> FindBuiltin(std::string_view name) {
  std::span<const Builtin> table = BuiltinCalls::table();
  auto first = std::ranges::find(table, name, &Builtin::name);
  auto last = std::find_if(first, table.end(), [&](const Builtin& row) { return row.name != name; });
  return {first, last};
}

std::span<const std::string_view> BuiltinNames() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const Builtin& row : BuiltinCalls::table())
      if (names.empty() || names.back() != row.name) names.push_back(row.name);
    return names;
  }();
  return kNames;
}

}  // namespace mica::instance
