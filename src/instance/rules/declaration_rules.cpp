// Rules about one declared component and its class (specification 4.4.2.2, 4.6, 9.3): which prefixes its class allows,
// and which its elements rule out.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

namespace {

using syntax::ClassKind;

std::string_view PrefixText(const syntax::ComponentClause& clause) {
  switch (clause.variability) {
    case syntax::Variability::kConstant:
      return "constant";
    case syntax::Variability::kParameter:
      return "parameter";
    case syntax::Variability::kDiscrete:
      return "discrete";
    case syntax::Variability::kContinuous:
      break;
  }
  if (clause.connectedness != syntax::Connectedness::kPotential)
    return clause.connectedness == syntax::Connectedness::kFlow ? "flow" : "stream";
  if (clause.causality != syntax::Causality::kNone)
    return clause.causality == syntax::Causality::kInput ? "input" : "output";
  return "";
}

}  // namespace

void Elaboration::CheckDeclaration(Component* component) {
  const syntax::ComponentClause& clause = *component->clause;
  Span span = component->tree->SpanOf(*clause.type);
  std::string_view prefix = PrefixText(clause);
  if (component->primitive != Primitive::kNone) {
    if (clause.connectedness != syntax::Connectedness::kPotential && component->primitive != Primitive::kReal)
      sink().Report(kNonRealFlow, span,
                    fmt::format("{} is {} and must be Real, but it is of type {}", names().text(component->name),
                                clause.connectedness == syntax::Connectedness::kFlow ? "flow" : "stream",
                                store().types.Text(component->element_type, names())));
    return;
  }
  ClassKind kind = instances_.KindOf(component->type);
  if (!prefix.empty() && (kind == ClassKind::kModel || kind == ClassKind::kBlock)) {
    sink().Report(kPrefixOfModelComponent, span,
                  fmt::format("{} is of {}, a {}: only variables, records and connectors can be `{}`",
                              names().text(component->name), instances_.QualifiedName(component->type),
                              syntax::Spelling(kind), prefix));
    return;
  }
  if (instances_.IsConnector(component->type) &&
      (clause.variability == syntax::Variability::kParameter || clause.variability == syntax::Variability::kConstant))
    sink().Report(kPrefixOfModelComponent, span,
                  fmt::format("{} is a connector, which cannot be `{}`", names().text(component->name), prefix));
  bool is_plain =
      component->causality == syntax::Causality::kNone && component->connectedness == syntax::Connectedness::kPotential;
  if (kind == ClassKind::kConnector && is_plain) CheckConnectorBalance(component);
  CheckPrefixesInside(component, span);
  CheckBlockConnector(component, span);
}

// A prefix of a structured component rules out prefixes of the same sort inside it.
void Elaboration::CheckPrefixesInside(Component* component, Span span) {
  const syntax::ComponentClause& clause = *component->clause;
  bool has_causality = clause.causality != syntax::Causality::kNone;
  for (ClassInstance* c = component->type; c && c->definition && c->definition->form == syntax::ClassForm::kShort;
       c = c->bases.empty() ? nullptr : c->bases[0].instance)
    has_causality = has_causality || c->definition->base_causality != syntax::Causality::kNone;
  bool has_connectedness = clause.connectedness != syntax::Connectedness::kPotential;
  if (!has_causality && !has_connectedness) return;
  instances_.ForEachComponent(component->type, [&](Component* inside) {
    bool clash = (has_causality && inside->clause->causality != syntax::Causality::kNone) ||
                 (has_connectedness && inside->clause->connectedness != syntax::Connectedness::kPotential);
    if (!clash) return;
    auto& d = sink().Report(kPrefixAlreadyInElement, span,
                            fmt::format("{} has a prefix that its element {} has already",
                                        names().text(component->name), names().text(inside->name)));
    d.notes.push_back({inside->span(), "declared here"});
  });
}

// Every variable of a public connector of a block is an input or an output.
void Elaboration::CheckBlockConnector(Component* component, Span span) {
  ClassInstance* container = component->container;
  if (component->is_protected || !container->definition || container->kind() != ClassKind::kBlock ||
      component->causality != syntax::Causality::kNone)
    return;
  if (instances_.KindOf(component->type) != ClassKind::kConnector) return;
  bool is_told = false;
  instances_.ForEachComponent(component->type, [&](Component* inside) {
    if (is_told || !EnsureTyped(inside) || inside->primitive == Primitive::kNone ||
        inside->causality != syntax::Causality::kNone)
      return;
    if (inside->variability <= VariableKind::kParameter) return;
    is_told = true;
    auto& d = sink().Report(kUndirectedBlockConnector, span,
                            fmt::format("{} is a connector of a block, and its variable {} is neither input nor output",
                                        names().text(component->name), names().text(inside->name)));
    d.notes.push_back({inside->span(), "declared here"});
    d.hint = "make it a model, or give the variable a direction";
  });
}

// An outer component stands for the inner one: it is not modified, and what it declares is found there.
void Elaboration::CheckOuter(Component* outer, Component* inner) {
  if (outer->modifier && (outer->modifier->binding || !outer->modifier->children.empty())) {
    auto& d = sink().Report(kOuterModified,
                            outer->modifier->binding ? outer->modifier->binding->span() : outer->modifier->span,
                            fmt::format("{} is outer, so it cannot be modified", instances_.PathText(outer)));
    d.notes.push_back({inner->span(), "the inner component that it stands for"});
  }
  if (!outer->clause->type || !inner->clause || !inner->clause->type || outer->clause == inner->clause) return;
  ClassInstance* wanted = instances_.LookupClass(outer->scope, *outer->clause->type, *outer->tree);
  ClassInstance* given = instances_.LookupClass(inner->scope, *inner->clause->type, *inner->tree);
  if (!wanted || !given) return;
  Span span = outer->span();
  std::string why = instances_.WhyNotFitting(given, wanted, 0);
  if (why.empty() && EnsureTyped(outer) && EnsureTyped(inner) && outer->sizes != inner->sizes)
    why = "they differ in size";
  if (why.empty()) return;
  auto& d = sink().Report(kInnerDoesNotFit, span,
                          fmt::format("the inner {} does not fit this outer one: {}", names().text(outer->name), why));
  d.notes.push_back({inner->span(), "the inner component"});
}

}  // namespace mica::instance
