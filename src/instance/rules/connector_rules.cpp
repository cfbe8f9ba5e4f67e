// Balance of a connector (specification 9.3.1 and 15.1): as many flow variables as potentials, and exactly one scalar
// flow where there are streams. Inputs, outputs, parameters and constants do not count. A type that has an
// equalityConstraint counts as many as that has residues (9.4).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

namespace {

struct Tally {
  std::int64_t potentials = 0, flows = 0, streams = 0;
  bool is_known = true;
};

// 9.2: flows of an operator record are summed, so it must have what that needs.
void CheckFlowOperators(Component* flow, Elaboration& elaboration) {
  Instances& instances = elaboration.instances();
  if (instances.KindOf(flow->type) != syntax::ClassKind::kOperatorRecord) return;
  std::string missing;
  for (std::string_view name : {"'+'", "'-'", "'0'"})
    if (!instances.FindElement(flow->type, elaboration.names().Intern(name)))
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
  if (missing.empty()) return;
  auto& d = elaboration.sink().Report(
      kFlowCannotBeSummed, flow->span(),
      fmt::format("{} is a flow, and the operator record {} lacks {} to sum it", elaboration.names().text(flow->name),
                  instances.QualifiedName(flow->type), missing));
  d.notes.push_back({flow->type->tree->SpanOf(flow->type->definition->name_token), "declared here"});
}

// The number of equations that equalityConstraint stands for; none where it is not known.
std::optional<std::int64_t> Residues(ClassInstance* constraint, Elaboration& elaboration) {
  FunctionId id = elaboration.FunctionOf(
      constraint, constraint->tree ? constraint->tree->SpanOf(constraint->definition->name_token) : Span());
  if (!id.valid()) return std::nullopt;
  const Function& function = elaboration.store().functions[id];
  const Types& types = elaboration.store().types;
  if (function.output_count != 1 || types.has_unknown_size(function.output(0).type)) return std::nullopt;
  return types.ElementCount(function.output(0).type);
}

void Count(Component* component, std::int64_t times, Elaboration& elaboration, Name equality_constraint, Tally& tally) {
  elaboration.instances().ForEachComponent(component->type, [&](Component* inside) {
    if (!elaboration.IsPresent(inside)) return;
    if (!elaboration.EnsureTyped(inside)) {
      tally.is_known = false;
      return;
    }
    bool is_flow = inside->connectedness == syntax::Connectedness::kFlow;
    if ((inside->causality != syntax::Causality::kNone && !is_flow) || inside->variability <= VariableKind::kParameter)
      return;
    if (is_flow && inside->primitive == Primitive::kNone) CheckFlowOperators(inside, elaboration);
    std::int64_t number = times;
    for (std::int32_t size : inside->sizes) number *= size;
    Found constraint = inside->type ? elaboration.instances().FindElement(inside->type, equality_constraint) : Found();
    if (constraint.class_element && !is_flow) {
      std::size_t own = inside->primitive != Primitive::kNone ? inside->sizes.size() - inside->declared_rank
                                                              : 0;  // those of the type are one unit
      for (std::size_t i = inside->sizes.size() - own; i < inside->sizes.size(); ++i)
        number /= std::max(inside->sizes[i], 1);
      std::optional<std::int64_t> residues =
          Residues(elaboration.instances().InstanceOf(constraint.class_element), elaboration);
      if (residues)
        tally.potentials += number * *residues;
      else
        tally.is_known = false;
      return;
    }
    if (inside->primitive == Primitive::kNone) {
      Count(inside, number, elaboration, equality_constraint, tally);
      return;
    }
    std::int64_t& of = is_flow                                                   ? tally.flows
                       : inside->connectedness == syntax::Connectedness::kStream ? tally.streams
                                                                                 : tally.potentials;
    of += number;
  });
}

}  // namespace

void Elaboration::CheckConnectorBalance(Component* component) {
  ClassInstance* type = component->type;
  if (!type->definition || type->definition->is_partial || !balanced_.insert(type->definition).second) return;
  instances_.Defer([this, component, type] {
    Tally tally;
    Count(component, 1, *this, names().Intern("equalityConstraint"), tally);
    if (!tally.is_known) return;
    Span span = type->tree->SpanOf(type->definition->name_token);
    auto many = [](std::int64_t n, std::string_view what) {
      return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    if (tally.streams > 0 && tally.flows != 1) {
      bool is_told = std::ranges::any_of(sink().all(), [](const Diagnostic& d) {
        return d.code == kStreamConnectorFlow;
      });  // where the stream is used
      if (!is_told)
        sink().Report(kStreamWithoutFlow, span,
                      fmt::format("{} has a stream, and {}: there must be exactly one", instances_.QualifiedName(type),
                                  many(tally.flows, "flow variable")));
    } else if (tally.flows != tally.potentials) {
      auto& d = instances_.Breach(
          kUnbalancedConnector, "9.3.1", span,
          fmt::format("{} has {} and {}: a connector has as many of both", instances_.QualifiedName(type),
                      many(tally.flows, "flow variable"), many(tally.potentials, "potential")));
      d.hint = "inputs, outputs, parameters, constants and streams do not count";
    }
  });
}

}  // namespace mica::instance
