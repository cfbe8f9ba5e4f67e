// Builds routines of the lowered program: constants, folding, conversions.
#include "code/builder.h"

#include <cmath>

namespace mica::code {

Reg Builder::Append(Inst inst) {
  body().insts.push_back(inst);
  return Reg(body().insts.size() - 1);
}

Reg Builder::Constant(Code code, Kind kind, std::uint64_t imm) {
  auto [place, is_new] = constants_[static_cast<int>(code)].try_emplace(imm);
  if (is_new) place->second = Append({code, kind, {}, {}, {}, imm});
  return place->second;
}

Reg Builder::Text(std::string_view text) {
  program_.texts.emplace_back(text);
  return Append({Code::kText, Kind::kText, {}, {}, {}, program_.texts.size() - 1});
}

Reg Builder::Zero(Kind kind) {
  switch (kind) {
    case Kind::kReal:
      return Real(0);
    case Kind::kInt:
      return Int(0);
    case Kind::kBool:
      return Bool(false);
    case Kind::kText:
      return Text("");
    default:
      return Null();
  }
}

Reg Builder::TablePointer(Table table) {
  program_.tables.push_back(std::move(table));
  return Append({Code::kTable, Kind::kPointer, {}, {}, {}, program_.tables.size() - 1});
}

std::optional<std::int64_t> Builder::IntConstant(Reg r) const {
  if (inst(r).code == Code::kInt) return static_cast<std::int64_t>(inst(r).imm);
  return std::nullopt;
}

std::optional<double> Builder::RealConstant(Reg r) const {
  if (inst(r).code == Code::kReal) return std::bit_cast<double>(inst(r).imm);
  return std::nullopt;
}

std::optional<bool> Builder::BoolConstant(Reg r) const {
  if (inst(r).code == Code::kBool) return inst(r).imm != 0;
  return std::nullopt;
}

Reg Builder::Field(InstanceField field) {
  bool is_real = field == InstanceField::kTime || field == InstanceField::kLambda;
  return Append({Code::kField, is_real ? Kind::kReal : Kind::kBool, {}, {}, {}, static_cast<std::uint64_t>(field)});
}

namespace {

Kind KindOf(SlotArray array) {
  if (array == SlotArray::kStrings || array == SlotArray::kPreStrings) return Kind::kText;
  return array == SlotArray::kObjects ? Kind::kPointer : Kind::kReal;
}

}  // namespace

Reg Builder::LoadSlot(SlotArray array, std::uint32_t index) {
  return Append({Code::kLoadSlot, KindOf(array), {}, Reg(static_cast<std::size_t>(array)), {}, index});
}

void Builder::StoreSlot(SlotArray array, std::uint32_t index, Reg value) {
  if (KindOf(array) == Kind::kReal) value = Convert(value, Kind::kReal);
  Append({Code::kStoreSlot, Kind::kVoid, value, Reg(static_cast<std::size_t>(array)), {}, index});
}

Reg Builder::SlotAddress(SlotArray array, std::uint32_t index) {
  return Append({Code::kSlotAddress, Kind::kPointer, {}, Reg(static_cast<std::size_t>(array)), {}, index});
}

Reg Builder::Offset(Reg pointer, Reg cells) {
  if (IntConstant(cells) == 0) return pointer;
  return Append({Code::kOffset, Kind::kPointer, pointer, cells});
}

LocalId Builder::NewLocal(Kind kind, std::uint32_t count) {
  body().locals.push_back({kind, count});
  return LocalId(body().locals.size() - 1);
}

Reg Builder::Get(LocalId local) {
  return Append({Code::kGetLocal, body().locals[local.index()].kind, {}, {}, {}, local.index()});
}

void Builder::Set(LocalId local, Reg value) {
  value = Convert(value, body().locals[local.index()].kind);
  Append({Code::kSetLocal, Kind::kVoid, value, {}, {}, local.index()});
}

Reg Builder::Arithmetic(Code code, Reg a, Reg b) {
  if (code == Code::kDiv || kind(a) == Kind::kReal || kind(b) == Kind::kReal) {
    a = Convert(a, Kind::kReal);
    b = Convert(b, Kind::kReal);
    auto x = RealConstant(a), y = RealConstant(b);
    if (x && y) {
      switch (code) {
        case Code::kAdd:
          return Real(*x + *y);
        case Code::kSub:
          return Real(*x - *y);
        case Code::kMul:
          return Real(*x * *y);
        default:
          return Real(*x / *y);
      }
    }
    if (y == 1.0 && (code == Code::kMul || code == Code::kDiv)) return a;
    if (x == 1.0 && code == Code::kMul) return b;
    return Append({code, Kind::kReal, a, b});
  }
  a = Convert(a, Kind::kInt);
  b = Convert(b, Kind::kInt);
  auto x = IntConstant(a), y = IntConstant(b);
  if (x && y) {
    auto p = static_cast<std::uint64_t>(*x), q = static_cast<std::uint64_t>(*y);
    std::uint64_t result = code == Code::kAdd ? p + q : code == Code::kSub ? p - q : p * q;
    return Int(static_cast<std::int64_t>(result));
  }
  if (y == 0 && code != Code::kMul) return a;
  if (x == 0 && code == Code::kAdd) return b;
  if (y == 1 && code == Code::kMul) return a;
  if (x == 1 && code == Code::kMul) return b;
  if (code == Code::kMul && (x == 0 || y == 0)) return Int(0);
  return Append({code, Kind::kInt, a, b});
}

Reg Builder::Neg(Reg a) {
  if (auto x = RealConstant(a)) return Real(-*x);
  if (auto x = IntConstant(a)) return Int(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*x)));
  return Append({Code::kNeg, kind(a), a});
}

