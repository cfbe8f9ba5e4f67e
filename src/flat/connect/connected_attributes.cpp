#include "flat/connect/connected_attributes.h"

#include <fmt/format.h>

#include "flat/codes.h"

namespace mica::flat {

using instance::Attribute;
using instance::Component;

// The values are used here, so they are evaluated: a run with other values is checked anew.
bool SameParameters(instance::Elaboration& elaboration, Component* a, Component* b, Span span) {
  if (a == b || a->primitive == instance::Primitive::kExternalObject || !elaboration.ValueOf(a).valid() ||
      !elaboration.ValueOf(b).valid())
    return true;
  const Value* of_a = elaboration.ConstantOf(a, {}, {});
  const Value* of_b = of_a ? elaboration.ConstantOf(b, {}, {}) : nullptr;
  // Of arrays of connectors each element may have its own; what they have in common is compared.
  if (!of_a || !of_b || of_a->sizes != of_b->sizes || Equal(*of_a, *of_b)) return true;
  const Types& types = elaboration.store().types;
  std::string name_a = elaboration.instances().PathText(a), name_b = elaboration.instances().PathText(b);
  auto& d = elaboration.sink().Report(
      kConnectedParametersDiffer, span,
      fmt::format("parameters of connected connectors must have the same value: {} is {}, {} is {}", name_a,
                  ValueText(*of_a, types, elaboration.names()), name_b, ValueText(*of_b, types, elaboration.names())));
  for (auto [component, name] : {std::pair(a, name_a), std::pair(b, name_b)})
    if (const instance::Binding* binding = elaboration.BindingOf(component))
      d.notes.push_back({binding->span(), fmt::format("the value of {}", name)});
  return false;
}

void CompareQuantities(instance::Elaboration& elaboration, Component* a, Component* b, Span span) {
  if (a->connectedness != syntax::Connectedness::kFlow || b->connectedness != syntax::Connectedness::kFlow) return;
  if (a->primitive != instance::Primitive::kReal || b->primitive != instance::Primitive::kReal) return;
  const ExprPool& exprs = elaboration.store().exprs;
  auto quantity = [&](Component* c) -> std::string {
    Expr given = elaboration.AttributeOf(c, Attribute::kQuantity);
    if (!given.valid()) return "";
    if (exprs.op(given) == Op::kString) return std::string(exprs.string(given));
    std::optional<Value> known = elaboration.TryEvaluate(given);
    return known && known->is_scalar() ? std::string(known->string()) : "";
  };
  std::string of_a = quantity(a), of_b = quantity(b);
  if (of_a.empty() || of_b.empty() || of_a == of_b) return;
  auto& d = elaboration.instances().Breach(
      kFlowQuantitiesDiffer, "9.3", span,
      fmt::format("{} and {} are connected, and are flows of different quantities: \"{}\" and \"{}\"",
                  elaboration.instances().PathText(a), elaboration.instances().PathText(b), of_a, of_b));
  d.hint = "of fluids the quantity names the medium: choose the same Medium on both sides";
}

}  // namespace mica::flat
