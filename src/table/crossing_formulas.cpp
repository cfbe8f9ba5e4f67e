#include "table/crossing_formulas.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "table/node_op.h"

namespace mica::table {

using structure::ScalarKind;
using structure::Step;

namespace {

class Builder {
 public:
  explicit Builder(TableMaker& maker)
      : maker_(maker), model_(maker.model), pool_(maker.store.exprs), first_(maker.nodes().size()) {
    for (std::size_t i = 0; i < model_.states.size(); ++i)
      states_.emplace(model_.states[i].index(), static_cast<std::uint32_t>(i));
    for (const Step& step : model_.dynamics) {
      for (ScalarId target : step.targets)
        if (target) steps_.emplace(target.index(), &step);
      if (step.kind != Step::Kind::kSolve) continue;
      // What a system computes is no formula.
      for (ScalarId id : model_.systems[step.system].unknowns) steps_[id.index()] = &step;
      for (const Step& inner : model_.systems[step.system].inner)
        for (ScalarId id : inner.targets)
          if (id) steps_[id.index()] = &step;
    }
  }

  void Run() {
    for (const structure::Held& held : model_.held)
      for (Expr crossing : held.crossings) {
        std::uint32_t node = Of(crossing);
        std::vector<std::uint32_t> program =
            node == MICA_NONE ? std::vector<std::uint32_t>() : Program({node}, kMostNodes);
        if (program.empty()) Collect(crossing);
        NoteStates(program);
        maker_.AddCrossingFormula(maker_.List(program));
      }
    std::vector<std::uint32_t> program = Program(inputs_, kMostInputNodes);
    if (program.empty() && !inputs_.empty()) TakeStates(), program = Program(inputs_, kMostInputNodes);
    NoteStates(program);
    maker_.head().input_nodes = maker_.List(inputs_);
    maker_.head().input_formula = maker_.List(program);
  }

 private:
  std::uint32_t AddLeaf(std::uint32_t op, std::size_t place, double number) {
    return maker_.Node({number, op, static_cast<std::uint32_t>(place), {}, 0});
  }

  std::uint32_t Of(ScalarId id) {
    const structure::Scalar& scalar = model_.scalars[id];
    if (scalar.alias_of.valid()) {
      std::uint32_t owner = Of(scalar.alias_of);
      if (owner == MICA_NONE || scalar.alias_sign > 0) return owner;
      return maker_.Node({0, MICA_NODE_NEG, 0, {owner}, 0});
    }
    auto known = of_scalar_.find(id.index());
    if (known != of_scalar_.end()) return known->second;
    std::uint32_t node = NewScalar(id, scalar);
    of_scalar_[id.index()] = node;
    return node;
  }

  std::uint32_t NewScalar(ScalarId id, const structure::Scalar& scalar) {
    switch (scalar.kind) {
      case ScalarKind::kConstant:
      case ScalarKind::kParameter:
      case ScalarKind::kDiscrete:
      case ScalarKind::kTimeFlag:
        return AddLeaf(MICA_NODE_SLOT, scalar.slot, 0);
      case ScalarKind::kState: {
        auto state = states_.find(id.index());
        return state == states_.end() ? MICA_NONE : AddLeaf(MICA_NODE_STATE, state->second, 0);
      }
      case ScalarKind::kAlgebraic:
      case ScalarKind::kDerivative: {
        auto step = steps_.find(id.index());
        if (step == steps_.end()) return MICA_NONE;
        if (step->second->changes <= structure::ChangesWith::kEvents) return AddLeaf(MICA_NODE_SLOT, scalar.slot, 0);
        return step->second->kind == Step::Kind::kAssign ? Of(step->second->value) : MICA_NONE;
      }
      default:
        return MICA_NONE;
    }
  }

  std::uint32_t Of(Expr e) {
    auto known = of_expr_.find(e.index());
    if (known != of_expr_.end()) return known->second;
    constexpr int kDeepest = 2000;
    std::uint32_t node = MICA_NONE;
    if (++depth_ < kDeepest && maker_.nodes().size() - first_ < kMostNodesInAll) node = New(e);
    --depth_;
    of_expr_[e.index()] = node;
    return node;
  }

  std::uint32_t New(Expr e) {
    Op op = pool_.op(e);
    switch (op) {
      case Op::kReal:
        return AddLeaf(MICA_NODE_NUMBER, 0, pool_.real(e));
      case Op::kInteger:
      case Op::kEnumLiteral:
        return AddLeaf(MICA_NODE_NUMBER, 0, static_cast<double>(pool_.integer(e)));
      case Op::kBoolean:
        return AddLeaf(MICA_NODE_NUMBER, 0, pool_.boolean(e) ? 1 : 0);
      case Op::kTime:
        return AddLeaf(MICA_NODE_TIME, 0, 0);
      case Op::kScalar:
        return Of(pool_.scalar(e));
      case Op::kHeld:
        return AddLeaf(MICA_NODE_HELD, pool_.payload(e), 0);
      case Op::kToReal:
      case Op::kNoEvent:
      case Op::kOrdinal:
      case Op::kHomotopy:
        return Of(pool_.arg(e, 0));
      case Op::kSmooth:
        return Of(pool_.arg(e, 1));
      default:
        break;
    }
    std::optional<std::uint32_t> node_op = NodeOpOf(op);
    return node_op ? Apply(e, *node_op) : MICA_NONE;
  }

