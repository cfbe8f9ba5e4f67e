#include "structure/reduce/linear_in_time.h"

#include <algorithm>

#include "structure/sort/incidence.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

class Finder {
 public:
  Finder(const ScalarModel& model, Store& store)
      : model_(model), store_(store), exprs_(store.exprs), occurrences_(store) {}

  std::optional<LinearInTime> Find(Expr e, int depth) {
    if (depth > 40) return std::nullopt;
    Op op = exprs_.op(e);
    if (op == Op::kTime) return LinearInTime{exprs_.Real(1), exprs_.Real(0)};
    if (IsSteady(e)) return LinearInTime{{}, e};
    if (op == Op::kNeg || op == Op::kToReal) {
      auto a = Find(exprs_.arg(e, 0), depth + 1);
      if (!a || op == Op::kToReal) return a;
      return LinearInTime{a->slope ? algebra_.Neg(a->slope) : Expr(), algebra_.Neg(a->offset)};
    }
    if (op != Op::kAdd && op != Op::kSub && op != Op::kMul && op != Op::kDiv) return std::nullopt;
    auto a = Find(exprs_.arg(e, 0), depth + 1), b = a ? Find(exprs_.arg(e, 1), depth + 1) : std::nullopt;
    if (!a || !b) return std::nullopt;
    if (op == Op::kSub) b = LinearInTime{b->slope ? algebra_.Neg(b->slope) : Expr(), algebra_.Neg(b->offset)};
    if (op == Op::kAdd || op == Op::kSub) {
      Expr slope = !b->slope ? a->slope : !a->slope ? b->slope : algebra_.Add(a->slope, b->slope);
      return LinearInTime{slope, algebra_.Add(a->offset, b->offset)};
    }
    if (op == Op::kDiv) {
      if (b->slope) return std::nullopt;
      return LinearInTime{algebra_.Div(a->slope, b->offset), algebra_.Div(a->offset, b->offset)};
    }
    if (a->slope && b->slope) return std::nullopt;
    if (b->slope) std::swap(a, b);
    return LinearInTime{algebra_.Mul(a->slope, b->offset), algebra_.Mul(a->offset, b->offset)};
  }

 private:
  // Does not change between events.
  bool IsSteady(Expr e) {
    occurrences_.Clear();
    occurrences_.Add(e);
    return !occurrences_.reads_time() && !occurrences_.reads_delayed() &&
           std::ranges::none_of(occurrences_.found(), [&](const Occurrence& o) {
             return (o.how & (kSolvable | kInCondition)) != 0 && model_.is_continuous(o.scalar);
           });
  }

  const ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Algebra algebra_{store_};
  OccurrenceCollector occurrences_;
};

}  // namespace

std::optional<LinearInTime> FindLinearInTime(Expr e, const ScalarModel& model, Store& store) {
  return Finder(model, store).Find(e, 0);
}

}  // namespace mica::structure
