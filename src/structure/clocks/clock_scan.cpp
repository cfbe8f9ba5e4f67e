#include "structure/clocks/clock_scan.h"

#include <fmt/format.h>

#include "expression/clock.h"
#include "structure/values/binding_values.h"
#include "symbolic/visit.h"

namespace mica::structure {

bool IsClockConversion(Op op) {
  switch (op) {
    case Op::kSampleClocked:
    case Op::kHold:
    case Op::kSubSample:
    case Op::kSuperSample:
    case Op::kShiftSample:
    case Op::kBackSample:
    case Op::kNoClock:
      return true;
    default:
      return false;
  }
}

namespace {

class Normaliser {
 public:
  explicit Normaliser(PassContext& context)
      : model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        rewrite_(context.store, [this](Expr e) { return Replace(e); }) {}

  void Run() {
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {  // grows
      ScalarEquation equation = model_.equations[EquationId(i)];
      if (equation.is_removed) continue;
      origin_ = equation.origin;
      rewrite_.Apply(equation.when_clock);
      if (equation.is_equality()) {
        rewrite_.Apply(equation.left);
        rewrite_.Apply(equation.right);
      } else {
        Step step = model_.steps[equation.step];
        rewrite_.Apply(step);
        model_.steps[equation.step] = std::move(step);
      }
      model_.equations[EquationId(i)] = equation;
    }
  }

 private:
  Expr Replace(Expr e) {
    bool is_event_clock =
        exprs_.op(e) == Op::kClockOf && static_cast<ClockKind>(exprs_.payload(e)) == ClockKind::kEvent;
    if (!is_event_clock && (!IsClockConversion(exprs_.op(e)) || store_.types.kind(exprs_.type(e)) == TypeKind::kClock))
      return {};
    Expr argument = exprs_.arg(e, 0);
    Op op = exprs_.op(argument);
    if (op == Op::kScalar || exprs_.is_literal(argument) || op == Op::kTime) return {};
    std::vector<Expr> args = exprs_.ArgsCopy(e);
    for (std::size_t i = 1; i < args.size(); ++i) args[i] = rewrite_(args[i]);
    args[0] = model_.Ref(Name(argument), store_);
    return exprs_.Make(exprs_.op(e), exprs_.type(e), args, exprs_.payload(e));
  }

  ScalarId Name(Expr value) {
    auto [at, is_new] = named_.try_emplace(value, ScalarId());
    if (!is_new) return at->second;
    Scalar scalar;
    scalar.name = fmt::format("$clocked{}", named_.size());
    scalar.type = exprs_.type(value);
    scalar.kind = store_.types.kind(scalar.type) == TypeKind::kReal ? ScalarKind::kAlgebraic : ScalarKind::kDiscrete;
    scalar.is_hidden = true;
    ScalarFacts facts;
    facts.is_auxiliary = true;
    facts.variability =
        scalar.kind == ScalarKind::kAlgebraic ? flat::Variability::kContinuous : flat::Variability::kDiscrete;
    at->second = model_.Add(std::move(scalar), facts);
    ScalarEquation equation;
    equation.left = equation.written_left = model_.Ref(at->second, store_);
    equation.right = equation.written_right = value;
    equation.origin = origin_;
    model_.equations.Add(equation);
    return at->second;
  }

  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  std::unordered_map<Expr, ScalarId> named_;
  std::uint32_t origin_ = 0;
  Rewriter rewrite_;
};

}  // namespace

// y = if inferFactor then subSample(u) else subSample(u, factor): which of them it is decides about clocks.
static void DecideBetweenClocks(PassContext& context) {
  const ExprPool& exprs = context.store.exprs;
  symbolic::Contains converts(exprs, [&](Expr e) { return ClassOf(exprs.op(e)) == OpClass::kClock; });
  DecidedConditions decide(context, [&](Expr e) {
    return exprs.op(e) == Op::kIf && (converts(exprs.arg(e, 1)) || converts(exprs.arg(e, 2)));
  });
  for (ScalarEquation& equation : context.model.equations) {
    if (!equation.is_equality()) continue;
    equation.left = decide(equation.left);
    equation.right = decide(equation.right);
  }
}

void NormaliseClockConversions(PassContext& context) {
  DecideBetweenClocks(context);
  Normaliser(context).Run();
}

void ClockScanner::Note(ScalarId id, ClockScan& scan) {
  if (model_.is_known(id) || store_.types.kind(model_.scalars[id].type) == TypeKind::kClock) return;
  if (noted_.insert(id).second) scan.incidence.push_back(id);
}

void ClockScanner::Visit(Expr root, ClockScan& scan) {
  if (!root) return;
  const ExprPool& exprs = store_.exprs;
  stack_.push_back(root);
  while (!stack_.empty()) {
    Expr e = stack_.back();
    stack_.pop_back();
    if (!seen_.insert(e).second) continue;
    Op op = exprs.op(e);
    if (op == Op::kScalar) Note(exprs.scalar(e), scan);
    if (op == Op::kPrevious || op == Op::kInterval || op == Op::kFirstTick) scan.clocked_by = e;
    if (IsClockConversion(op)) {
      scan.conversions.push_back(e);
      continue;
    }
    for (Expr arg : exprs.args(e)) stack_.push_back(arg);
  }
}

void ClockScanner::Visit(const Statement& statement, ClockScan& scan) {
  for (Expr target : statement.targets) Visit(target, scan);
  Visit(statement.value, scan);
  for (const StatementBranch& branch : statement.branches) {
    Visit(branch.condition, scan);
    for (const Statement& inner : branch.body) Visit(inner, scan);
  }
}

void ClockScanner::Visit(const Step& step, ClockScan& scan) {
  for (ScalarId target : step.targets)
    if (target) Note(target, scan);
  Visit(step.value, scan);
  Visit(step.condition, scan);
  Visit(step.message, scan);
  for (const Statement& statement : step.statements) Visit(statement, scan);
  for (const Step::Branch& branch : step.branches) {
    Visit(branch.trigger, scan);
    for (const Step& inner : branch.steps) Visit(inner, scan);
  }
}

ClockScan ClockScanner::Scan(const ScalarEquation& equation) {
  ClockScan scan;
  seen_.clear();
  noted_.clear();
  Visit(equation.active, scan);
  if (equation.is_equality()) {
    Visit(equation.left, scan);
    Visit(equation.right, scan);
  } else {
    Visit(model_.steps[equation.step], scan);
  }
  return scan;
}

}  // namespace mica::structure
