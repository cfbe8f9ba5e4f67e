#include "run/crossing_formulas.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>
#include <unordered_set>

namespace mica::run {

namespace {

constexpr std::uint32_t kUnknown = 0xffffffff;

bool IsUnary(Op op) {
  switch (op) {
    case Op::kNeg: case Op::kNot: case Op::kSin: case Op::kCos: case Op::kTan: case Op::kAsin: case Op::kAcos: case Op::kAtan: case Op::kSinh:
    case Op::kCosh: case Op::kTanh: case Op::kExp: case Op::kLog: case Op::kLog10: case Op::kSqrt: case Op::kAbs: case Op::kSign: return true;
    default: return false;
  }
}

bool IsBinary(Op op) {
  switch (op) {
    case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kDiv: case Op::kPow: case Op::kMin: case Op::kMax: case Op::kAtan2: case Op::kAnd: case Op::kOr:
    case Op::kLess: case Op::kLessEqual: case Op::kGreater: case Op::kGreaterEqual: case Op::kEqual: case Op::kNotEqual: return true;
    default: return false;
  }
}

// [0, 1], or what is certain.
Interval Truth(bool surely, bool surely_not) { return {surely ? 1.0 : 0.0, surely_not ? 0.0 : 1.0}; }

}  // namespace

struct CrossingFormulas::Builder {
  CrossingFormulas& formulas;
  const structure::BlockModel& model;
  const ExprPool& pool;
  std::unordered_map<std::uint32_t, std::uint32_t> of_expr, of_scalar;  // nodes, or kUnknown
  std::unordered_map<std::uint32_t, const structure::Step*> steps;      // by target
  std::unordered_map<std::uint32_t, std::uint32_t> states;              // place of a state
  int depth = 0;

  explicit Builder(CrossingFormulas& f) : formulas(f), model(f.instance_.model()), pool(f.instance_.runnable().store->exprs) {
    for (std::size_t i = 0; i < model.states.size(); ++i) states.emplace(model.states[i].index(), i);
    for (const structure::Step& step : model.dynamics) {
      for (ScalarId target : step.targets)
        if (target) steps.emplace(target.index(), &step);
      if (step.kind != structure::Step::Kind::kSolve) continue;
      // What a system computes is no formula.
      for (ScalarId id : model.systems[step.system].unknowns) steps[id.index()] = &step;
      for (const structure::Step& inner : model.systems[step.system].inner)
        for (ScalarId id : inner.targets)
          if (id) steps[id.index()] = &step;
    }
  }

  std::uint32_t Add(Node node) {
    formulas.nodes_.push_back(node);
    return static_cast<std::uint32_t>(formulas.nodes_.size() - 1);
  }
  std::uint32_t AddLeaf(Leaf leaf, std::size_t place, double number) {
    Node node;
    node.leaf = leaf;
    node.place = static_cast<std::uint32_t>(place);
    node.number = number;
    return Add(node);
  }

  std::uint32_t Of(ScalarId id) {
    const structure::Scalar& scalar = model.scalars[id];
    if (scalar.alias_of.valid()) {
      std::uint32_t owner = Of(scalar.alias_of);
      if (owner == kUnknown || scalar.alias_sign > 0) return owner;
      Node node;
      node.op = Op::kNeg;
      node.args[0] = owner;
      return Add(node);
    }
    auto known = of_scalar.find(static_cast<std::uint32_t>(id.index()));
    if (known != of_scalar.end()) return known->second;
    std::uint32_t node = NewScalar(id, scalar);
    of_scalar[static_cast<std::uint32_t>(id.index())] = node;
    return node;
  }

  std::uint32_t NewScalar(ScalarId id, const structure::Scalar& scalar) {
    using structure::ScalarKind;
    switch (scalar.kind) {
      case ScalarKind::kConstant: case ScalarKind::kParameter: case ScalarKind::kDiscrete: case ScalarKind::kTimeFlag: return AddLeaf(Leaf::kSlot, scalar.slot, 0);
      case ScalarKind::kState: {
        auto state = states.find(static_cast<std::uint32_t>(id.index()));
        return state == states.end() ? kUnknown : AddLeaf(Leaf::kState, state->second, 0);
      }
      case ScalarKind::kAlgebraic: case ScalarKind::kDerivative: {
        auto step = steps.find(static_cast<std::uint32_t>(id.index()));
        if (step == steps.end()) return kUnknown;
        if (step->second->changes <= structure::ChangesWith::kEvents) return AddLeaf(Leaf::kSlot, scalar.slot, 0);
        return step->second->kind == structure::Step::Kind::kAssign ? Of(step->second->value) : kUnknown;
      }
      default: return kUnknown;
    }
  }

  std::uint32_t Of(Expr e) {
    auto known = of_expr.find(static_cast<std::uint32_t>(e.index()));
    if (known != of_expr.end()) return known->second;
    constexpr int kDeepest = 2000;
    std::uint32_t node = kUnknown;
    if (++depth < kDeepest && formulas.nodes_.size() < kMostInAll) node = New(e);
    --depth;
    of_expr[static_cast<std::uint32_t>(e.index())] = node;
    return node;
  }

