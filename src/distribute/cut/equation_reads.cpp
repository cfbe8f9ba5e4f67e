#include "distribute/cut/equation_reads.h"

namespace mica::distribute {

void EquationReads::Clear() {
  seen_.Clear();
  noted_.Clear();
  scalars_.clear();
  delays_.clear();
  distributions_.clear();
}

void EquationReads::Note(ScalarId scalar) {
  if (scalar && noted_.Insert(scalar.index(), 0).second) scalars_.push_back(scalar);
}

void EquationReads::Add(Expr e) {
  if (!e) return;
  const ExprPool& pool = store_.exprs;
  // Keys of nodes, delays and distributions do not meet.
  constexpr std::uint64_t kDelays = std::uint64_t{1} << 40, kDistributions = std::uint64_t{1} << 41;
  stack_.push_back(e);
  while (!stack_.empty()) {
    Expr node = stack_.back();
    stack_.pop_back();
    if (!seen_.Insert(node.index(), 0).second) continue;
    std::size_t first = 0;
    switch (pool.op(node)) {
      case Op::kScalar:
        Note(pool.scalar(node));
        break;
      case Op::kDelay:
        first = 1;
        if (seen_.Insert(kDelays | pool.payload(node), 0).second)
          delays_.push_back(static_cast<std::uint32_t>(pool.payload(node)));
        break;
      case Op::kSpatialDistribution: {
        std::uint64_t number = (pool.payload(node) - 2) / 2;
        if (seen_.Insert(kDistributions | number, 0).second)
          distributions_.push_back(static_cast<std::uint32_t>(number));
        break;
      }
      default:
        break;
    }
    for (std::size_t i = pool.args(node).size(); i-- > first;) stack_.push_back(pool.arg(node, i));
  }
}

void EquationReads::Add(const Statement& statement) {
  for (Expr target : statement.targets) Add(target);
  Add(statement.value);
  for (const StatementBranch& branch : statement.branches) {
    Add(branch.condition);
    for (const Statement& inner : branch.body) Add(inner);
  }
}

void EquationReads::Add(const structure::Step& step) {
  for (ScalarId target : step.targets) Note(target);
  Add(step.value);
  Add(step.condition);
  Add(step.message);
  for (const Statement& statement : step.statements) Add(statement);
  for (const structure::Step::Branch& branch : step.branches) {
    Add(branch.trigger);
    for (const structure::Step& inner : branch.steps) Add(inner);
  }
}

void EquationReads::Of(const structure::ScalarEquation& equation) {
  Clear();
  Add(equation.left);
  Add(equation.right);
  Add(equation.when_clock);
  Add(equation.active);
  if (!equation.is_equality()) Add(model_.steps[equation.step]);
}

void EquationReads::Of(const structure::Step& step) {
  Clear();
  Add(step);
}

void EquationReads::OfDelay(std::uint32_t delay) {
  Clear();
  Add(model_.delays[delay].value);
}

void EquationReads::OfDelayTime(std::uint32_t delay) {
  Clear();
  Add(model_.delays[delay].delay_time);
  Add(model_.delays[delay].delay_max);
}

void EquationReads::OfDistribution(std::uint32_t distribution) {
  Clear();
  const structure::Distribution& d = model_.distributions[distribution];
  for (Expr e : {d.in0, d.in1, d.x, d.positive}) Add(e);
  for (Expr e : d.points) Add(e);
  for (Expr e : d.values) Add(e);
}

void EquationReads::OfAttributes(ScalarId scalar) {
  Clear();
  const structure::Scalar& s = model_.scalars[scalar];
  for (Expr e : {s.start, s.nominal, s.min, s.max, s.value}) Add(e);
}

void EquationReads::Of(std::span<const Expr> expressions) {
  Clear();
  for (Expr e : expressions) Add(e);
}

}  // namespace mica::distribute