Reg Builder::Not(Reg a) {
  a = Convert(a, Kind::kBool);
  if (auto x = BoolConstant(a)) return Bool(!*x);
  if (inst(a).code == Code::kNot) return inst(a).a;
  return Append({Code::kNot, Kind::kBool, a});
}

Reg Builder::And(Reg a, Reg b) {
  if (auto x = BoolConstant(a)) return *x ? b : a;
  if (auto x = BoolConstant(b)) return *x ? a : b;
  return Append({Code::kAnd, Kind::kBool, a, b});
}

Reg Builder::Or(Reg a, Reg b) {
  if (auto x = BoolConstant(a)) return *x ? a : b;
  if (auto x = BoolConstant(b)) return *x ? b : a;
  return Append({Code::kOr, Kind::kBool, a, b});
}

Reg Builder::Compare(Code code, Reg a, Reg b) {
  if (kind(a) == Kind::kReal || kind(b) == Kind::kReal) {
    a = Convert(a, Kind::kReal);
    b = Convert(b, Kind::kReal);
    auto x = RealConstant(a), y = RealConstant(b);
    if (x && y)
      return Bool(code == Code::kLess        ? *x < *y
                  : code == Code::kLessEqual ? *x <= *y
                  : code == Code::kEqual     ? *x == *y
                                             : *x != *y);
  } else if (kind(a) != Kind::kPointer) {
    a = Convert(a, Kind::kInt);
    b = Convert(b, Kind::kInt);
    auto x = IntConstant(a), y = IntConstant(b);
    if (x && y)
      return Bool(code == Code::kLess        ? *x < *y
                  : code == Code::kLessEqual ? *x <= *y
                  : code == Code::kEqual     ? *x == *y
                                             : *x != *y);
  }
  return Append({code, Kind::kBool, a, b});
}

Reg Builder::Select(Reg condition, Reg a, Reg b) {
  if (auto x = BoolConstant(condition)) return *x ? a : b;
  if (a == b) return a;
  if (kind(a) != kind(b)) {
    Kind common = kind(a) == Kind::kReal || kind(b) == Kind::kReal ? Kind::kReal : Kind::kInt;
    a = Convert(a, common);
    b = Convert(b, common);
  }
  return Append({Code::kSelect, kind(a), condition, a, b});
}