  std::uint32_t New(Expr e) {
    Op op = pool.op(e);
    switch (op) {
      case Op::kReal: return AddLeaf(Leaf::kNumber, 0, pool.real(e));
      case Op::kInteger: case Op::kEnumLiteral: return AddLeaf(Leaf::kNumber, 0, static_cast<double>(pool.integer(e)));
      case Op::kBoolean: return AddLeaf(Leaf::kNumber, 0, pool.boolean(e) ? 1 : 0);
      case Op::kTime: return AddLeaf(Leaf::kTime, 0, 0);
      case Op::kScalar: return Of(pool.scalar(e));
      case Op::kHeld: return AddLeaf(Leaf::kHeld, pool.payload(e), 0);
      case Op::kToReal: case Op::kNoEvent: case Op::kOrdinal: return Of(pool.arg(e, 0));
      case Op::kHomotopy: return Of(pool.arg(e, 0));
      case Op::kSmooth: return Of(pool.arg(e, 1));
      case Op::kIf: return Apply(e, op, 3);
      default: return IsUnary(op) ? Apply(e, op, 1) : IsBinary(op) ? Apply(e, op, 2) : kUnknown;
    }
  }

  std::uint32_t Apply(Expr e, Op op, std::size_t count) {
    Node node;
    node.op = op;
    for (std::size_t i = 0; i < count; ++i) {
      node.args[i] = Of(pool.arg(e, i));
      if (node.args[i] == kUnknown) return kUnknown;
    }
    return Add(node);
  }

  static std::size_t ArgumentCount(const Node& node) { return node.leaf != Leaf::kNone ? 0 : node.op == Op::kIf ? 3 : IsUnary(node.op) ? 1 : 2; }

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
      const Node& node = formulas.nodes_[at];
      for (std::size_t i = 0; i < ArgumentCount(node); ++i) stack.push_back(node.args[i]);
    }
    std::ranges::sort(seen);  // arguments come before their users
    return seen;
  }

  // What an expression without a formula is computed from.
  std::unordered_set<std::uint32_t> collected_exprs, collected_scalars, inputs;

  void AddInput(std::uint32_t node) {
    switch (formulas.nodes_[node].leaf) {
      case Leaf::kNumber: case Leaf::kSlot: case Leaf::kHeld: return;  // stays between events
      case Leaf::kTime: formulas.has_free_input_ = true; return;
      default: break;
    }
    if (inputs.insert(node).second) formulas.inputs_.push_back({node});
  }

  void Collect(Expr e) {
    if (!e.valid() || !collected_exprs.insert(static_cast<std::uint32_t>(e.index())).second) return;
    if (pool.op(e) == Op::kScalar) return Collect(pool.scalar(e));
    if (pool.op(e) == Op::kPre) return;
    if (std::uint32_t node = Of(e); node != kUnknown) return AddInput(node);
    if (pool.op(e) == Op::kDelay || pool.op(e) == Op::kSpatialDistribution) formulas.has_free_input_ = true;
    for (Expr arg : pool.args(e)) Collect(arg);
  }

  void Collect(ScalarId id) {
    const structure::Scalar& scalar = model.scalars[id];
    if (scalar.alias_of.valid()) return Collect(scalar.alias_of);
    if (!collected_scalars.insert(static_cast<std::uint32_t>(id.index())).second) return;
    if (std::uint32_t node = Of(id); node != kUnknown) return AddInput(node);
    auto step = steps.find(static_cast<std::uint32_t>(id.index()));
    if (step == steps.end()) formulas.has_free_input_ = true;
    else Collect(*step->second);
  }

  void Collect(const structure::Step& step) {
    if (step.kind == structure::Step::Kind::kSolve) {
      const structure::System& system = model.systems[step.system];
      for (ScalarId id : system.unknowns) collected_scalars.insert(static_cast<std::uint32_t>(id.index()));
      for (const structure::Step& inner : system.inner)
        for (ScalarId id : inner.targets)
          if (id) collected_scalars.insert(static_cast<std::uint32_t>(id.index()));
      for (const structure::Step& inner : system.inner) Collect(inner);
      for (Expr residual : system.residuals) Collect(residual);
    }
    Collect(step.value);
    Collect(step.statements);
  }

  void Collect(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      Collect(statement.value);
      for (Expr target : statement.targets)
        if (target.valid() && pool.op(target) != Op::kScalar) Collect(target);
      for (const StatementBranch& branch : statement.branches) {
        Collect(branch.condition);
        Collect(branch.body);
      }
    }
  }

  // Many inputs: the states themselves.
  void TakeStates() {
    formulas.inputs_.clear();
    for (std::size_t i = 0; i < model.states.size(); ++i) formulas.inputs_.push_back({AddLeaf(Leaf::kState, i, 0)});
  }

  static constexpr std::size_t kMostInAll = 200'000;
};

