#include "structure/stage/linearise_dynamics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "structure/scalar/call_outputs.h"
#include "structure/sort/incidence.h"
#include "structure/sort/partial_derivative.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

// States that one variable depends on: as many shifted evaluations at least would make a Jacobian by differences.
// Evaluating the partial derivatives costs as much as a few evaluations of the steps, and compiling them as much as the
// steps themselves.
constexpr std::size_t kMostColours = 60;
constexpr std::size_t kMostQuotients = 12;  // in the place of the derivatives of one formula

class Lineariser {
 public:
  explicit Lineariser(PassContext& context)
      : blocks_(context.blocks),
        store_(context.store),
        algebra_(context.store),
        partial_(context.derivatives),
        occurrences_(context.store),
        column_of_(blocks_.scalars.size(), kNone) {}

  // Whether a variable depends on more states than there should be colours.
  bool IsCoupled() {
    if (blocks_.states.size() <= kMostColours) return false;
    std::vector<std::vector<std::uint32_t>> depends(blocks_.scalars.size());
    for (std::size_t i = 0; i < blocks_.states.size(); ++i)
      depends[blocks_.states[i].index()] = {static_cast<std::uint32_t>(i)};
    for (const Step& step : blocks_.dynamics) {
      if (!step.for_derivatives || step.discrete_only) continue;
      occurrences_.Clear();
      occurrences_.Add(step);
      if (step.kind == Step::Kind::kSolve) occurrences_.Add(blocks_.systems[step.system]);
      std::vector<std::uint32_t> all;
      for (const Occurrence& o : occurrences_.found()) {
        if ((o.how & (kSolvable | kInCondition)) == 0) continue;
        const std::vector<std::uint32_t>& part = depends[o.scalar.index()];
        all.insert(all.end(), part.begin(), part.end());
      }
      std::ranges::sort(all);
      auto repeats = std::ranges::unique(all);
      all.erase(repeats.begin(), repeats.end());
      if (all.size() > kMostColours) return true;
      for (ScalarId target : step.targets)
        if (target && IsComputed(target)) depends[target.index()] = all;
    }
    return false;
  }

  bool Run() {
    // States have columns after all others; until their number is known they count from kFirstState.
    for (std::size_t i = 0; i < blocks_.states.size(); ++i)
      column_of_[blocks_.states[i].index()] = kFirstState + static_cast<std::uint32_t>(i);
    for (const Step& step : blocks_.dynamics)
      if (step.for_derivatives && !step.discrete_only && !Add(step)) return false;
    for (JacobianEntry& entry : out_.jacobian)
      if (entry.column >= kFirstState) entry.column = entry.column - kFirstState + rows_;
    return rows_ > 0 && out_.unknowns.size() == rows_;
  }

  System Take() { return std::move(out_); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max(), kFirstState = kNone / 2;

  // A continuous variable that steps give.
  bool IsComputed(ScalarId id) const {
    ScalarKind kind = blocks_.scalars[id].kind;
    return kind == ScalarKind::kAlgebraic || kind == ScalarKind::kDerivative;
  }

  bool IsColumn(ScalarId id) const { return id.index() < column_of_.size() && column_of_[id.index()] != kNone; }

  void AddColumn(ScalarId id) {
    if (IsColumn(id)) return;
    column_of_[id.index()] = static_cast<std::uint32_t>(out_.unknowns.size());
    out_.unknowns.push_back(id);
  }

  bool Add(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAssign:
      case Step::Kind::kCall:
        return AddExplicit(step, false);
      case Step::Kind::kSolve:
        return AddSystem(step);
      case Step::Kind::kAlgorithm:
        return !DependsOnStates(step) ||
               std::ranges::none_of(step.targets, [&](ScalarId id) { return id && IsComputed(id); });
      default:
        return true;
    }
  }

  bool DependsOnStates(const Step& step) {
    occurrences_.Clear();
    occurrences_.Add(step);
    if (step.kind == Step::Kind::kSolve) occurrences_.Add(blocks_.systems[step.system]);
    return std::ranges::any_of(occurrences_.found(), [&](const Occurrence& o) {
      return (o.how & (kSolvable | kInCondition)) != 0 && IsColumn(o.scalar);
    });
  }

