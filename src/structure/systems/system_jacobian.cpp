#include "structure/systems/system_jacobian.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "structure/scalar/call_outputs.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMaxEntries = 400'000;
// From as many unknowns on a sparse solver is at home, and formulas of total derivatives grow with each of them.
constexpr std::size_t kFewUnknowns = 12;
// Products in total derivatives for each inner step or residual; beyond, partial derivatives are less work for
// everyone: they are about three.
constexpr std::size_t kMostProducts = 8;
constexpr std::size_t kMostInner =
    60;  // through which derivatives are written as one formula; its parts are computed once for each entry

// Derivatives of one scalar by iteration variables: column, expression; sorted by column.
using Gradient = std::map<std::uint32_t, Expr>;

class JacobianFormer {
 public:
  JacobianFormer(PassContext& context, PartialDerivative& partial)
      : context_(context),
        store_(context.store),
        partial_(partial),
        occurrences_(context.store),
        decided_(context.store, [this](Expr e) { return Decide(e); }) {}

  // Total derivatives, as long as these are not many more than there are partial ones.
  bool Run(System& system) {
    // Modes of a mixed system are judged by their total derivatives (run/events/leaking_switches.h).
    bool may_extend = system.discrete.empty() && context_.options.stage.kind == StageRequest::Kind::kNone &&
                      system.unknowns.size() > kFewUnknowns;
    if (may_extend && system.is_linear)
      most_ = std::min(most_, kMostProducts * (system.inner.size() + system.residuals.size()));
    if (RunTotal(system)) return true;
    system.jacobian.clear();
    system.slopes.clear();
    return entries_ > most_ && may_extend && RunExtended(system);
  }

 private:
  // Partial derivatives, with the torn-out variables that depend on the unknowns as further unknowns.
  bool RunExtended(System& system) {
    std::unordered_map<ScalarId, std::uint32_t> column_of;
    auto n = static_cast<std::uint32_t>(system.unknowns.size());
    for (std::uint32_t t = 0; t < n; ++t) column_of.emplace(system.unknowns[t], t);
    std::uint32_t extended = 0;
    ChangesWith changes = ChangesWith::kNever;
    auto add_row = [&](Expr value, std::uint32_t row, ScalarId own) {
      auto is_wanted = [&](ScalarId id) { return column_of.contains(id); };
      auto terms = partial_.All(value, is_wanted);
      if (!terms) terms = partial_.All(decided_(value), is_wanted);
      if (!terms) return false;
      if (own && terms->empty()) return true;  // known before the system is solved
      for (auto [scalar, derivative] : *terms) {
        system.jacobian.push_back({row, column_of.at(scalar), derivative});
        changes = std::max(changes, ChangesOf(derivative, context_.model, occurrences_));
      }
      if (!own) return true;
      system.jacobian.push_back({row, row, store_.exprs.Real(-1)});
      column_of.emplace(own, row);
      ++extended;
      return true;
    };
    std::vector<bool> is_read = ReadByResiduals(system);
    for (std::size_t i = 0; i < system.inner.size(); ++i) {
      const Step& step = system.inner[i];
      if (!is_read[i]) continue;
      if (step.kind != Step::Kind::kAssign && step.kind != Step::Kind::kCall) return false;
      std::vector<Expr> items =
          step.kind == Step::Kind::kCall ? ScalarItems(step.value, store_) : std::vector<Expr>{step.value};
      for (std::size_t k = 0; k < step.targets.size() && k < items.size(); ++k)
        if (IsReal(step.targets[k]) && !add_row(items[k], n + extended, step.targets[k])) return false;
    }
    for (std::uint32_t r = 0; r < system.residuals.size(); ++r)
      if (!add_row(system.residuals[r], r, {})) return false;
    system.jacobian_changes = changes;
    return true;
  }

  bool RunTotal(System& system) {
    for (std::size_t t = 0; t < system.unknowns.size(); ++t)
      gradients_[system.unknowns[t]] = {{static_cast<std::uint32_t>(t), store_.exprs.Real(1)}};
    std::vector<bool> is_read = ReadByResiduals(system);
    bool is_large = !system.is_linear && system.inner.size() > kMostInner;
    for (std::size_t i = 0; i < system.inner.size(); ++i) {
      const Step& step = system.inner[i];
      if (!is_read[i]) continue;
      if (step.kind == Step::Kind::kAssign) {
        if (!Propagate(step.value, gradients_[step.targets[0]])) return false;
        if (is_large) Name(gradients_[step.targets[0]], step, system);
      } else if (step.kind == Step::Kind::kCall) {
        std::vector<Expr> items = ScalarItems(step.value, store_);
        for (std::size_t i = 0; i < step.targets.size() && i < items.size(); ++i)
          if (IsReal(step.targets[i]) && !Propagate(items[i], gradients_[step.targets[i]])) return false;
        for (ScalarId target : step.targets)
          if (target && is_large) Name(gradients_[target], step, system);
      } else {
        return false;  // an algorithm
      }
    }
    ChangesWith changes = ChangesWith::kNever;
    for (std::size_t r = 0; r < system.residuals.size(); ++r) {
      Gradient gradient;
      if (!Propagate(system.residuals[r], gradient)) return false;
      for (auto [column, value] : gradient) {
        system.jacobian.push_back({static_cast<std::uint32_t>(r), column, value});
        changes = std::max(changes, ChangesOf(value, context_.model, occurrences_));
      }
    }
    system.jacobian_changes = changes;
    return true;
  }

