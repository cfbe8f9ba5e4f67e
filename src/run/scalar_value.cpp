#include "run/scalar_value.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

namespace {

constexpr int kMostNodes = 2000;

class Reader {
 public:
  explicit Reader(const Instance& instance) : instance_(instance), pool_(instance.runnable().store->exprs) {}

  std::optional<double> Read(Expr e) {
    if (++nodes_ > kMostNodes) return std::nullopt;
    Op op = pool_.op(e);
    switch (op) {
      case Op::kReal: return pool_.real(e);
      case Op::kInteger: return static_cast<double>(pool_.integer(e));
      case Op::kTime: return instance_.time();
      case Op::kScalar: return Scalar(pool_.scalar(e));
      case Op::kToReal: case Op::kNoEvent: case Op::kNeg: case Op::kAbs: case Op::kSqrt: case Op::kSin: case Op::kCos: case Op::kExp: case Op::kLog: {
        std::optional<double> x = Read(pool_.arg(e, 0));
        return x ? std::optional(Apply(op, *x)) : std::nullopt;
      }
      case Op::kSmooth: return Read(pool_.arg(e, 1));
      case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kDiv: case Op::kPow: case Op::kMin: case Op::kMax: {
        std::optional<double> x = Read(pool_.arg(e, 0)), y = x ? Read(pool_.arg(e, 1)) : std::nullopt;
        return y ? std::optional(Apply(op, *x, *y)) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }

 private:
  std::optional<double> Scalar(ScalarId id) const {
    TypeId type = instance_.model().scalars[id].type;
    if (instance_.runnable().store->types.kind(type) != TypeKind::kReal) return std::nullopt;
    return instance_.value(id);
  }
  static double Apply(Op op, double x) {
    switch (op) {
      case Op::kNeg: return -x;
      case Op::kAbs: return std::abs(x);
      case Op::kSqrt: return std::sqrt(x);
      case Op::kSin: return std::sin(x);
      case Op::kCos: return std::cos(x);
      case Op::kExp: return std::exp(x);
      case Op::kLog: return std::log(x);
      default: return x;
    }
  }
  static double Apply(Op op, double x, double y) {
    switch (op) {
      case Op::kAdd: return x + y;
      case Op::kSub: return x - y;
      case Op::kMul: return x * y;
      case Op::kDiv: return x / y;
      case Op::kPow: return std::pow(x, y);
      case Op::kMin: return std::min(x, y);
      default: return std::max(x, y);
    }
  }

  const Instance& instance_;
  const ExprPool& pool_;
  int nodes_ = 0;
};

}  // namespace

std::optional<double> ScalarValue(Expr e, const Instance& instance) { return Reader(instance).Read(e); }

}  // namespace mica::run
