#include "symbolic/variability.h"

#include <cmath>

namespace mica::symbolic {

LiteralOnly::LiteralOnly(const Store& store)
    : contains_(store.exprs, [&store](Expr e) {
        const ExprPool& pool = store.exprs;
        switch (pool.op(e)) {
          case Op::kTime:
          case Op::kVar:
          case Op::kScalar:
          case Op::kLocal:
          case Op::kError:
            return true;
          case Op::kCall:
            return store.functions[pool.function(e)].is_impure;
          case Op::kNoEvent:
          case Op::kSmooth:
          case Op::kHomotopy:
          case Op::kSemiLinear:
            return false;
          default:
            return ClassOf(pool.op(e)) == OpClass::kEvent || ClassOf(pool.op(e)) == OpClass::kClock;
        }
      }) {}

namespace {

constexpr unsigned kN = SignSet::kNegative, kZ = SignSet::kZero, kP = SignSet::kPositive;

unsigned Negated(unsigned s) { return (s & kZ) | (s & kN ? kP : 0) | (s & kP ? kN : 0); }

unsigned Sum(unsigned a, unsigned b) {
  unsigned s = 0;
  if (a & b & kZ) s |= kZ;
  if ((a | b) & kN) s |= kN;
  if ((a | b) & kP) s |= kP;
  // A negative and a positive can cancel.
  if (((a & kN) && (b & kP)) || ((a & kP) && (b & kN))) s |= kZ;
  // One side negative only shows if the other can be small enough: keep it, unless the sum is of one sign for certain.
  return s;
}

unsigned Product(unsigned a, unsigned b) {
  unsigned s = 0;
  if ((a | b) & kZ) s |= kZ;
  if (((a & kP) && (b & kP)) || ((a & kN) && (b & kN))) s |= kP;
  if (((a & kP) && (b & kN)) || ((a & kN) && (b & kP))) s |= kN;
  return s;
}

unsigned OfNumber(double x) { return x > 0 ? kP : x < 0 ? kN : x == 0 ? kZ : SignSet::kAny; }

}  // namespace

SignSet Signs::Of(Expr root) {
  struct Item {
    Expr e;
    bool leave;
  };
  std::vector<Item> stack{{root, false}};
  while (!stack.empty()) {
    auto [e, leave] = stack.back();
    stack.pop_back();
    if (memo_.contains(e)) continue;
    if (leave) {
      memo_.Set(e, Work(e));
      continue;
    }
    stack.push_back({e, true});
    for (Expr arg : pool_.args(e)) stack.push_back({arg, false});
  }
  return Kept(root);
}

SignSet Signs::Work(Expr e) {
  auto arg = [&](std::size_t i) { return Kept(pool_.arg(e, i)).bits; };
  switch (pool_.op(e)) {
    case Op::kReal:
    case Op::kInteger:
      return {OfNumber(*pool_.number(e))};
    case Op::kVar:
    case Op::kScalar:
    case Op::kLocal:
    case Op::kDer:
    case Op::kPre:
    case Op::kTime:
      return leaf_(e);
    case Op::kNeg:
      return {Negated(arg(0))};
    case Op::kAdd:
      return {Sum(arg(0), arg(1))};
    case Op::kSub:
      return {Sum(arg(0), Negated(arg(1)))};
    case Op::kMul:
      if (pool_.arg(e, 0) == pool_.arg(e, 1)) return {kP | (arg(0) & kZ)};
      return {Product(arg(0), arg(1))};
    case Op::kDiv:
      return {Product(arg(0), arg(1) & ~kZ) | (arg(0) & kZ)};
    case Op::kPow: {
      if ((arg(0) & (kN | kZ)) == 0) return {kP};
      auto n = pool_.number(pool_.arg(e, 1));
      if (n && *n > 0 && std::fmod(*n, 2) == 0) return {kP | (arg(0) & kZ)};
      if (n && *n > 0 && std::fmod(*n, 2) == 1) return {arg(0)};
      return {(arg(0) & kN) == 0 ? kP | kZ : SignSet::kAny};
    }
    case Op::kExp:
    case Op::kCosh:
      return {kP};
    case Op::kAbs:
      return {(arg(0) & kZ) | (arg(0) & (kN | kP) ? kP : 0)};
    case Op::kSqrt:
      return {(arg(0) & kZ) | (arg(0) & kP)};
    case Op::kSign:
    case Op::kSinh:
    case Op::kTanh:
    case Op::kAtan:
    case Op::kAsin:
    case Op::kToReal:
    case Op::kNoEvent:
    case Op::kHeld:
      return {arg(0)};
    case Op::kSmooth:
      return {arg(1)};
    case Op::kIf:
      return {arg(1) | arg(2)};
    case Op::kHomotopy:
      return {arg(0) | arg(1) | ((arg(0) | arg(1)) == (kN | kP) ? kZ : 0)};
    case Op::kMin:
      return {((arg(0) | arg(1)) & kN) | ((arg(0) | arg(1)) & kZ) | (arg(0) & arg(1) & kP)};
    case Op::kMax:
      return {((arg(0) | arg(1)) & kP) | ((arg(0) | arg(1)) & kZ) | (arg(0) & arg(1) & kN)};
    default:
      return {};
  }
}

}  // namespace mica::symbolic
