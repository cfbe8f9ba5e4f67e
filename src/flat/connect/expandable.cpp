#include "flat/connect/expandable.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/codes.h"
#include "flat/connect/connections.h"

namespace mica::flat {

using instance::Component;

bool Expandable::IsExpandable(Component* component) { return elaboration_.instances().IsExpandable(component->type); }

void Expandable::AddBus(Component* bus) {
  if (!parents_.emplace(bus, bus).second) return;
  buses_.push_back(bus);
  // Buses inside the bus.
  elaboration_.instances().ForEachComponent(bus->type, [&](Component* child) {
    if (elaboration_.IsPresent(child) && !elaboration_.HasOpenSizes(child) && elaboration_.EnsureTyped(child) &&
        IsExpandable(child))
      AddBus(child);
  });
}

Component* Expandable::Find(Component* bus) {
  while (parents_[bus] != bus) bus = parents_[bus];
  return bus;
}

bool Expandable::Unite(Component* a, Component* b) {
  AddBus(a);
  AddBus(b);
  a = Find(a);
  b = Find(b);
  if (a == b) return false;
  parents_[a] = b;
  return true;
}

std::vector<Component*> Expandable::NetOf(Component* bus) {
  std::vector<Component*> net;
  Component* root = Find(bus);
  for (Component* other : buses_)
    if (Find(other) == root) net.push_back(other);
  return net;
}

Component* Expandable::ChildOf(Component* bus, Name name) {
  return elaboration_.instances().FindElement(bus->type, name).component;
}

Component* Expandable::Add(Component* bus, Name name, Component* like, std::vector<std::int32_t> sizes) {
  Component* added = elaboration_.AddLike(bus->type, name, like, std::move(sizes));
  if (added) added_.insert(added);
  if (added && IsExpandable(added)) AddBus(added);
  return added;
}

// A declared element whose sizes were left open.
Component* Expandable::Sized(Component* element, std::vector<std::int32_t> sizes) {
  elaboration_.GiveSizes(element, std::move(sizes));
  if (!elaboration_.EnsureTyped(element)) return nullptr;
  if (IsExpandable(element)) AddBus(element);
  return element;
}

// The sizes that subscripts after `name` ask for, in all connections to the net; none when some are not known.
std::optional<std::vector<std::int32_t>> Expandable::LargestPlaces(Component* bus, Name name) {
  std::vector<std::int32_t> largest;
  bool known = true;
  for (const Connection& connection : connections_)
    for (const End* end : {&connection.a, &connection.b}) {
      if (end->undeclared.empty() || end->undeclared[0].name != name || Find(end->component) != Find(bus)) continue;
      EndResolver resolver(elaboration_, connection.loops);
      resolver.ForEachRound([&]() {
        std::optional<std::vector<std::int32_t>> places = resolver.Places(end->undeclared[0].subscripts, end->span);
        if (!places) return known = false;
        largest.resize(std::max(largest.size(), places->size()), 0);
        for (std::size_t i = 0; i < places->size(); ++i) largest[i] = std::max(largest[i], (*places)[i]);
        return true;
      });
    }
  if (!known) return std::nullopt;
  return largest;
}

// One step of an end with an undeclared name towards an ordinary one. False when nothing is known yet.
bool Expandable::Advance(Connection& connection, End& end, const End& other) {
  if (end.undeclared.empty()) return false;
  AddBus(end.component);
  instance::Typer::UndeclaredPart part = end.undeclared[0];
  Component* child = ChildOf(end.component, part.name);
  Component* open = child && elaboration_.HasOpenSizes(child) ? child : nullptr;
  if (open) child = nullptr;
  for (Component* bus : child ? std::vector<Component*>() : NetOf(end.component))
    if (Component* known = ChildOf(bus, part.name);
        known && !elaboration_.HasOpenSizes(known) && elaboration_.EnsureTyped(known)) {
      child = open ? Sized(open, known->sizes) : Add(end.component, part.name, known, known->sizes);
      break;
    }
  if (!child && end.undeclared.size() == 1 && other.undeclared.empty()) {
    std::optional<std::vector<std::int32_t>> sizes = LargestPlaces(end.component, part.name);
    EndResolver resolver(elaboration_, connection.loops);
    EndResolver::Choice choice, of_bus;
    bool is_known = false;
    resolver.ForEachRound([&]() {
      is_known = resolver.Resolve(other, choice) && resolver.Resolve(end, of_bus);
      return false;
    });
    if (!is_known || !sizes) return false;
    // Of an array of buses each element gets one: dimensions that the buses leave open are not those of the new
    // element.
    std::size_t shared =
        of_bus.open_sizes.size() <= choice.open_sizes.size() &&
                std::equal(of_bus.open_sizes.begin(), of_bus.open_sizes.end(), choice.open_sizes.begin())
            ? of_bus.open_sizes.size()
            : 0;
    sizes->insert(sizes->end(), choice.open_sizes.begin() + static_cast<std::ptrdiff_t>(shared),
                  choice.open_sizes.end());
    child = open ? Sized(open, *sizes) : Add(end.component, part.name, other.component, *sizes);
  }
  if (!child || !elaboration_.EnsureTyped(child)) return false;
  ExprPool& exprs = elaboration_.store().exprs;
  std::vector<Expr> subscripts = part.subscripts;
  subscripts.resize(child->sizes.size(), exprs.Colon());
  end.subscripts.insert(end.subscripts.end(), subscripts.begin(), subscripts.end());
  end.component = child;
  end.undeclared.erase(end.undeclared.begin());
  return true;
}

void Expandable::MarkPresent(Component* component) {
  for (; component && component->parent(); component = component->parent())
    if (component->parent()->clause && IsExpandable(component->parent())) present_.insert(component);
}

// What is present in one bus of a net is there in all of them.
bool Expandable::Equalise() {
  bool changed = false;
  for (std::size_t b = 0; b < buses_.size(); ++b) {
    std::vector<Component*> net = NetOf(buses_[b]);
    if (net.size() < 2) continue;
    std::vector<Component*> children;
    elaboration_.instances().ForEachComponent(buses_[b]->type, [&](Component* child) { children.push_back(child); });
    for (Component* child : children) {
      if (elaboration_.HasOpenSizes(child) || !elaboration_.EnsureTyped(child)) continue;
      for (Component* bus : net) {
        if (bus == buses_[b]) continue;
        Component* same = ChildOf(bus, child->name);
        if (same && elaboration_.HasOpenSizes(same)) {
          if (!present_.contains(child)) continue;
          same = Sized(same, child->sizes);
          changed = true;
        }
        if (!same && present_.contains(child)) {
          same = Add(bus, child->name, child, child->sizes);
          changed = true;
        }
        if (!same) continue;
        if (present_.contains(child)) changed = present_.insert(same).second || changed;
        if (elaboration_.EnsureTyped(same) && IsExpandable(child) && IsExpandable(same))
          changed = Unite(child, same) || changed;
      }
    }
  }
  return changed;
}

void Expandable::RemoveAbsent() {
  for (Component* bus : buses_)
    elaboration_.instances().ForEachComponent(bus->type, [&](Component* child) {
      if (present_.contains(child) || !elaboration_.IsPresent(child)) return;
      if (elaboration_.HasOpenSizes(child)) child->is_present = false;
      if (!elaboration_.IsPresent(child) || !elaboration_.EnsureTyped(child)) return;
      if (child->variability <= instance::VariableKind::kParameter) return;
      child->is_present = false;
    });
}

void Expandable::Augment() {
  std::function<void(Component*)> add = [&](Component* c) {
    if (c->primitive != instance::Primitive::kNone) return;
    if (IsExpandable(c))
      AddBus(c);
    else
      elaboration_.instances().ForEachComponent(c->type, [&](Component* child) {
        if (elaboration_.IsPresent(child) && !elaboration_.HasOpenSizes(child) && elaboration_.EnsureTyped(child))
          add(child);
      });
  };
  for (Component* connector : connectors_) add(connector);
  if (buses_.empty()) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (Connection& connection : connections_) {
      changed = Advance(connection, connection.a, connection.b) || changed;
      changed = Advance(connection, connection.b, connection.a) || changed;
      if (!connection.a.undeclared.empty() || !connection.b.undeclared.empty()) continue;
      MarkPresent(connection.a.component);
      MarkPresent(connection.b.component);
      if (IsExpandable(connection.a.component) && IsExpandable(connection.b.component))
        changed = Unite(connection.a.component, connection.b.component) || changed;
    }
    changed = Equalise() || changed;
  }
  std::erase_if(connections_, [&](const Connection& connection) {
    for (const End* end : {&connection.a, &connection.b}) {
      if (end->undeclared.empty()) continue;
      std::string name(elaboration_.names().text(end->undeclared[0].name));
      auto& d = elaboration_.sink().Report(
          kUndefinedExpandableElement, end->span,
          fmt::format("{} is not declared in {}, and nothing that it is connected to says what it is", name,
                      elaboration_.instances().PathText(end->component)));
      d.notes.push_back({end->component->span(), "the expandable connector is declared here"});
      return true;
    }
    return false;
  });
  RemoveAbsent();
}

}  // namespace mica::flat
