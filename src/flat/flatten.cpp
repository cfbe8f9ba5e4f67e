#include "flat/flatten.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/codes.h"
#include "flat/connect/streams.h"
#include "flat/flattener.h"

namespace mica::flat {

using instance::Attribute;
using instance::ClassInstance;
using instance::Component;
using instance::Primitive;
using instance::VariableKind;

Result<Model> Flatten(instance::Elaboration& elaboration, Component* top) { return Flattener(elaboration, top).Run(); }

Result<Model> Flattener::Run() {
  instance::Instances& instances = elaboration_.instances();
  model_.name = instances.QualifiedName(top_->type);
  model_.span = top_->type->tree->SpanOf(top_->type->definition->name_token);
  if (const auto* description = top_->type->definition->description) model_.comment = description->value;
  if (top_->type->definition->is_partial) {
    auto& d =
        sink().Report(kPartialModel, model_.span, fmt::format("{} is partial and cannot be simulated", model_.name));
    d.hint = "a partial class is made to be extended";
    return Reported();
  }
  TypeAll(top_);
  for (std::size_t i = 0; i < elaboration_.supplied_inners().size(); ++i) TypeAll(elaboration_.supplied_inners()[i]);
  auto go_through = [&](Pass pass) {
    pass_ = pass;
    AddEquations(top_);
    for (std::size_t i = 0; i < elaboration_.supplied_inners().size(); ++i)
      AddEquations(elaboration_.supplied_inners()[i]);
  };
  go_through(Pass::kConnections);
  connections_.Resolve();
  elaboration_.SetConnectionFacts(&connections_);
  go_through(Pass::kEquations);
  connections_.AddEquations(model_.equations,
                            [&](const Component* variable) { return state_machines_.StateOfOutput(variable); });
  Streams streams(elaboration_, connections_);
  streams.AddEquations(model_.equations);
  // Attributes last: all that evaluates a parameter has happened.
  model_.variables.resize(elaboration_.variable_count());
  AddVariables(top_);
  // A value may read the outer constant of a package, for which an inner one is supplied only now.
  for (std::size_t i = 0; i < elaboration_.supplied_inners().size(); ++i) {
    model_.variables.resize(elaboration_.variable_count());
    AddVariables(elaboration_.supplied_inners()[i]);
  }
  // The value of one variable may have evaluated a parameter that was added before it.
  for (std::size_t i = 0; i < model_.variables.size(); ++i) {
    const Component* component = elaboration_.component(VarId(i));
    if (!component || component->variability != VariableKind::kParameter || !component->is_evaluated) continue;
    Variable& variable = model_.variables[VarId(i)];
    variable.is_evaluated = true;
    if (component->constant_expr.valid()) variable.binding = component->constant_expr;
  }
  streams.ReplaceOperators(model_);
  elaboration_.SetConnectionFacts(nullptr);
  if (!state_machines_.empty()) state_machines_.Apply(model_);
  ReadExperiment();
  instances.RunDeferred();
  if (sink().has_errors()) return Reported();
  return std::move(model_);
}

// Types in the order of the text, so that variables are numbered in that order too.
void Flattener::TypeAll(Component* component) {
  if (component != top_) {
    DiagnosticSink::Mark reported = sink().mark();
    if (!elaboration_.IsPresent(component)) return;
    if (component->is_outer && !component->is_inner) {
      elaboration_.Resolve(component);
      return;
    }
    bool is_typed = elaboration_.EnsureTyped(component);
    ExplainSince(reported, component->parent(), component->container);
    if (!is_typed || component->primitive != Primitive::kNone) return;
    if (elaboration_.instances().IsExpandable(component->type)) return;  // connections say what it has
    if (!component->groups.empty()) {
      for (Component* group : component->groups) TypeAll(group);
      return;
    }
  }
  elaboration_.instances().ForEachComponent(component->type, [&](Component* child) { TypeAll(child); });
}

Path Flattener::PathOf(const Component* component) const {
  Path path;
  for (const Component* c = component; c && c->name.valid(); c = c->parent())
    path.push_back({c->name, static_cast<std::uint32_t>(c->sizes.size()), c->chosen});
  std::reverse(path.begin(), path.end());
  return path;
}

Origin Flattener::OriginAt(const Component* component, Span span) const { return {PathOf(component), span, {}}; }

void Flattener::AddVariables(Component* component) {
  if (component != top_) {
    if (!elaboration_.IsPresent(component) || (component->is_outer && !component->is_inner)) return;
    if (component->typing != instance::Progress::kDone) return;
    if (component->primitive != Primitive::kNone) {
      DiagnosticSink::Mark reported = sink().mark();
      AddVariable(component);
      ExplainSince(reported, component->parent(), component->container);
      return;
    }
  }
  elaboration_.instances().ForEachComponent(component->type, [&](Component* child) { AddVariables(child); });
}

// A public variable of the model itself, or what a connector or record among these holds at any depth: input and output
// of those are also prefixes of their elements (the specification, 4.4.2.2).
bool Flattener::IsAtTop(const Component* component) const {
  for (const Component* c = component; !c->is_protected; c = c->parent()) {
    if (c->parent() == top_) return true;
    if (!c->parent() || !(elaboration_.instances().IsConnector(c->parent()->type) ||
                          elaboration_.instances().IsRecord(c->parent()->type)))
      return false;
  }
  return false;
}

void Flattener::AddVariable(Component* component) {
  Variable& variable = model_.variables[component->var];
  variable.path = PathOf(component);
  variable.type = elaboration_.VariableType(component);
  switch (component->variability) {
    case VariableKind::kConstant:
      variable.variability = Variability::kConstant;
      break;
    case VariableKind::kParameter:
      variable.variability = Variability::kParameter;
      break;
    case VariableKind::kDiscrete:
      variable.variability = Variability::kDiscrete;
      break;
    case VariableKind::kContinuous:
      variable.variability =
          component->primitive == Primitive::kReal ? Variability::kContinuous : Variability::kDiscrete;
      break;
  }
  variable.is_discrete_declared = component->variability == VariableKind::kDiscrete;
  if (IsAtTop(component)) {
    if (component->causality == syntax::Causality::kInput) variable.causality = Causality::kInput;
    if (component->causality == syntax::Causality::kOutput) variable.causality = Causality::kOutput;
  }
  for (const Component* c = component; c; c = c->parent()) {
    variable.is_protected = variable.is_protected || c->is_protected;
    variable.is_final = variable.is_final || c->is_final;
  }
  variable.is_final = variable.is_final || (component->binding && component->binding->is_final);
  variable.is_flow = component->connectedness == syntax::Connectedness::kFlow;
  variable.span = component->span();
  if (component->declaration->comment && component->declaration->comment->description)
    variable.comment = component->declaration->comment->description->value;

  Expr value = elaboration_.ValueOf(component);
  if (value.valid() && component->primitive == Primitive::kReal &&
      component->clause->variability == syntax::Variability::kDiscrete &&
      component->variability == VariableKind::kDiscrete) {
    const instance::Binding* binding = elaboration_.BindingOf(component);
    auto& d = sink().Report(kDiscreteDeclarationEquation, binding ? binding->span() : component->span(),
                            fmt::format("{} is declared discrete, and a discrete Real gets its values in a when-clause",
                                        elaboration_.instances().PathText(component)));
    d.hint = "leave `discrete` out: what depends on discrete variables alone is discrete-time all the same";
  }
  variable.is_evaluated = component->is_evaluated && component->variability == VariableKind::kParameter;
  if (component->constant_expr.valid() && component->variability <= VariableKind::kParameter)
    value = component->constant_expr;
  variable.binding = value;
  if (const instance::Binding* binding = elaboration_.BindingOf(component)) variable.binding_span = binding->span();
  variable.start = elaboration_.AttributeOf(component, Attribute::kStart);
  variable.start_span = component->start_span;
  variable.fixed = elaboration_.AttributeOf(component, Attribute::kFixed);
  variable.nominal = elaboration_.AttributeOf(component, Attribute::kNominal);
  variable.min = elaboration_.AttributeOf(component, Attribute::kMin);
  variable.max = elaboration_.AttributeOf(component, Attribute::kMax);
  variable.unit = elaboration_.AttributeOf(component, Attribute::kUnit);
  variable.display_unit = elaboration_.AttributeOf(component, Attribute::kDisplayUnit);
  variable.quantity = elaboration_.AttributeOf(component, Attribute::kQuantity);
  if (Expr select = elaboration_.AttributeOf(component, Attribute::kStateSelect); select.valid()) {
    std::optional<Value> known = elaboration_.Evaluate(select, component->span(), "stateSelect");
    if (known && known->count() > 0) variable.state_select = static_cast<StateSelect>(known->integer(0) - 1);
  }
  if (component->variability == VariableKind::kParameter && !value.valid() &&
      component->primitive != Primitive::kExternalObject) {
    bool is_free =
        variable.fixed.valid() && exprs().op(variable.fixed) == Op::kBoolean && !exprs().boolean(variable.fixed);
    if (!is_free) variable.binding_is_start = true;
  }
}

void Flattener::AddEquations(Component* component) {
  if (component != top_) {
    if (!elaboration_.IsPresent(component) || (component->is_outer && !component->is_inner)) return;
    if (component->typing != instance::Progress::kDone) return;
    if (pass_ == Pass::kConnections && elaboration_.instances().IsConnector(component->type))
      connections_.AddConnector(component);
    if (component->primitive != Primitive::kNone) return;
  }
  elaboration_.instances().ForEachClass(component->type, [&](ClassInstance* part) {
    if (!part->definition) return;
    DiagnosticSink::Mark reported = sink().mark();
    for (const syntax::EquationSection* section : part->definition->equation_sections)
      AddSection(component, part, *section);
    if (pass_ == Pass::kEquations)
      for (const syntax::AlgorithmSection* section : part->definition->algorithm_sections)
        AddAlgorithm(component, part, *section);
    ExplainSince(reported, component, part);
  });
  elaboration_.instances().ForEachComponent(component->type, [&](Component* child) { AddEquations(child); });
}

void Flattener::ReadExperiment() {
  const syntax::ElementModification* experiment = elaboration_.instances().FindAnnotation(top_->type, "experiment");
  if (!experiment || !experiment->modification) return;
  instance::Typer typer(elaboration_, top_->type, top_->type->tree);
  for (const syntax::Argument* argument : experiment->modification->arguments) {
    const auto* element = argument->As<syntax::ElementModification>();
    if (!element || element->names.size() != 1 || !element->modification || !element->modification->value) continue;
    std::string_view name = text(element->names[0]);
    double* into = name == "StartTime"   ? &model_.experiment.start_time
                   : name == "StopTime"  ? &model_.experiment.stop_time
                   : name == "Tolerance" ? &model_.experiment.tolerance
                   : name == "Interval"  ? &model_.experiment.interval
                                         : nullptr;
    if (!into) continue;
    Expr value = typer.TypeAs(*element->modification->value, types().real(), name);
    std::optional<Value> known = elaboration_.Evaluate(value, typer.SpanOf(*element), name);
    if (!known) continue;
    *into = known->real();
    if (name == "StopTime") model_.experiment.has_stop_time = true;
  }
}

}  // namespace mica::flat