Reg Builder::Convert(Reg value, Kind to) {
  Kind from = kind(value);
  if (from == to || to == Kind::kVoid) return value;
  if (from == Kind::kInt && to == Kind::kReal) {
    if (auto x = IntConstant(value)) return Real(static_cast<double>(*x));
    return Append({Code::kIntToReal, to, value});
  }
  if (from == Kind::kBool && to == Kind::kReal) {
    if (auto x = BoolConstant(value)) return Real(*x);
    return Append({Code::kBoolToReal, to, value});
  }
  if (from == Kind::kBool && to == Kind::kInt) {
    if (auto x = BoolConstant(value)) return Int(*x);
    return Append({Code::kBoolToInt, to, value});
  }
  if (from == Kind::kInt && to == Kind::kBool) {
    if (auto x = IntConstant(value)) return Bool(*x != 0);
    return Append({Code::kIntToBool, to, value});
  }
  if (from == Kind::kReal && to == Kind::kBool) return Append({Code::kRealToBool, to, value});
  if (from == Kind::kReal && to == Kind::kInt) {
    auto x = RealConstant(value);
    if (x && std::abs(*x) < 9e15) return Int(static_cast<std::int64_t>(*x));
    return Append({Code::kRealToInt, to, value});
  }
  Check((from == Kind::kText || from == Kind::kPointer) && (to == Kind::kText || to == Kind::kPointer),
        "no conversion between these kinds");
  return value;
}

Reg Builder::Math(MathFunction f, Reg a, Reg b) {
  a = Convert(a, Kind::kReal);
  if (b.valid()) b = Convert(b, Kind::kReal);
  return Append({Code::kMath, Kind::kReal, a, b, {}, static_cast<std::uint64_t>(f)});
}

void Builder::CheckNonZero(Reg value, std::uint32_t site) {
  if (auto x = RealConstant(value); x && *x != 0) return;
  if (auto x = IntConstant(value); x && *x != 0) return;
  Append({Code::kCheckNonZero, Kind::kVoid, value, {}, {}, site});
}

void Builder::CheckSubscript(Reg subscript, Reg size, std::uint32_t site) {
  auto i = IntConstant(subscript), n = IntConstant(size);
  if (i && n && *i >= 1 && *i <= *n) return;
  Append({Code::kCheckSubscript, Kind::kVoid, subscript, size, {}, site});
}

void Builder::CheckSize(Reg a, Reg b, std::uint32_t site) {
  auto x = IntConstant(a), y = IntConstant(b);
  if (a == b || (x && y && *x == *y)) return;
  Append({Code::kCheckSize, Kind::kVoid, a, b, {}, site});
}

void Builder::CallRoutine(RoutineId routine, std::span<const Reg> args) {
  Inst inst{Code::kCallRoutine,
            Kind::kVoid,
            {},
            {},
            {},
            routine.index(),
            static_cast<std::uint32_t>(body().args.size()),
            static_cast<std::uint32_t>(args.size())};
  body().args.insert(body().args.end(), args.begin(), args.end());
  Append(inst);
}

void Builder::CallPointer(Reg code, std::span<const Reg> args) {
  Inst inst{Code::kCallPointer,
            Kind::kVoid,
            code,
            {},
            {},
            0,
            static_cast<std::uint32_t>(body().args.size()),
            static_cast<std::uint32_t>(args.size())};
  body().args.insert(body().args.end(), args.begin(), args.end());
  Append(inst);
}

Reg Builder::CallSymbol(SymbolId symbol, std::span<const Reg> args) {
  Kind kind = Kind::kVoid;
  switch (program_.symbols[symbol].result) {
    case Abi::kNothing:
    case Abi::kInstance:
    case Abi::kStatus:
      break;
    case Abi::kDouble:
      kind = Kind::kReal;
      break;
    case Abi::kInt64:
    case Abi::kInt32:
    case Abi::kSize:
      kind = Kind::kInt;
      break;
    case Abi::kText:
      kind = Kind::kText;
      break;
    case Abi::kPointer:
      kind = Kind::kPointer;
      break;
  }
  Inst inst{Code::kCallSymbol,
            kind,
            {},
            {},
            {},
            symbol.index(),
            static_cast<std::uint32_t>(body().args.size()),
            static_cast<std::uint32_t>(args.size())};
  body().args.insert(body().args.end(), args.begin(), args.end());
  return Append(inst);
}

Reg Builder::Kernel(std::string_view name, std::span<const Reg> args) {
  return CallSymbol(KernelSymbol(program_, name), args);
}

}  // namespace mica::code
