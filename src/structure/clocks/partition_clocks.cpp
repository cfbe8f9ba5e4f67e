// Pass partition-clocks: finds the clocked equations and their clocks, and writes the clocked operators as what the
// passes after it know (specification chapter 16).
//
// Reads: equations as scalarised. Changes: `clocks`, the clock of equations and scalars (clock_partitions.h); clocked
// scalars are discrete; equations between clocks are removed. In clocked equations
//   previous(x)                     becomes pre(x): between ticks x stays as it is, so before a tick pre(x) is its
//   value at the tick before sample(u)                       becomes pre(u), the left limit subSample(x),
//   superSample(x), … become hold(x): x as it is at its last tick; what stands there can be needed, but not be solved
//   for interval(), firstTick()         become expressions of the clock (clock_ticks.h) noEvent, smooth are taken off:
//   no relation makes an event
// and differential equations are discretized (discretize_clocked.h). Keeps: everything that is not clocked.
// The pass sort-clocked makes the rest of it: steps that run when their clock ticks.
#include <fmt/format.h>

#include "structure/clocks/clock_partitions.h"
#include "structure/clocks/discretize_clocked.h"
#include "structure/passes.h"

namespace mica::structure {

namespace {

class OperatorRewriter {
 public:
  OperatorRewriter(PassContext& context, ClockTicks& ticks, std::uint32_t clock)
      : model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        ticks_(ticks),
        clock_(clock),
        rewrite_(store_, [this](Expr e) { return Replace(e); }) {}

  void Apply(EquationId id) {
    ScalarEquation equation = model_.equations[id];
    if (equation.is_equality()) {
      rewrite_.Apply(equation.left);
      rewrite_.Apply(equation.right);
      model_.equations[id] = equation;
    } else {
      Step step = model_.steps[equation.step];
      rewrite_.Apply(step);
      model_.steps[equation.step] = std::move(step);
    }
  }

 private:
  bool IsUnknown(Expr e) const { return exprs_.op(e) == Op::kScalar && !model_.is_known(exprs_.scalar(e)); }

  Expr Replace(Expr e) {
    switch (exprs_.op(e)) {
      case Op::kPrevious:
      case Op::kSampleClocked: {
        Expr of = exprs_.arg(e, 0);
        return IsUnknown(of) ? exprs_.Make(Op::kPre, exprs_.type(e), {of}) : of;
      }
      case Op::kHold:
      case Op::kSubSample:
      case Op::kSuperSample:
      case Op::kShiftSample:
      case Op::kBackSample:
      case Op::kNoClock: {
        Expr of = exprs_.arg(e, 0);
        return IsUnknown(of) ? exprs_.Make(Op::kHold, exprs_.type(e), {of}) : of;
      }
      case Op::kInterval:
        return ticks_.Interval(clock_);
      case Op::kFirstTick:
        return ticks_.FirstTick(clock_);
      case Op::kNoEvent:
        return rewrite_(exprs_.arg(e, 0));
      case Op::kSmooth:
        return rewrite_(exprs_.arg(e, 1));
      case Op::kSemiLinear: {
        Expr x = rewrite_(exprs_.arg(e, 0)), positive = rewrite_(exprs_.arg(e, 1)),
             negative = rewrite_(exprs_.arg(e, 2));
        symbolic::Algebra algebra(store_);
        Expr is_positive = exprs_.Make(Op::kGreaterEqual, store_.types.boolean(), {x, exprs_.Real(0)});
        return algebra.If(is_positive, algebra.Mul(positive, x), algebra.Mul(negative, x));
      }
      default:
        return {};
    }
  }

  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  ClockTicks& ticks_;
  std::uint32_t clock_;
  Rewriter rewrite_;
};

}  // namespace

bool PartitionClocks(PassContext& context) {
  if (!context.model.has_clocks) return true;
  ClockPartitions partitions(context);
  if (!partitions.Find()) return false;
  std::size_t count = partitions.equation_count();
  std::map<std::uint32_t, OperatorRewriter> rewriters;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t clock = partitions.clock_of(EquationId(i));
    if (clock == kNoClock) continue;
    rewriters.try_emplace(clock, context, partitions.ticks(), clock).first->second.Apply(EquationId(i));
  }
  if (!DiscretizeClocked(context, partitions)) return false;
  partitions.WarnDefaults();
  return true;
}

}  // namespace mica::structure
