// Random expressions and their values, for tests that hold a symbolic result against evaluation.
#pragma once

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "expression/evaluate.h"
#include "expression/text.h"
#include "symbolic/algebra.h"

namespace mica::symbolic {

// Values of scalars and variables; der(s) and time as well.
struct Point : Environment {
  std::unordered_map<std::uint32_t, Value> scalars, variables, derivatives;
  double time = 0.7;
  const ExprPool* pool = nullptr;

  const Value* Variable(VarId id) override { return Find(variables, id.index()); }
  const Value* Scalar(ScalarId id) override { return Find(scalars, id.index()); }
  std::optional<double> Time() override { return time; }
  std::optional<Value> Operator(Expr e) override {
    if (!pool || pool->op(e) != Op::kDer || pool->op(pool->arg(e, 0)) != Op::kScalar) return std::nullopt;
    const Value* value = Find(derivatives, pool->scalar(pool->arg(e, 0)).index());
    return value ? std::optional(*value) : std::nullopt;
  }
  static const Value* Find(const std::unordered_map<std::uint32_t, Value>& map, std::uint32_t key) {
    auto it = map.find(key);
    return it == map.end() ? nullptr : &it->second;
  }
};

struct SymbolicTest : testing::Test {
  static constexpr std::uint32_t kScalars = 5;

  NameTable names;
  Store store{names};
  ExprPool& pool = store.exprs;
  Types& types = store.types;
  Algebra algebra{store};
  TypeId real = types.real(), integer = types.integer(), boolean = types.boolean();
  std::mt19937 random{12345};
  Point point;
  ReferenceNames plain;

  SymbolicTest() { point.pool = &pool; }

  Expr S(std::uint32_t i) { return pool.Scalar(ScalarId(i), real); }
  Expr R(double v) { return pool.Real(v); }
  Expr I(std::int64_t v) { return pool.Integer(v); }
  Expr Do(Op op, std::vector<Expr> args) { return pool.Make(op, pool.type(args[0]), args); }
  TypeId Shape(std::vector<std::int32_t> sizes) { return types.Array(real, sizes); }
  std::string Text(Expr e) { return ExprText(e, store, plain); }
  double Uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); }
  int Choose(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); }

  void NewPoint() {
    for (std::uint32_t i = 0; i < kScalars; ++i) {
      point.scalars.insert_or_assign(i, Value::Real(Uniform(-2, 2), types));
      point.derivatives.insert_or_assign(i, Value::Real(Uniform(-2, 2), types));
    }
  }
  std::optional<Value> Eval(Expr e) { return Evaluator(store, point).Evaluate(e); }
  std::optional<double> EvalReal(Expr e) {
    auto value = Eval(e);
    return value && value->is_scalar() && std::isfinite(value->real()) ? std::optional(value->real()) : std::nullopt;
  }

  // Smooth almost everywhere, with conditions, and domains that hold at every point.
  Expr RandomReal(int depth) {
    if (depth == 0 || Choose(10) == 0) {
      switch (Choose(6)) {
        case 0:
          return R(std::vector<double>{0, 1, -1, 2, 0.5, -3}[static_cast<std::size_t>(Choose(6))]);
        default:
          return S(static_cast<std::uint32_t>(Choose(kScalars)));
      }
    }
    auto sub = [&] { return RandomReal(depth - 1); };
    switch (Choose(22)) {
      case 0:
      case 1:
      case 2:
        return Do(Op::kAdd, {sub(), sub()});
      case 3:
      case 4:
        return Do(Op::kSub, {sub(), sub()});
      case 5:
      case 6:
      case 7:
        return Do(Op::kMul, {sub(), sub()});
      case 8: {  // a denominator that is not near zero
        Expr b = sub();
        return Do(Op::kDiv, {sub(), Do(Op::kAdd, {R(1), Do(Op::kMul, {b, b})})});
      }
      case 9:
        return Do(Op::kNeg, {sub()});
      case 10:
        return Do(Op::kSin, {sub()});
      case 11:
        return Do(Op::kCos, {sub()});
      case 12:
        return Do(Op::kExp, {Do(Op::kSin, {sub()})});
      case 13: {
        Expr b = sub();
        return Do(Op::kSqrt, {Do(Op::kAdd, {R(0.5), Do(Op::kMul, {b, b})})});
      }
      case 14:
        return pool.Make(Op::kPow, real, {sub(), R(1 + Choose(3))});
      case 15:
        return pool.Make(Op::kIf, real, {RandomBoolean(depth - 1), sub(), sub()});
      case 16:
        return Do(Op::kTanh, {sub()});
      case 17:
        return Do(Op::kAtan, {sub()});
      case 18:
        return Do(Op::kAbs, {sub()});
      case 19:
        return Do(Choose(2) ? Op::kMin : Op::kMax, {sub(), sub()});
      case 20:
        return Do(Op::kNoEvent, {sub()});
      default:
        return pool.Make(Op::kAtan2, real, {sub(), Do(Op::kAdd, {R(3), Do(Op::kSin, {sub()})})});
    }
  }
  Expr RandomBoolean(int depth) {
    if (depth <= 0) return pool.Boolean(Choose(2));
    switch (Choose(4)) {
      case 0:
        return pool.Make(Op::kAnd, boolean, {RandomBoolean(depth - 1), RandomBoolean(depth - 1)});
      case 1:
        return pool.Make(Op::kNot, boolean, {RandomBoolean(depth - 1)});
      default:
        return pool.Make(Op::kLess, boolean, {RandomReal(depth - 1), RandomReal(depth - 1)});
    }
  }
  void ExpectNear(double a, double b, double tolerance, const std::string& what) {
    EXPECT_NEAR(a, b, tolerance * (1 + std::abs(a) + std::abs(b))) << what;
  }
};

}  // namespace mica::symbolic
