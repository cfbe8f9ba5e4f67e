#include "structure/system_jacobian.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "structure/call_outputs.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMaxEntries = 400'000;
constexpr std::size_t kMostInner = 60;  // through which derivatives are written as one formula; its parts are computed once for each entry

// Derivatives of one scalar by iteration variables: column, expression; sorted by column.
using Gradient = std::map<std::uint32_t, Expr>;

class JacobianFormer {
 public:
  JacobianFormer(PassContext& context, PartialDerivative& partial)
      : context_(context), store_(context.store), partial_(partial), occurrences_(context.store),
        decided_(context.store, [this](Expr e) { return Decide(e); }) {}

  bool Run(System& system) {
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
          if (step.targets[i] && !Propagate(items[i], gradients_[step.targets[i]])) return false;
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

 private:
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
      if (std::ranges::none_of(step.targets, [&](ScalarId target) { return target && read.contains(target); })) continue;
      is_read[i] = true;
      occurrences_.Clear();
      occurrences_.Add(step);
      add();
    }
    return is_read;
  }

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

  // A branch that parameters rule out need have no derivative. (Set otherwise afterwards they make Newton's method slower, not wrong.)
  Expr Decide(Expr e) {
    const ExprPool& exprs = store_.exprs;
    if (exprs.op(e) != Op::kIf || ChangesOf(exprs.arg(e, 0), context_.model, occurrences_) != ChangesWith::kNever) return {};
    if (!values_) values_.emplace(context_.model, context_.store);  // of all parameters: made only where a choice asks for it
    auto decided = values_->Decide(exprs.arg(e, 0));
    return decided ? decided_(exprs.arg(e, *decided ? 1 : 2)) : Expr();
  }

  // Note that gradients_ may grow while a reference to another of its values is held: unordered_map keeps them in place.
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
        if (++entries_ > kMaxEntries) return false;
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
  std::size_t entries_ = 0;
};

}  // namespace

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
