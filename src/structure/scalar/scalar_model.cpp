#include "structure/scalar/scalar_model.h"

#include <fmt/format.h>

namespace mica::structure {

ScalarId ScalarModel::Add(Scalar scalar, ScalarFacts new_facts) {
  facts.Add(new_facts);
  return scalars.Add(std::move(scalar));
}

ScalarId ScalarModel::AddHiddenInput(std::string name, TypeId type) {
  Scalar input;
  input.name = std::move(name);
  input.type = type;
  input.kind = ScalarKind::kInput;
  input.is_hidden = true;
  ScalarFacts new_facts;
  new_facts.is_auxiliary = true;
  return Add(std::move(input), new_facts);
}

ScalarId ScalarModel::DerivativeOf(ScalarId x, Store& store) {
  if (scalars[x].derivative) return scalars[x].derivative;
  Scalar scalar;
  scalar.name = "der(" + scalars[x].name + ")";
  scalar.type = store.types.real();
  scalar.kind = ScalarKind::kAlgebraic;
  scalar.source = {};
  scalar.is_hidden = scalars[x].is_hidden;
  ScalarFacts fact;
  fact.derivative_of = x;
  fact.is_auxiliary = true;
  ScalarId id = Add(std::move(scalar), fact);
  scalars[x].derivative = id;
  return id;
}

bool ScalarModel::is_known(ScalarId id) const {
  switch (scalars[id].kind) {
    case ScalarKind::kConstant:
    case ScalarKind::kParameter:
    case ScalarKind::kInput:
    case ScalarKind::kTimeFlag:
    case ScalarKind::kObject:
      return true;
    default:
      return false;
  }
}

bool ScalarModel::is_continuous(ScalarId id) const {
  switch (scalars[id].kind) {
    case ScalarKind::kState:
    case ScalarKind::kDerivative:
    case ScalarKind::kAlgebraic:
      return true;
    case ScalarKind::kInput:
      return facts[id].variability == flat::Variability::kContinuous;
    default:
      return false;
  }
}

std::string EquationText(const ScalarModel& model, const ScalarEquation& equation, const Store& store,
                         std::size_t limit) {
  ScalarNames names(model.scalars);
  auto targets = [&](const Step& step) {
    std::string text;
    std::size_t shown = 0;
    for (ScalarId target : step.targets) {
      if (!target) continue;
      if (shown++ == 4) {
        text += ", …";
        break;
      }
      text += (text.empty() ? "" : ", ") + model.scalars[target].name;
    }
    return text;
  };
  if (equation.written_left) {
    std::string text = ExprText(equation.written_left, store, names, limit / 2) + " = " +
                       ExprText(equation.written_right, store, names, limit);
    return equation.differentiated ? "derivative of " + text : text;
  }
  Check(equation.step != kNoStep, "an equation is an equality or a step");
  const Step& step = model.steps[equation.step];
  switch (step.kind) {
    case Step::Kind::kCall:
      return fmt::format("({}) = {}", targets(step), ExprText(step.value, store, names, limit));
    case Step::Kind::kAlgorithm:
      return fmt::format("algorithm for {}", targets(step));
    case Step::Kind::kWhen: {
      std::string outputs = targets(step);
      return outputs.empty() ? "when-clause" : fmt::format("when-clause for {}", outputs);
    }
    case Step::Kind::kAssert:
      return fmt::format("assert({}, …)", ExprText(step.condition, store, names, limit));
    case Step::Kind::kTerminate:
      return "terminate(…)";
    default:
      return step.value ? ExprText(step.value, store, names, limit) : std::string("step");
  }
}

std::string OriginText(const flat::Origin& origin, const Store& store, const SourceMap& sources) {
  std::string text = origin.component.empty() ? std::string() : flat::PathText(origin.component, store.names);
  if (!origin.made_by.empty()) text += fmt::format("{}{}", text.empty() ? "" : " ", origin.made_by);
  if (origin.span.valid()) text += fmt::format("{}{}", text.empty() ? "" : ", ", sources.Describe(origin.span));
  return text;
}

}  // namespace mica::structure
