// Table stage: what a run must know of the sections of a model beyond their order: who reads delays, where homotopy()
// stands, which conditions reinitialize.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "table/table_maker.h"

namespace mica::table {

using structure::BlockModel;
using structure::Step;

namespace {

class ReinitConditions {
 public:
  ReinitConditions(const BlockModel& model, const ExprPool& pool)
      : model_(model), pool_(pool), slots_(model.held.size()) {
    for (const Step& step : model_.dynamics)
      if (step.kind == Step::Kind::kAssign && step.targets.size() == 1 && step.targets[0].valid())
        values_[step.targets[0].index()] = step.value;
    for (const Step& step : model_.dynamics)
      for (const Step::Branch& branch : step.branches) {
        bool reinitializes =
            std::ranges::any_of(branch.steps, [](const Step& inner) { return inner.kind == Step::Kind::kReinit; });
        if (reinitializes) AddTrigger(branch.trigger);
      }
  }
  std::vector<std::vector<std::uint32_t>> Found() const {
    std::vector<std::vector<std::uint32_t>> found;
    for (const std::set<std::uint32_t>& slots : slots_) found.emplace_back(slots.begin(), slots.end());
    return found;
  }

 private:
  // A trigger is made of conditions, c and not pre(c).
  void AddTrigger(Expr e) {
    if (!e.valid() || pool_.op(e) == Op::kPre) return;
    if (pool_.op(e) == Op::kScalar) {
      std::set<std::size_t> seen;
      AddHeld(e, model_.scalars[Owner(pool_.scalar(e))].slot, seen);
      return;
    }
    for (Expr arg : pool_.args(e)) AddTrigger(arg);
  }
  void AddHeld(Expr e, std::uint32_t slot, std::set<std::size_t>& seen) {
    if (!e.valid() || pool_.op(e) == Op::kPre || !seen.insert(e.index()).second) return;
    if (pool_.op(e) == Op::kHeld) slots_[pool_.payload(e)].insert(slot);
    if (pool_.op(e) == Op::kScalar) {
      auto value = values_.find(Owner(pool_.scalar(e)).index());
      if (value != values_.end()) AddHeld(value->second, slot, seen);
    }
    for (Expr arg : pool_.args(e)) AddHeld(arg, slot, seen);
  }
  ScalarId Owner(ScalarId id) const { return model_.scalars[id].alias_of.valid() ? model_.scalars[id].alias_of : id; }

  const BlockModel& model_;
  const ExprPool& pool_;
  std::map<std::size_t, Expr> values_;
  std::vector<std::set<std::uint32_t>> slots_;  // by relation
};

// The buffers of the delay() calls in an expression.
class DelayReads {
 public:
  DelayReads(const ExprPool& pool, std::vector<std::uint32_t>& found) : pool_(pool), found_(found) {}
  void Add(Expr e) {
    if (!e.valid() || !seen_.insert(e.index()).second) return;
    if (pool_.op(e) == Op::kDelay && pool_.payload(e) < found_.size()) found_[pool_.payload(e)] = 1;
    for (Expr arg : pool_.args(e)) Add(arg);
  }
  void Add(const Step& step, const BlockModel& model) {
    Add(step.value);
    // What an algorithm reads is not looked at: it may read any of them.
    if (!step.statements.empty()) std::fill(found_.begin(), found_.end(), 1);
    if (step.kind != Step::Kind::kSolve) return;
    const structure::System& system = model.systems[step.system];
    for (const Step& inner : system.inner) Add(inner, model);
    for (Expr residual : system.residuals) Add(residual);
  }

 private:
  const ExprPool& pool_;
  std::vector<std::uint32_t>& found_;
  std::set<std::size_t> seen_;
};

bool Holds(Op op, std::unordered_set<std::uint32_t>& seen, Expr root, const Store& store) {
  std::vector<Expr> stack;
  if (root.valid()) stack.push_back(root);
  while (!stack.empty()) {
    Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.index()).second) continue;
    if (store.exprs.op(e) == op) return true;
    for (Expr arg : store.exprs.args(e))
      if (arg.valid()) stack.push_back(arg);
  }
  return false;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> FindReinitConditions(const BlockModel& model, const Store& store) {
  return ReinitConditions(model, store.exprs).Found();
}

std::vector<std::uint32_t> FindDelayReads(const BlockModel& model, const Store& store) {
  std::vector<std::uint32_t> found(model.delays.size());
  if (found.empty()) return found;
  DelayReads reads(store.exprs, found);
  for (const Step& step : model.dynamics)
    if (!step.discrete_only && (step.for_derivatives || step.for_crossings)) reads.Add(step, model);
  for (const structure::Held& held : model.held)
    for (Expr crossing : held.crossings) reads.Add(crossing);
  for (const structure::Delay& delay : model.delays) reads.Add(delay.value);
  return found;
}

std::uint32_t FindHomotopy(const BlockModel& model, const Store& store) {
  std::uint32_t use = MICA_HOMOTOPY_NONE;
  std::unordered_set<std::uint32_t> seen_outside;
  for (const Step& step : model.initial) {
    if (step.kind != Step::Kind::kSolve) {
      if (use == MICA_HOMOTOPY_NONE && Holds(Op::kHomotopy, seen_outside, step.value, store))
        use = MICA_HOMOTOPY_OUTSIDE;
      continue;
    }
    const structure::System& system = model.systems[step.system];
    auto system_holds = [&](Op op) {
      std::unordered_set<std::uint32_t> seen;
      return std::ranges::any_of(system.inner,
                                 [&](const Step& inner) { return Holds(op, seen, inner.value, store); }) ||
             std::ranges::any_of(system.residuals, [&](Expr residual) { return Holds(op, seen, residual, store); });
    };
    if (!system_holds(Op::kHomotopy)) continue;
    bool has_one_solution = system.is_linear && system.discrete.empty() && !system_holds(Op::kHeld);
    if (!has_one_solution) return MICA_HOMOTOPY_ITERATED;
    use = MICA_HOMOTOPY_OUTSIDE;
  }
  return use;
}

}  // namespace mica::table
