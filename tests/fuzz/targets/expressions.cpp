// Expressions of any operators, rewritten: simplified they have the value that they had, derivatives are what
// difference quotients approach, and a solution satisfies its equation, wherever the values say anything (finite, and
// not changed much by a change of rounding's size).
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "expression/evaluate.h"
#include "expression/text.h"
#include "symbolic/derivative.h"
#include "symbolic/gradient.h"
#include "symbolic/solve.h"
#include "symbolic/test/simplifier.h"
#include "target.h"

namespace {

using namespace mica;
using fuzz::Choices;

constexpr std::uint32_t kScalars = 4;
constexpr double kSame = 1e-6;     // relative to values and what they are made of
constexpr double kSmall = 1e-10;   // a relative change of the point that a well-conditioned value does not notice…
constexpr double kUnmoved = 1e-7;  // …beyond this
constexpr double kTooLarge = 1e8;  // values beyond say nothing: what cancels is as large

struct Point : Environment {
  explicit Point(const Types& types) {
    for (std::uint32_t i = 0; i < kScalars; ++i) values.push_back(Value::Real(0, types));
  }
  std::vector<Value> values;
  const Value* Scalar(ScalarId id) override { return id.index() < values.size() ? &values[id.index()] : nullptr; }
  std::optional<double> Time() override { return 0.7; }
};

class Maker {
 public:
  Maker(Store& store, Choices& choices)
      : store_(store),
        pool_(store.exprs),
        choices_(choices),
        real_(store.types.real()),
        boolean_(store.types.boolean()) {}

  Expr Real(int depth) {
    if (depth <= 0 || choices_.is_over()) return Leaf();
    auto sub = [&] { return Real(depth - 1); };
    static constexpr Op kTwo[] = {Op::kAdd, Op::kSub, Op::kMul, Op::kDiv, Op::kMin, Op::kMax, Op::kAdd, Op::kMul};
    static constexpr Op kOne[] = {Op::kNeg, Op::kSin,  Op::kCos,  Op::kTan,  Op::kExp,  Op::kLog,     Op::kSqrt,
                                  Op::kAbs, Op::kTanh, Op::kAtan, Op::kAsin, Op::kSinh, Op::kNoEvent, Op::kNeg};
    switch (choices_.Pick(8)) {
      case 0:
        return Leaf();
      case 1:
      case 2:
      case 3: {
        Op op = choices_.Of(kTwo);
        Expr a = sub(), b = sub();
        return pool_.Make(op, real_, {a, b});
      }
      case 4:
      case 5: {
        Op op = choices_.Of(kOne);
        return pool_.Make(op, real_, {sub()});
      }
      case 6: {
        Expr base = sub();
        if (choices_.Pick(3) != 0)
          return pool_.Make(Op::kPow, real_, {base, pool_.Real(static_cast<double>(choices_.Pick(6)) - 2)});
        // Of a positive number: 0^x is 0, but for x = 0, which no rule of algebra knows.
        Expr positive = pool_.Make(Op::kAdd, real_, {pool_.Real(1.5), pool_.Make(Op::kSin, real_, {base})});
        return pool_.Make(Op::kPow, real_, {positive, sub()});
      }
      default: {
        Expr condition = Boolean(depth - 1), a = sub(), b = sub();
        return pool_.Make(Op::kIf, real_, {condition, a, b});
      }
    }
  }

 private:
  Expr Leaf() {
    static constexpr double kNumbers[] = {0, 1, -1, 2, 0.5, -3, 1e-3, 100};
    std::size_t which = choices_.Pick(10);
    return which < 6 ? pool_.Scalar(ScalarId(static_cast<std::uint32_t>(which) % kScalars), real_)
                     : pool_.Real(choices_.Of(kNumbers));
  }
  Expr Boolean(int depth) {
    static constexpr Op kRelations[] = {Op::kLess, Op::kLessEqual, Op::kGreater, Op::kGreaterEqual};
    if (depth <= 0) return pool_.Boolean(choices_.Pick(2) == 1);
    switch (choices_.Pick(4)) {
      case 0: {
        Expr a = Boolean(depth - 1), b = Boolean(depth - 1);
        return pool_.Make(choices_.Pick(2) ? Op::kAnd : Op::kOr, boolean_, {a, b});
      }
      case 1:
        return pool_.Make(Op::kNot, boolean_, {Boolean(depth - 1)});
      default: {
        Op op = choices_.Of(kRelations);
        Expr a = Real(depth - 1), b = Real(depth - 1);
        return pool_.Make(op, boolean_, {a, b});
      }
    }
  }

  Store& store_;
  ExprPool& pool_;
  Choices& choices_;
  TypeId real_, boolean_;
};

class Trial {
 public:
  explicit Trial(Choices& choices) : choices_(choices) {}

  void Run() {
    Maker maker(store_, choices_);
    Expr e = maker.Real(6), other = maker.Real(3);
    for (std::uint32_t i = 0; i < kScalars; ++i) Set(i, (static_cast<double>(choices_.Pick(256)) - 127.5) / 40);
    Simplification(e);
    Derivative(e);
    Solution(e, other);
  }

 private:
  void Set(std::uint32_t i, double value) { point_.values[i] = Value::Real(value, store_.types); }
  double At(std::uint32_t i) const { return point_.values[i].real(); }
  std::string Text(Expr e) { return ExprText(e, store_, plain_); }