  // Which inner steps the residuals depend on; the others serve discrete steps alone.
  std::vector<bool> ReadByResiduals(const System& system) {
    std::unordered_set<ScalarId> read;
    auto add = [&] {
      for (const Occurrence& o : occurrences_.found())
        if ((o.how & (kSolvable | kInCondition)) != 0) read.insert(o.scalar);
    };
    occurrences_.Clear();
    for (Expr residual : system.residuals) occurrences_.Add(residual);
    add();
    std::vector<bool> is_read(system.inner.size(), false);
    for (std::size_t i = system.inner.size(); i-- > 0;) {
      const Step& step = system.inner[i];
      if (std::ranges::none_of(step.targets, [&](ScalarId target) { return target && read.contains(target); }))
        continue;
      is_read[i] = true;
      occurrences_.Clear();
      occurrences_.Add(step);
      add();
    }
    return is_read;
  }

  // What is not Real beside Real results changes by jumps: between them its derivative is zero.
  bool IsReal(ScalarId id) const { return id && store_.types.kind(context_.model.scalars[id].type) == TypeKind::kReal; }

  void Name(Gradient& gradient, const Step& step, System& system) {
    for (auto& [column, value] : gradient) {
      if (store_.exprs.number(value) || store_.exprs.op(value) == Op::kScalar) continue;
      auto [at, is_new] = named_.try_emplace(value);
      if (is_new) {
        Scalar scalar;
        scalar.name = fmt::format("$slope{}", context_.model.scalars.size());
        scalar.type = store_.types.real();
        scalar.is_hidden = true;
        ScalarFacts facts;
        facts.is_auxiliary = facts.is_put_aside = true;
        ScalarId id = context_.model.Add(std::move(scalar), facts);
        Step slope;
        slope.kind = Step::Kind::kAssign;
        slope.targets = {id};
        slope.value = value;
        slope.origin = step.origin;
        system.slopes.push_back(std::move(slope));
        at->second = context_.model.Ref(id, store_);
      }
      value = at->second;
    }
  }

  // A branch that parameters rule out need have no derivative. (Set otherwise afterwards they make Newton's method
  // slower, not wrong.)
  Expr Decide(Expr e) {
    const ExprPool& exprs = store_.exprs;
    if (exprs.op(e) != Op::kIf || ChangesOf(exprs.arg(e, 0), context_.model, occurrences_) != ChangesWith::kNever)
      return {};
    if (!values_)
      values_.emplace(context_.model, context_.store);  // of all parameters: made only where a choice asks for it
    auto decided = values_->Decide(exprs.arg(e, 0));
    return decided ? decided_(exprs.arg(e, *decided ? 1 : 2)) : Expr();
  }

  // Note that gradients_ may grow while a reference to another of its values is held: unordered_map keeps them in
  // place.
  bool Propagate(Expr e, Gradient& gradient) {
    Gradient sum;
    auto is_wanted = [&](ScalarId id) {
      auto found = gradients_.find(id);
      return found != gradients_.end() && !found->second.empty();
    };
    auto terms = partial_.All(e, is_wanted);
    if (!terms) terms = partial_.All(decided_(e), is_wanted);
    if (!terms) return false;
    for (auto [scalar, derivative] : *terms) {
      for (auto [column, inner] : gradients_.at(scalar)) {
        Expr product = algebra_.Mul(derivative, inner);
        auto [at, is_new] = sum.try_emplace(column, product);
        if (!is_new) at->second = algebra_.Add(at->second, product);
        if (++entries_ > most_) return false;
      }
    }
    std::erase_if(sum, [&](const auto& entry) { return store_.exprs.is_number(entry.second, 0); });
    gradient = std::move(sum);
    return true;
  }

  PassContext& context_;
  Store& store_;
  PartialDerivative& partial_;
  symbolic::Algebra algebra_{store_};
  OccurrenceCollector occurrences_;
  std::optional<BindingValues> values_;
  Rewriter decided_;
  std::unordered_map<ScalarId, Gradient> gradients_;
  std::unordered_map<Expr, Expr> named_;
  std::size_t entries_ = 0, most_ = kMaxEntries;  // products
};

}  // namespace

std::size_t ExtendedCount(const System& system) {
  std::size_t count = 0;
  if (system.residuals.empty()) return count;
  for (const JacobianEntry& entry : system.jacobian)
    if (entry.row >= system.unknowns.size()) count = std::max(count, entry.row + 1 - system.unknowns.size());
  return count;
}

void FormJacobian(System& system, PassContext& context, PartialDerivative& partial) {
  if (system.unknowns.empty()) {
    system.jacobian_changes = ChangesWith::kNever;
    return;
  }
  if (JacobianFormer(context, partial).Run(system)) return;
  system.jacobian.clear();
  system.slopes.clear();
  system.is_linear = false;  // a linear solver would need the entries
  system.jacobian_changes = ChangesWith::kAlways;
}

}  // namespace mica::structure
