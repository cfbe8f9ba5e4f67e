#include "run/value_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/explain_value.h"

namespace mica::run {

using structure::Scalar;
using structure::ScalarKind;
using structure::Step;

namespace {

constexpr double kLargestInteger = 9007199254740992.0;  // 2^53: the largest that the storage, doubles, holds with all smaller ones

TypeKind KindOf(const Scalar& scalar, const Store& store) { return scalar.type.valid() ? store.types.kind(scalar.type) : TypeKind::kReal; }

}  // namespace

ValueCheck::ValueCheck(Instance& instance, DiagnosticSink& sink) : instance_(instance), sink_(sink), is_known_(instance.model().scalars.size()) {
  const structure::BlockModel& model = instance.model();
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const Scalar& scalar = model.scalars[ScalarId(i)];
    if (scalar.kind == ScalarKind::kConstant || scalar.kind == ScalarKind::kParameter) continue;
    if (!scalar.alias_of.valid() && KindOf(scalar, *instance.runnable().store) == TypeKind::kInteger) integers_.push_back(ScalarId(i));
  }
}

bool ValueCheck::IsBad(ScalarId id) const {
  if (!id.valid() || is_known_[id.index()]) return false;
  const Scalar& scalar = instance_.model().scalars[id];
  return KindOf(scalar, *instance_.runnable().store) == TypeKind::kReal && scalar.kind != ScalarKind::kObject && !std::isfinite(instance_.value(id));
}

void ValueCheck::Collect(std::span<const Step> steps, std::vector<ScalarId>& found) const {
  auto add = [&](ScalarId id) {
    if (IsBad(id)) found.push_back(id);
  };
  for (const Step& step : steps) {
    for (const Step::Branch& branch : step.branches) Collect(branch.steps, found);
    if (step.kind == Step::Kind::kSolve && step.system.valid()) {
      const structure::System& system = instance_.model().systems[step.system];
      for (ScalarId unknown : system.unknowns) add(unknown);
      Collect(system.inner, found);
      Collect(system.discrete, found);
    }
    if (step.kind != Step::Kind::kReinit)
      for (ScalarId target : step.targets) add(target);
  }
}

bool ValueCheck::Explain(std::span<const Step> steps) {
  const structure::BlockModel& model = instance_.model();
  std::vector<ScalarId> bad;
  for (ScalarId state : model.states)
    if (IsBad(state)) bad.push_back(state);
  Collect(steps, bad);
  std::size_t shown = 0;
  for (ScalarId id : bad) {
    const Step* step = shown < kMostShown ? FindStep(model, steps, id) : nullptr;
    std::optional<ValueCause> cause = step ? ExplainValue(*step, instance_) : std::nullopt;
    if (!cause) continue;
    ++shown;
    Diagnostic& error = sink_.Error("E6314", step->origin.span.valid() ? step->origin.span : cause->span,
                                    fmt::format("{}{} is {} at time = {}: {}", ComponentText(step->origin, *instance_.runnable().store),
                                                model.scalars[id].name, NumberText(instance_.value(id)), NumberText(instance_.time()),
                                                CauseText(*cause)));
    if (cause->span.valid() && cause->span != error.span) error.notes.push_back({cause->span, "evaluated here"});
  }
  if (shown > 0) return false;
  if (!bad.empty() && warnings_ < kMostShown) {
    ++warnings_;
    const Step* step = FindStep(model, steps, bad[0]);
    Diagnostic& warning = sink_.Warning("W6324", step ? step->origin.span : Span(),
                                        fmt::format("{}{} is {} at time = {}, and the run goes on",
                                                    step ? ComponentText(step->origin, *instance_.runnable().store) : std::string(),
                                                    model.scalars[bad[0]].name, NumberText(instance_.value(bad[0])), NumberText(instance_.time())));
    if (step && step->kind == Step::Kind::kAssign)
      warning.notes.push_back({step->origin.span, fmt::format("{} = {}", model.scalars[bad[0]].name, ModelText(step->value, instance_.runnable()))});
    if (bad.size() > 1) warning.notes.push_back({Span(), fmt::format("{} more that are computed after it are not finite either", bad.size() - 1)});
  }
  for (ScalarId id : bad) is_known_[id.index()] = true;
  return true;
}

bool ValueCheck::PassesConstants(std::span<const double> values) {
  if (std::ranges::none_of(values, [](double value) { return std::isnan(value); })) return true;
  return Explain(instance_.model().parameters);
}

bool ValueCheck::PassesIntegers() {
  for (ScalarId id : integers_) {
    double value = instance_.value(id);
    if (std::abs(value) < kLargestInteger) continue;
    const Step* step = FindStep(instance_.model(), instance_.model().dynamics, id);
    Diagnostic& error = sink_.Error("E6334", step ? step->origin.span : Span(),
                                    fmt::format("{}the Integer {} = {} is too large at time = {}: beyond 2^53 Integers are not exact",
                                                step ? ComponentText(step->origin, *instance_.runnable().store) : std::string(),
                                                instance_.model().scalars[id].name, NumberText(value), NumberText(instance_.time())));
    error.hint = "a Real variable has the range for it";
    return false;
  }
  return true;
}

}  // namespace mica::run