  // `in_system`: the targets have their columns, and so every one of them has a row.
  bool AddExplicit(const Step& step, bool in_system) {
    std::vector<Expr> values =
        step.kind == Step::Kind::kCall ? ScalarItems(step.value, store_) : std::vector<Expr>{step.value};
    for (std::size_t i = 0; i < step.targets.size() && i < values.size(); ++i) {
      ScalarId target = step.targets[i];
      if (!target || !IsComputed(target)) continue;
      auto terms = Partials(values[i]);
      if (!terms) return false;
      if (terms->empty() && !in_system) continue;  // does not change with the states
      AddColumn(target);
      terms->push_back({target, store_.exprs.Real(-1)});
      AddRow(*terms, step.origin);
    }
    return true;
  }

  bool AddSystem(const Step& step) {
    const System& system = blocks_.systems[step.system];
    if (!DependsOnStates(step)) return true;
    for (ScalarId unknown : system.unknowns) AddColumn(unknown);
    for (const Step& inner : system.inner)
      for (ScalarId target : inner.targets)
        if (target && IsComputed(target)) AddColumn(target);
    for (const Step& inner : system.inner) {
      if (inner.kind != Step::Kind::kAssign && inner.kind != Step::Kind::kCall) return false;
      if (!AddExplicit(inner, true)) return false;
    }
    for (std::size_t r = 0; r < system.residuals.size(); ++r) {
      auto terms = Partials(system.residuals[r]);
      if (!terms) return false;
      AddRow(*terms, r < system.origins.size() ? system.origins[r] : step.origin);
    }
    return true;
  }

  void AddRow(const std::vector<PartialTerm>& terms, const flat::Origin& origin) {
    for (const PartialTerm& term : terms)
      out_.jacobian.push_back({rows_, column_of_[term.scalar.index()], term.derivative});
    out_.origins.push_back(origin);
    ++rows_;
  }

  std::optional<std::vector<PartialTerm>> Partials(Expr e) {
    auto terms = partial_.All(e, [&](ScalarId id) { return IsColumn(id); });
    return terms ? terms : Quotients(e);
  }

  // (f(x + d) - f(x))/d with d = √ε (|x| + nominal), as formulas: for functions without a derivative.
  std::optional<std::vector<PartialTerm>> Quotients(Expr e) {
    ExprPool& exprs = store_.exprs;
    occurrences_.Clear();
    occurrences_.Add(e);
    if (occurrences_.reads_beyond_events()) return std::nullopt;
    std::vector<PartialTerm> terms;
    std::vector<ScalarId> leaves;
    for (const Occurrence& o : occurrences_.found())
      if ((o.how & (kSolvable | kInCondition)) != 0 && IsColumn(o.scalar)) leaves.push_back(o.scalar);
    if (leaves.size() > kMostQuotients) return std::nullopt;
    const double root = std::sqrt(std::numeric_limits<double>::epsilon());
    for (ScalarId leaf : leaves) {
      Expr x = exprs.Scalar(leaf, blocks_.scalars[leaf].type);
      Expr nominal = blocks_.scalars[leaf].nominal ? blocks_.scalars[leaf].nominal : exprs.Real(1);
      auto size = [&](Expr value) { return exprs.Make(Op::kAbs, store_.types.real(), {value}); };
      Expr shift = algebra_.Mul(exprs.Real(root), algebra_.Add(size(x), size(nominal)));
      Expr shifted = algebra_.Add(x, shift);
      Rewriter move(store_, [&](Expr node) -> Expr {
        if (exprs.op(node) == Op::kHeld || exprs.op(node) == Op::kPre) return node;
        return node == x ? shifted : Expr();
      });
      terms.push_back({leaf, algebra_.Div(algebra_.Sub(move(e), e), shift)});
    }
    return terms;
  }

  BlockModel& blocks_;
  Store& store_;
  symbolic::Algebra algebra_;
  PartialDerivative partial_;
  OccurrenceCollector occurrences_;
  std::vector<std::uint32_t> column_of_;
  System out_;
  std::uint32_t rows_ = 0;
};

}  // namespace

bool LineariseDynamics(PassContext& context) {
  if (!context.blocks.stage.empty() || context.options.stage.kind != StageRequest::Kind::kNone) return true;
  Lineariser lineariser(context);
  if (lineariser.IsCoupled() && lineariser.Run()) context.blocks.systems.Add(lineariser.Take());
  return true;
}

const System* FindLinearisation(const BlockModel& model) {
  if (model.systems.empty()) return nullptr;
  const System& last = model.systems[SystemId(model.systems.size() - 1)];
  auto is_of_state = [&](const JacobianEntry& entry) {
    return entry.column >= last.unknowns.size() && entry.row < last.unknowns.size();
  };
  return last.residuals.empty() && std::ranges::any_of(last.jacobian, is_of_state) ? &last : nullptr;
}

}  // namespace mica::structure
