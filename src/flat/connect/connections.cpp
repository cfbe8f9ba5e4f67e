#include "flat/connect/connections.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/codes.h"
#include "flat/connect/connected_attributes.h"
#include "flat/connect/expandable.h"
#include "flat/iterate.h"

namespace mica::flat {

using instance::Component;
using instance::Primitive;

void Connections::Rewind(std::pair<std::size_t, std::size_t> mark) {
  connections_.resize(mark.first);
  statements_.resize(mark.second);
}

void Connections::AddConnector(Component* connector) {
  // A connector inside a connector belongs to the outermost one.
  if (Component* parent = connector->parent();
      parent && parent->clause && elaboration_.instances().IsConnector(parent->type))
    return;
  connectors_.push_back(connector);
}

void Connections::Resolve() {
  Expandable expandable(elaboration_, connections_, connectors_);
  expandable.Augment();
  for (const GraphStatement& statement : statements_) AddToGraph(statement);
  for (const Connection& connection : connections_) Connect(connection);
  graph_.Decide();
  for (const GraphPair& pair : graph_pairs_)
    if (!graph_.is_broken(pair.edge))
      for (const Leaf& leaf : pair.plan->fields)
        JoinLeaf(leaf, pair.at_a, pair.a_outside, pair.at_b, pair.b_outside, pair.origin);
  AddFlows(expandable.added());
  MakeSets();
}

bool Connections::Compatible(Component* a, Component* b, Span span) {
  auto describe = [&](Component* c) {
    return fmt::format("{} ({})", elaboration_.instances().PathText(c),
                       c->primitive != Primitive::kNone
                           ? elaboration_.store().types.Text(c->element_type, elaboration_.names())
                           : elaboration_.instances().QualifiedName(c->type));
  };
  if ((a->primitive == Primitive::kNone) != (b->primitive == Primitive::kNone) ||
      (a->primitive != Primitive::kNone && a->element_type != b->element_type)) {
    elaboration_.sink().Report(
        kConnectedTypesDiffer, span,
        fmt::format("{} and {} cannot be connected: their types differ", describe(a), describe(b)));
    return false;
  }
  CompareQuantities(elaboration_, a, b, span);
  if (a->connectedness != b->connectedness) {
    bool is_flow = a->connectedness == syntax::Connectedness::kFlow || b->connectedness == syntax::Connectedness::kFlow;
    elaboration_.sink().Report(kFlowToPotential, span,
                               fmt::format("{} and {} cannot be connected: only one of them is {}", describe(a),
                                           describe(b), is_flow ? "flow" : "stream"));
    return false;
  }
  if (a->primitive == Primitive::kNone) return true;
  auto is_of_bus = [&](Component* c) {
    return c->parent() && c->parent()->type && elaboration_.instances().IsExpandable(c->parent()->type);
  };
  if ((a->causality == syntax::Causality::kNone) != (b->causality == syntax::Causality::kNone) && !is_of_bus(a) &&
      !is_of_bus(b)) {
    elaboration_.sink().Report(
        kConnectedSortsDiffer, span,
        fmt::format("{} and {} cannot be connected: only one of them is an input or output", describe(a), describe(b)));
    return false;
  }
  using instance::VariableKind;
  if (std::min(a->variability, b->variability) <= VariableKind::kParameter && a->variability != b->variability) {
    elaboration_.sink().Report(
        kConnectedSortsDiffer, span,
        fmt::format("{} and {} cannot be connected: one of them is a {}, and the other is not", describe(a),
                    describe(b),
                    std::min(a->variability, b->variability) == VariableKind::kConstant ? "constant" : "parameter"));
    return false;
  }
  if (a->variability == VariableKind::kConstant && elaboration_.ConstantOf(a, span, "a connection") &&
      elaboration_.ConstantOf(b, span, "a connection") && a->constant_expr != b->constant_expr) {
    elaboration_.sink().Report(kConstantsConnected, span,
                               fmt::format("{} and {} cannot be connected: they are constants with different values",
                                           describe(a), describe(b)));
    return false;
  }
  return true;
}

instance::ClassInstance* Connections::EqualityConstraintOf(Component* component) {
  if (!component->type || !component->type->definition) return nullptr;
  instance::Found found =
      elaboration_.instances().FindElement(component->type, elaboration_.names().Intern("equalityConstraint"));
  return found.class_element ? elaboration_.instances().InstanceOf(found.class_element) : nullptr;
}

const Connections::Plan& Connections::PlanOf(Component* a, Component* b, Span span) {
  auto [at, is_new] = plans_.try_emplace({a, b});
  if (is_new) at->second.is_valid = Compare(a, b, 1, 0, at->second, at->second.leaves, false, span);
  return at->second;
}

bool Connections::Compare(Component* a, Component* b, std::uint32_t count, std::uint32_t inner, Plan& plan,
                          std::vector<Leaf>& leaves, bool in_node, Span span) {
  instance::Instances& instances = elaboration_.instances();
  if (!elaboration_.EnsureTyped(a) || !elaboration_.EnsureTyped(b) || !Compatible(a, b, span)) return false;
  if (!in_node && EqualityConstraintOf(a)) {
    Overdetermined node{{a, b, count, inner}, {}};
    if (!Compare(a, b, count, inner, plan, node.fields, true, span)) return false;
    plan.overdetermined.push_back(std::move(node));
    return true;
  }
  if (a->primitive != Primitive::kNone) {
    if (a->variability > instance::VariableKind::kParameter) leaves.push_back({a, b, count, inner});
    return a->variability != instance::VariableKind::kParameter || SameParameters(elaboration_, a, b, span);
  }
  // Element by element of the connector, by name.
  std::vector<Component*> children;
  instances.ForEachComponent(a->type, [&](Component* child) {
    if (elaboration_.IsPresent(child)) children.push_back(child);
  });
  std::size_t other_count = 0;
  instances.ForEachComponent(b->type, [&](Component* child) { other_count += elaboration_.IsPresent(child); });
  for (Component* child : children) {
    Component* other = instances.FindElement(b->type, child->name).component;
    if (!other || !elaboration_.IsPresent(other)) {
      elaboration_.sink().Report(
          kConnectorElementsDiffer, span,
          fmt::format("{} and {} cannot be connected: {} has no {}", instances.PathText(a), instances.PathText(b),
                      instances.QualifiedName(b->type), elaboration_.names().text(child->name)));
      return false;
    }
    if (!elaboration_.EnsureTyped(child) || !elaboration_.EnsureTyped(other)) return false;
    if (child->sizes != other->sizes) {
      elaboration_.sink().Report(kConnectorSizesDiffer, span,
                                 fmt::format("{} and {} cannot be connected: their sizes differ",
                                             instances.PathText(child), instances.PathText(other)));
      return false;
    }
    std::uint32_t own = 1;
    bool whole = IsWhole(child);
    if (!whole)
      for (std::int32_t size : child->sizes) own *= static_cast<std::uint32_t>(size);
    for (std::uint32_t k = 0; k < own; ++k)
      if (!Compare(child, other, count * own, inner * own + k, plan, leaves, in_node, span)) return false;
  }
  if (children.size() != other_count) {
    elaboration_.sink().Report(kConnectorElementsDiffer, span,
                               fmt::format("{} and {} cannot be connected: they have different elements",
                                           instances.PathText(a), instances.PathText(b)));
    return false;
  }
  return true;
}

void Connections::Connect(const Connection& connection) {
  const Plan& plan = PlanOf(connection.a.component, connection.b.component, connection.origin.span);
  if (!plan.is_valid) return;
  std::vector<std::int32_t> sizes_a = elaboration_.AllSizes(connection.a.component),
                            sizes_b = elaboration_.AllSizes(connection.b.component);
  auto origin = static_cast<std::uint32_t>(origins_.size());
  origins_.push_back(connection.origin);
  EndResolver resolver(elaboration_, connection.loops);
  EndResolver::Choice a, b;
  resolver.ForEachRound([&]() {
    if (!resolver.Resolve(connection.a, a) || !resolver.Resolve(connection.b, b)) return false;
    if (a.open_sizes != b.open_sizes) {
      Types& types = elaboration_.store().types;
      instance::Operators& ops = elaboration_.ops();
      TypeId shape_a = types.WithSizes(types.real(), a.open_sizes),
             shape_b = types.WithSizes(types.real(), b.open_sizes);
      elaboration_.sink().Report(kConnectorSizesDiffer, connection.origin.span,
                                 fmt::format("connectors of different size: {} {}, {} {}",
                                             elaboration_.instances().PathText(connection.a.component),
                                             ops.SizeText(shape_a, "has the size ", "is a scalar"),
                                             elaboration_.instances().PathText(connection.b.component),
                                             ops.SizeText(shape_b, "has the size ", "is a scalar")));
      return false;
    }
    ForEachIndex(a.open_sizes, [&](std::span<const std::int32_t> at) {
      ConnectElements(plan, connection, resolver.Number(a, at, sizes_a), resolver.Number(b, at, sizes_b), origin);
    });
    return true;
  });
}

void Connections::ConnectElements(const Plan& plan, const Connection& connection, std::uint32_t at_a,
                                  std::uint32_t at_b, std::uint32_t origin) {
  CountConnection(connection.a.component, at_a);
  CountConnection(connection.b.component, at_b);
  for (const Leaf& leaf : plan.leaves)
    JoinLeaf(leaf, at_a, connection.a.is_outside, at_b, connection.b.is_outside, origin);
  for (const Overdetermined& node : plan.overdetermined) {
    VirtualGraph::Node a = graph_.NodeOf(node.nodes.a, at_a * node.nodes.count + node.nodes.inner);
    VirtualGraph::Node b = graph_.NodeOf(node.nodes.b, at_b * node.nodes.count + node.nodes.inner);
    if (a == b) continue;
    graph_pairs_.push_back(
        {graph_.AddConnection(a, b), &node, at_a, at_b, origin, connection.a.is_outside, connection.b.is_outside});
  }
}

void Connections::JoinLeaf(const Leaf& leaf, std::uint32_t at_a, bool a_outside, std::uint32_t at_b, bool b_outside,
                           std::uint32_t origin) {
  // Potentials have one face only.
  bool has_faces = leaf.a->connectedness != syntax::Connectedness::kPotential;
  std::uint32_t a = MemberOf(leaf.a, at_a * leaf.count + leaf.inner, has_faces && a_outside);
  std::uint32_t b = MemberOf(leaf.b, at_b * leaf.count + leaf.inner, has_faces && b_outside);
  Join(a, b, origin);
  if (leaf.a->causality != syntax::Causality::kNone && leaf.b->causality != syntax::Causality::kNone)
    sources_.Join({leaf.a, at_a * leaf.count + leaf.inner, a_outside},
                  {leaf.b, at_b * leaf.count + leaf.inner, b_outside}, origins_[origin].span);
}

void Connections::AddToGraph(const GraphStatement& statement) {
  auto prepare = [&](const End& end) {
    // The overdetermined type or record is one unit: its own dimensions are not part of its place.
    End place = end;
    std::size_t own = end.component && end.component->primitive != Primitive::kNone ? end.component->sizes.size() : 0;
    place.subscripts.resize(place.subscripts.size() - own);
    return place;
  };
  EndResolver resolver(elaboration_, statement.loops);
  auto node_of = [&](const End& end) -> std::optional<VirtualGraph::Node> {
    EndResolver::Choice choice;
    std::vector<std::int32_t> sizes = elaboration_.AllSizes(end.component);
    sizes.resize(end.subscripts.size());
    if (!resolver.Resolve(end, choice)) return std::nullopt;
    if (!choice.open_sizes.empty()) {
      elaboration_.sink().Report(kArrayInConnections, end.span,
                                 fmt::format("{} is an array: the operators of Connections speak of one",
                                             elaboration_.instances().PathText(end.component)));
      return std::nullopt;
    }
    return graph_.NodeOf(end.component, resolver.Number(choice, {}, sizes));
  };
  bool is_branch = statement.kind == GraphStatement::Kind::kBranch;
  End a = prepare(statement.a), b = is_branch ? prepare(statement.b) : End{};
  resolver.ForEachRound([&]() {
    std::optional<VirtualGraph::Node> at_a = node_of(a), at_b = is_branch ? node_of(b) : VirtualGraph::Node(0);
    if (!at_a || !at_b) return false;
    switch (statement.kind) {
      case GraphStatement::Kind::kBranch:
        graph_.AddBranch(*at_a, *at_b, a.span);
        break;
      case GraphStatement::Kind::kRoot:
        graph_.AddRoot(*at_a, a.span);
        break;
      case GraphStatement::Kind::kPotentialRoot: {
        std::optional<std::vector<std::int32_t>> priority = std::vector<std::int32_t>{0};
        if (statement.priority.valid()) priority = resolver.Places({statement.priority}, a.span);
        if (!priority) return false;
        graph_.AddPotentialRoot(*at_a, (*priority)[0]);
        break;
      }
    }
    return true;
  });
}

void Connections::CountConnection(Component* connector, std::uint32_t element) {
  std::vector<std::int32_t>& counts = cardinalities_[connector];
  if (counts.empty()) {
    std::size_t count = 1;
    for (std::int32_t size : elaboration_.AllSizes(connector)) count *= static_cast<std::size_t>(size);
    counts.resize(count, 0);
  }
  ++counts[element];
}

std::vector<std::int32_t> Connections::Cardinality(Component* connector) {
  if (auto counts = cardinalities_.find(connector); counts != cardinalities_.end()) return counts->second;
  std::size_t count = 1;
  for (std::int32_t size : elaboration_.AllSizes(connector)) count *= static_cast<std::size_t>(size);
  return std::vector<std::int32_t>(count, 0);
}

std::vector<bool> Connections::IsRoot(Component* node) {
  std::vector<bool> answers(ElementCount(node));
  for (std::uint32_t i = 0; i < answers.size(); ++i) answers[i] = graph_.IsRoot(node, i);
  return answers;
}

std::vector<bool> Connections::IsRooted(Component* node) {
  std::vector<bool> answers(ElementCount(node));
  for (std::uint32_t i = 0; i < answers.size(); ++i) answers[i] = graph_.IsRooted(node, i);
  return answers;
}

bool Connections::IsWhole(Component* variable) {
  return variable->primitive != Primitive::kNone && !elaboration_.instances().IsConnector(variable);
}

std::size_t Connections::ConnectedRank(Component* variable) {
  std::size_t rank = elaboration_.AllSizes(variable).size();
  return IsWhole(variable) ? rank - variable->sizes.size() : rank;
}

std::size_t Connections::ElementCount(Component* variable) {
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(variable);
  std::size_t count = 1;
  for (std::size_t i = 0; i < ConnectedRank(variable); ++i) count *= static_cast<std::size_t>(sizes[i]);
  return count;
}

}  // namespace mica::flat