  std::optional<double> Of(Expr e) {
    auto value = Evaluator(store_, point_).Evaluate(e);
    bool is_known = value && value->is_scalar() && std::isfinite(value->real()) && std::abs(value->real()) < kTooLarge;
    return is_known ? std::optional(value->real()) : std::nullopt;
  }
  // The value where a change of rounding's size of any scalar, or of all, leaves it where it is.
  std::optional<double> SteadyOf(Expr e) {
    auto value = Of(e);
    for (std::uint32_t i = 0; i <= 2 * kScalars && value; ++i) {
      std::vector<Value> saved = point_.values;
      for (std::uint32_t k = 0; k < kScalars; ++k)
        if (k == i / 2 || i == 2 * kScalars)
          Set(k, At(k) * (i % 2 ? 1 - kSmall : 1 + kSmall) + (i % 2 ? -kSmall : kSmall));
      auto moved = Of(e);
      point_.values = std::move(saved);
      if (!moved || std::abs(*moved - *value) > kUnmoved * (1 + std::abs(*value))) return std::nullopt;
    }
    return value;
  }
  // What the sizes of subexpressions leave of a difference: the largest of them.
  double Size(Expr e) {
    double largest = 1;
    std::vector<Expr> left = {e};
    std::size_t seen = 0;
    while (!left.empty() && ++seen < 2000) {
      Expr next = left.back();
      left.pop_back();
      if (store_.types.kind(store_.exprs.type(next)) == TypeKind::kReal) {
        auto value = Of(next);
        largest = std::max(largest, value ? std::abs(*value) : kTooLarge);
      }
      for (std::size_t i = 0; i < store_.exprs.args(next).size(); ++i) left.push_back(store_.exprs.arg(next, i));
    }
    return largest;
  }

  void Simplification(Expr e) {
    Expr simple = symbolic::Simplifier(store_).Simplify(e);
    auto before = SteadyOf(e);
    if (!before || Size(e) >= kTooLarge) return;
    auto after = Of(simple);
    if (!after || std::abs(*after - *before) > kSame * Size(e))
      fuzz::Fault("simplified: " + Text(e) + "\n to " + Text(simple) + "\n from " + Number(before) + " to " +
                  Number(after) + Place());
  }

  void Derivative(Expr e) {
    symbolic::PartialDerivative to_x(functions_, store_.exprs.Scalar(ScalarId(0), store_.types.real()));
    Expr derivative = to_x.Of(e);
    if (!derivative.valid()) return;
    auto at = [&](double h) {
      std::vector<Value> saved = point_.values;
      Set(0, At(0) + h);
      auto value = Of(e);
      point_.values = std::move(saved);
      return value;
    };
    auto quotient = [&](double h) -> std::optional<double> {
      auto plus = at(h), minus = at(-h);
      return plus && minus ? std::optional((*plus - *minus) / (2 * h)) : std::nullopt;
    };
    auto coarse = quotient(2e-5), fine = quotient(1e-5), finest = quotient(2.5e-6);
    auto exact = SteadyOf(derivative);
    // Quotients that have settled, and are not those of rounding.
    if (!coarse || !fine || !finest || Size(e) > 1e4) return;
    double scale = 1 + std::abs(*fine);
    if (std::abs(*coarse - *fine) > 1e-5 * scale || std::abs(*finest - *fine) > 1e-5 * scale) return;
    if (exact && std::abs(*exact - *fine) > 1e-3 * scale)
      fuzz::Fault("derivative: " + Text(e) + "\n is " + Text(derivative) + "\n which is " + Number(exact) +
                  ", quotient " + Number(fine) + Place());
  }

  void Solution(Expr left, Expr right) {
    symbolic::Solver solver(
        functions_, [this](Expr leaf) { return IsScalar(leaf, 3); }, [](Expr) { return symbolic::SignSet{}; });
    auto solution = solver.Solve(left, right, store_.exprs.Scalar(ScalarId(0), store_.types.real()));
    if (!solution || solution->certainty == symbolic::Certainty::kMayVanish) return;
    auto value = SteadyOf(solution->value);
    if (!value || std::abs(*value) > 1e3 || Size(solution->value) > 1e4) return;
    Set(0, *value);
    auto a = SteadyOf(left), b = SteadyOf(right);
    if (!a || !b || Size(left) + Size(right) > 1e4) return;
    if (std::abs(*a - *b) > kSame * (Size(left) + Size(right)))
      fuzz::Fault("solved: " + Text(left) + "\n = " + Text(right) + "\n by " + Text(solution->value) + "\n sides " +
                  Number(a) + " and " + Number(b) + Place());
  }

  bool IsScalar(Expr e, std::uint32_t i) {
    return store_.exprs.op(e) == Op::kScalar && store_.exprs.scalar(e).index() == i;
  }
  static std::string Number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "none"; }
  std::string Place() {
    std::string text = "\n at";
    for (std::uint32_t i = 0; i < kScalars; ++i) text += fmt::format(" s{} = {}", i, At(i));
    return text;
  }

  Choices& choices_;
  NameTable names_;
  Store store_{names_};
  symbolic::FunctionDerivatives functions_{store_};
  Point point_{store_.types};
  ReferenceNames plain_;
};

}  // namespace

MICA_FUZZ_TARGET(expressions) {
  Choices choices(data, size);
  Trial(choices).Run();
  return 0;
}
