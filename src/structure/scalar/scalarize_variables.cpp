// Variables of the flat model as scalars, their attributes and bindings (scalarizer.h).
#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"
#include "structure/scalar/rewrite.h"
#include "structure/scalar/scalarizer.h"
#include "structure/sort/initial_system.h"
#include "structure/values/binding_values.h"
#include "symbolic/sized.h"

namespace mica::structure {

namespace {

ScalarKind KindOf(const flat::Variable& variable, const Types& types) {
  TypeKind type = types.kind(variable.type);
  if (type == TypeKind::kExternalObject) return ScalarKind::kObject;
  switch (variable.variability) {
    case flat::Variability::kConstant:
      return ScalarKind::kConstant;
    case flat::Variability::kParameter:
      return ScalarKind::kParameter;
    default:
      break;
  }
  if (variable.causality == flat::Causality::kInput && !variable.binding) return ScalarKind::kInput;
  if (variable.variability == flat::Variability::kDiscrete || type != TypeKind::kReal) return ScalarKind::kDiscrete;
  return ScalarKind::kAlgebraic;
}

}  // namespace

void Scalarizer::AddVariables() {
  std::vector<std::int32_t> at;
  for (std::size_t v = 0; v < context_.flat.variables.size(); ++v) {
    const flat::Variable& variable = context_.flat.variables[VarId(v)];
    model_.first_scalar.push_back(ScalarId(model_.scalars.size()));
    if (!variable.type) continue;  // numbered, but not part of the model: a component that is not there
    Sizes sizes = store_.types.sizes(variable.type);
    TypeId element = store_.types.Element(variable.type);
    if (store_.types.kind(element) == TypeKind::kClock) model_.has_clocks = true;
    std::int64_t count = store_.types.ElementCount(variable.type);
    at.assign(sizes.size(), 1);
    ScalarKind kind = KindOf(variable, store_.types);
    for (std::int64_t k = 0; k < count; ++k) {
      Scalar scalar;
      scalar.source = VarId(v);
      scalar.element = static_cast<std::uint32_t>(k);
      scalar.name = flat::ElementName(variable, at, store_.names);
      scalar.type = element;
      scalar.kind = kind;
      ScalarFacts facts;
      facts.variability = variable.variability;
      facts.state_select = variable.state_select;
      facts.is_flow = variable.is_flow;
      facts.is_final = variable.is_final;
      model_.Add(std::move(scalar), facts);
      for (std::size_t d = at.size(); d-- > 0;) {
        if (++at[d] <= sizes[d]) break;
        at[d] = 1;
      }
    }
  }
}

bool Scalarizer::IsTrue(Expr e) {
  if (exprs_.op(e) == Op::kBoolean) return exprs_.boolean(e);
  return BindingValues(model_, store_).Decide(WithBindings(e, 0)).value_or(false);
}

// Parameters replaced by what the flat model binds them to, also where their bindings are not among the equations yet.
Expr Scalarizer::WithBindings(Expr e, int depth) {
  constexpr int kDeepest = 50;
  if (depth > kDeepest) return e;
  Rewriter rewrite(store_, [&](Expr leaf) -> Expr {
    if (exprs_.op(leaf) != Op::kScalar) return {};
    const Scalar scalar = model_.scalars[exprs_.scalar(leaf)];
    if (!scalar.source) return {};
    const flat::Variable& variable = context_.flat.variables[scalar.source];
    if (variable.variability > flat::Variability::kParameter || !variable.binding) return {};
    return WithBindings(scalars_.Element(variable.binding, scalar.element), depth + 1);
  });
  return rewrite(e);
}

void Scalarizer::AddAttributes(bool of_parameters) {
  for (std::size_t v = 0; v < context_.flat.variables.size(); ++v) {
    const flat::Variable& variable = context_.flat.variables[VarId(v)];
    bool is_parameter = variable.variability <= flat::Variability::kParameter;
    if (!variable.type || is_parameter != of_parameters) continue;
    if (!variable.start && !variable.fixed && !variable.nominal && !variable.min && !variable.max) continue;
    if (store_.types.kind(variable.type) == TypeKind::kClock) continue;
    scalars_.SetOrigin(AddOrigin({{}, variable.span, "attribute"}));
    std::int64_t count = store_.types.ElementCount(variable.type);
    for (std::int64_t k = 0; k < count; ++k) {
      ScalarId id(model_.first_scalar[v].index() + static_cast<std::size_t>(k));
      auto element = [&](Expr attribute) {
        return attribute ? scalars_.Element(attribute, static_cast<std::size_t>(k)) : Expr();
      };
      Expr start = element(variable.start), nominal = element(variable.nominal), low = element(variable.min),
           high = element(variable.max);
      Expr fixed = element(variable.fixed);
      Scalar& scalar = model_.scalars[id];
      scalar.start = start;
      scalar.nominal = nominal;
      scalar.min = low;
      scalar.max = high;
      model_.facts[id].fixed_given = fixed.valid();
      scalar.fixed = fixed ? IsTrue(fixed) : false;
      if (variable.variability == flat::Variability::kParameter && fixed && !scalar.fixed)
        model_.facts[id].solved_initially = true;
    }
  }
}

void Scalarizer::AddParameterBinding(VarId v, std::span<const ScalarId> elements) {
  const flat::Variable& variable = context_.flat.variables[v];
  auto add = [&](ScalarId id, Expr value) {
    ScalarEquation equation;
    equation.left = equation.written_left = model_.Ref(id, store_);
    equation.right = equation.written_right = value;
    equation.origin = scalars_.origin();
    model_.parameter_equations.push_back(equation);
  };
  if (!variable.binding) {
    if (store_.types.kind(variable.type) == TypeKind::kExternalObject) return;
    bool has_start = variable.start.valid();
    if (!elements.empty() && !model_.facts[elements[0]].solved_initially) {
      std::string name = flat::PathText(variable.path, store_.names);
      Diagnostic& diagnostic = context_.sink.Report(
          kParameterWithoutValue, variable.span,
          has_start ? fmt::format("parameter {} has no value; its start value is used", name)
                    : fmt::format("parameter {} has no value and no start value; {} is used", name,
                                  store_.types.kind(variable.type) == TypeKind::kBoolean ? "false" : "0"));
      diagnostic.hint = fmt::format("give {} a value where the model is used", name);
    }
    for (ScalarId id : elements)
      if (!model_.facts[id].solved_initially) add(id, StartOf(model_.scalars[id], store_));
    return;
  }
  Expr binding = scalars_.Inlined(symbolic::Sized(store_, variable.binding, store_.types.sizes(variable.type)));
  TypeId type = exprs_.type(binding);
  if (!store_.types.is_scalar(type) && !store_.types.has_unknown_size(type) &&
      !std::ranges::equal(store_.types.sizes(type), store_.types.sizes(variable.type))) {
    context_.sink.Report(
        kElementCountsDiffer, variable.span,
        fmt::format("{} has {} elements, and its value has {}", flat::PathText(variable.path, store_.names),
                    store_.types.ElementCount(variable.type), store_.types.ElementCount(type)));
    return;
  }
  if (exprs_.op(binding) == Op::kCall && elements.size() > 1) {
    Expr whole = scalars_.PlainWhole(binding);
    if (!whole) return;
    if (exprs_.op(whole) == Op::kCall &&
        static_cast<std::size_t>(store_.types.has_unknown_size(exprs_.type(whole))
                                     ? 0
                                     : store_.types.ScalarCount(exprs_.type(whole))) == elements.size()) {
      Step step;
      step.kind = Step::Kind::kCall;
      step.value = whole;
      step.targets.assign(elements.begin(), elements.end());
      ScalarEquation equation;
      equation.step = static_cast<std::uint32_t>(model_.steps.size());
      equation.origin = scalars_.origin();
      model_.steps.push_back(std::move(step));
      model_.parameter_equations.push_back(equation);
      return;
    }
  }
  for (ScalarId id : elements) {
    Expr value = scalars_.Element(binding, model_.scalars[id].element);
    if (!value) return;
    if (!model_.facts[id].solved_initially)
      add(id, value);
    else if (!model_.scalars[id].start)
      model_.scalars[id].start = value;  // a guess for what initialization finds
  }
}

void Scalarizer::AddBindings() {
  // Bindings of variables that flattening has made equations of already.
  std::vector<bool> is_made(context_.flat.variables.size(), false);
  for (const flat::Equation& equation : context_.flat.equations)
    if (equation.origin.made_by == "binding" && equation.left && exprs_.op(equation.left) == Op::kVar)
      is_made[exprs_.var(equation.left).index()] = true;
  std::vector<flat::Equation> made;
  for (std::size_t v = 0; v < context_.flat.variables.size(); ++v) {
    const flat::Variable& variable = context_.flat.variables[VarId(v)];
    if (!variable.type) continue;
    Span span = variable.binding_span.valid() ? variable.binding_span : variable.span;
    bool is_object = store_.types.kind(variable.type) == TypeKind::kExternalObject;
    if (variable.variability > flat::Variability::kParameter && !is_object) {
      if (!variable.binding || is_made[v]) continue;
      flat::Equation equation;
      equation.left = exprs_.Var(VarId(v), variable.type);
      equation.right = symbolic::Sized(store_, variable.binding, store_.types.sizes(variable.type));
      equation.origin = {
          {variable.path.begin(), variable.path.end() - (variable.path.empty() ? 0 : 1)}, span, "binding"};
      if (store_.types.is_scalar(exprs_.type(variable.binding)) && !store_.types.is_scalar(variable.type)) {
        std::vector<Expr> fill{variable.binding};
        for (std::int32_t size : store_.types.sizes(variable.type)) fill.push_back(exprs_.Integer(size));
        equation.right = exprs_.Make(Op::kFill, variable.type, fill);
      }
      made.push_back(std::move(equation));
      continue;
    }
    scalars_.SetOrigin(
        AddOrigin({{variable.path.begin(), variable.path.end() - (variable.path.empty() ? 0 : 1)}, span, "binding"}));
    std::vector<ScalarId> elements;
    std::int64_t count = store_.types.ElementCount(variable.type);
    for (std::int64_t k = 0; k < count; ++k)
      elements.push_back(ScalarId(model_.first_scalar[v].index() + static_cast<std::size_t>(k)));
    AddParameterBinding(VarId(v), elements);
  }
  AddEquations(made, false);
}

}  // namespace mica::structure
