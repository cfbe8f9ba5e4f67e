#include "table/ode_pattern.h"

#include <algorithm>

#include "table/step_references.h"

namespace mica::table {

namespace {

using structure::Step;
using States = std::vector<std::uint32_t>;  // increasing

class Propagation {
 public:
  Propagation(const structure::BlockModel& model, const Store& store)
      : model_(model), references_(store), depends_(model.scalars.size()) {
    for (std::size_t i = 0; i < model.states.size(); ++i)
      depends_[model.states[i].index()] = {static_cast<std::uint32_t>(i)};
  }

  // False: too full.
  bool Run() {
    for (const Step& step : model_.dynamics) {
      if (!step.for_derivatives) continue;
      references_.Clear();
      references_.Add(step);
      if (step.kind == Step::Kind::kSolve) {
        const structure::System& system = model_.systems[step.system];
        for (const Step& inner : system.inner) references_.Add(inner);
        for (Expr residual : system.residuals) references_.Add(residual);
      }
      States states = Union(references_.scalars());
      total_ += states.size();
      if (total_ > kLargest && total_ > 20 * (model_.dynamics.size() + model_.states.size())) return false;
      if (step.kind == Step::Kind::kSolve) {
        const structure::System& system = model_.systems[step.system];
        for (ScalarId unknown : system.unknowns) depends_[unknown.index()] = states;
        for (const Step& inner : system.inner) SetTargets(inner, states);
      } else {
        SetTargets(step, states);
      }
    }
    return true;
  }

  const States& of(ScalarId id) const { return depends_[Owner(id).index()]; }

 private:
  static constexpr std::size_t kLargest = 20'000'000;

  ScalarId Owner(ScalarId id) const { return model_.scalars[id].alias_of.valid() ? model_.scalars[id].alias_of : id; }

  void SetTargets(const Step& step, const States& states) {
    for (ScalarId target : step.targets)
      if (target.valid() && model_.scalars[target].kind != structure::ScalarKind::kState)
        depends_[target.index()] = states;
  }

  States Union(const std::vector<ScalarId>& scalars) {
    States all;
    for (ScalarId id : scalars) {
      const States& part = of(id);
      all.insert(all.end(), part.begin(), part.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const structure::BlockModel& model_;
  StepReferences references_;
  std::vector<States> depends_;
  std::size_t total_ = 0;
};

}  // namespace

std::optional<graph::CompressedRows> OdePattern(const structure::BlockModel& model, const Store& store) {
  // Hand-made models and models without steps say nothing about dependence.
  if (model.states.empty() || model.dynamics.empty()) return std::nullopt;
  Propagation propagation(model, store);
  if (!propagation.Run()) return std::nullopt;
  graph::CompressedRows pattern(static_cast<graph::Index>(model.states.size()));
  std::vector<graph::Index> row;
  for (ScalarId state : model.states) {
    const States& states = propagation.of(model.scalars[state].derivative);
    row.assign(states.begin(), states.end());
    pattern.AddRow(row);
  }
  return pattern;
}

}  // namespace mica::table