CrossingFormulas::CrossingFormulas(Instance& instance) : instance_(instance) {
  Builder builder(*this);
  for (const structure::Held& held : instance.model().held)
    for (Expr crossing : held.crossings) {
      std::uint32_t node = builder.Of(crossing);
      programs_.push_back(node == kUnknown ? std::vector<std::uint32_t>() : builder.Program({node}, kMostNodes));
      if (programs_.back().empty()) builder.Collect(crossing);
      for (std::uint32_t at : programs_.back()) reads_states_ = reads_states_ || nodes_[at].leaf == Leaf::kState;
    }
  auto program = [&] {
    std::vector<std::uint32_t> roots;
    for (const Input& input : inputs_) roots.push_back(input.node);
    return builder.Program(std::move(roots), kMostInputNodes);
  };
  input_program_ = program();
  if (input_program_.empty() && !inputs_.empty()) builder.TakeStates(), input_program_ = program();
  for (std::uint32_t at : input_program_) reads_states_ = reads_states_ || nodes_[at].leaf == Leaf::kState;
  values_.resize(nodes_.size());
}

double CrossingFormulas::Movement(Interval time, std::span<const double> low, std::span<const double> high) {
  if (has_free_input_) return std::numeric_limits<double>::infinity();
  for (std::uint32_t at : input_program_) values_[at] = Value(nodes_[at], time, low, high);
  double movement = 0;
  for (Input& input : inputs_) {
    Interval range = values_[input.node];
    double width = range.high - range.low;
    if (width == 0) continue;
    if (!std::isfinite(width)) return std::numeric_limits<double>::infinity();
    input.magnitude = std::max({input.magnitude, std::abs(range.low), std::abs(range.high)});
    movement = std::max(movement, width / input.magnitude);
  }
  return movement;
}

Interval CrossingFormulas::RangeOf(std::size_t crossing, Interval time, std::span<const double> low, std::span<const double> high) {
  const std::vector<std::uint32_t>& program = programs_[crossing];
  for (std::uint32_t at : program) values_[at] = Value(nodes_[at], time, low, high);
  return values_[program.back()];
}

Interval CrossingFormulas::Value(const Node& node, Interval time, std::span<const double> low, std::span<const double> high) const {
  switch (node.leaf) {
    case Leaf::kNumber: return Interval::At(node.number);
    case Leaf::kTime: return time;
    case Leaf::kState: return {low[node.place], high[node.place]};
    case Leaf::kSlot: return Interval::At(instance_.reals()[node.place]);
    case Leaf::kHeld: return Interval::At(instance_.held()[node.place]);
    case Leaf::kNone: break;
  }
  Interval x = values_[node.args[0]], y = values_[node.args[1]];
  switch (node.op) {
    case Op::kNeg: return -x;
    case Op::kNot: return Interval{1, 1} - x;
    case Op::kAdd: return x + y;
    case Op::kSub: return x - y;
    case Op::kMul: return node.args[0] == node.args[1] ? Pow(x, {2, 2}) : x * y;
    case Op::kDiv: return x / y;
    case Op::kPow: return Pow(x, y);
    case Op::kMin: return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case Op::kMax: return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case Op::kAnd: return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case Op::kOr: return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case Op::kLess: case Op::kLessEqual: return Truth(x.high < y.low, x.low > y.high);
    case Op::kGreater: case Op::kGreaterEqual: return Truth(x.low > y.high, x.high < y.low);
    case Op::kEqual: return Truth(x.is_point() && y.is_point() && x.low == y.low, x.high < y.low || x.low > y.high);
    case Op::kNotEqual: return Truth(x.high < y.low || x.low > y.high, x.is_point() && y.is_point() && x.low == y.low);
    case Op::kIf: return x.low > 0.5 ? y : x.high < 0.5 ? values_[node.args[2]] : Hull(y, values_[node.args[2]]);
    case Op::kSin: return Sin(x);
    case Op::kCos: return Cos(x);
    case Op::kTan: return Tan(x);
    case Op::kAsin: return Rising(x, [](double v) { return std::asin(v); });
    case Op::kAcos: return -Rising(x, [](double v) { return -std::acos(v); });  // it falls
    case Op::kAtan: return Rising(x, [](double v) { return std::atan(v); });
    case Op::kAtan2: return {-std::numbers::pi, std::numbers::pi};
    case Op::kSinh: return Rising(x, [](double v) { return std::sinh(v); });
    case Op::kCosh: return Rising(Abs(x), [](double v) { return std::cosh(v); });
    case Op::kTanh: return Rising(x, [](double v) { return std::tanh(v); });
    case Op::kExp: return Exp(x);
    case Op::kLog: return Log(x);
    case Op::kLog10: return x.low > 0 ? Interval{std::log10(x.low), std::log10(x.high)} : Interval{};
    case Op::kSqrt: return Sqrt(x);
    case Op::kAbs: return Abs(x);
    case Op::kSign: return {x.low > 0 ? 1.0 : x.low < 0 ? -1.0 : 0.0, x.high > 0 ? 1.0 : x.high < 0 ? -1.0 : 0.0};
    default: return {};
  }
}

}  // namespace mica::run