  std::uint32_t Apply(Expr e, std::uint32_t op) {
    MicaNode node{0, op, 0, {}, 0};
    for (std::size_t i = 0; i < ArgumentCount(op); ++i) {
      node.args[i] = Of(pool_.arg(e, i));
      if (node.args[i] == MICA_NONE) return MICA_NONE;
    }
    return maker_.Node(node);
  }

  // The nodes that the results need, in order. Empty: too many.
  std::vector<std::uint32_t> Program(std::vector<std::uint32_t> stack, std::size_t most) const {
    std::vector<std::uint32_t> seen;
    std::unordered_set<std::uint32_t> is_seen;
    while (!stack.empty()) {
      std::uint32_t at = stack.back();
      stack.pop_back();
      if (!is_seen.insert(at).second) continue;
      seen.push_back(at);
      if (seen.size() > most) return {};
      const MicaNode& node = maker_.nodes()[at];
      for (std::size_t i = 0; i < ArgumentCount(node.op); ++i) stack.push_back(node.args[i]);
    }
    std::ranges::sort(seen);  // arguments come before their users
    return seen;
  }

  void NoteStates(const std::vector<std::uint32_t>& program) {
    if (std::ranges::any_of(program, [&](std::uint32_t at) { return maker_.nodes()[at].op == MICA_NODE_STATE; }))
      maker_.head().flags |= MICA_MODEL_FORMULAS_OF_STATES;
  }
  void NoteFree() { maker_.head().flags |= MICA_MODEL_FREE_INPUTS; }

  // What an expression without a formula is computed from.
  void AddInput(std::uint32_t node) {
    switch (maker_.nodes()[node].op) {
      case MICA_NODE_NUMBER:
      case MICA_NODE_SLOT:
      case MICA_NODE_HELD:
        return;  // stays between events
      case MICA_NODE_TIME:
        return NoteFree();
      default:
        break;
    }
    if (is_input_.insert(node).second) inputs_.push_back(node);
  }

  void Collect(Expr e) {
    if (!e.valid() || !collected_exprs_.insert(e.index()).second) return;
    if (pool_.op(e) == Op::kScalar) return Collect(pool_.scalar(e));
    if (pool_.op(e) == Op::kPre) return;
    if (std::uint32_t node = Of(e); node != MICA_NONE) return AddInput(node);
    if (pool_.op(e) == Op::kDelay || pool_.op(e) == Op::kSpatialDistribution) NoteFree();
    for (Expr arg : pool_.args(e)) Collect(arg);
  }

  void Collect(ScalarId id) {
    const structure::Scalar& scalar = model_.scalars[id];
    if (scalar.alias_of.valid()) return Collect(scalar.alias_of);
    if (!collected_scalars_.insert(id.index()).second) return;
    if (std::uint32_t node = Of(id); node != MICA_NONE) return AddInput(node);
    auto step = steps_.find(id.index());
    if (step == steps_.end())
      NoteFree();
    else
      Collect(*step->second);
  }

  void Collect(const Step& step) {
    if (step.kind == Step::Kind::kSolve) {
      const structure::System& system = model_.systems[step.system];
      for (ScalarId id : system.unknowns) collected_scalars_.insert(id.index());
      for (const Step& inner : system.inner)
        for (ScalarId id : inner.targets)
          if (id) collected_scalars_.insert(id.index());
      for (const Step& inner : system.inner) Collect(inner);
      for (Expr residual : system.residuals) Collect(residual);
    }
    Collect(step.value);
    Collect(step.statements);
  }

  void Collect(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      Collect(statement.value);
      for (Expr target : statement.targets)
        if (target.valid() && pool_.op(target) != Op::kScalar) Collect(target);
      for (const StatementBranch& branch : statement.branches) {
        Collect(branch.condition);
        Collect(branch.body);
      }
    }
  }

  // Many inputs: the states themselves.
  void TakeStates() {
    inputs_.clear();
    for (std::size_t i = 0; i < model_.states.size(); ++i) inputs_.push_back(AddLeaf(MICA_NODE_STATE, i, 0));
  }

  TableMaker& maker_;
  const structure::BlockModel& model_;
  const ExprPool& pool_;
  std::size_t first_;                                                     // of the nodes that are made here
  std::unordered_map<std::uint32_t, std::uint32_t> of_expr_, of_scalar_;  // nodes, or MICA_NONE
  std::unordered_map<std::uint32_t, const Step*> steps_;                  // by target
  std::unordered_map<std::uint32_t, std::uint32_t> states_;               // place of a state
  std::unordered_set<std::uint32_t> collected_exprs_, collected_scalars_, is_input_;
  std::vector<std::uint32_t> inputs_;
  int depth_ = 0;
};

}  // namespace

void AddCrossingFormulas(TableMaker& maker) {
  if (maker.model.held.empty()) return;
  Builder(maker).Run();
}

}  // namespace mica::table
