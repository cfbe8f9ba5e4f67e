// Expandable connectors (specification 9.1.3): before connections become equations, every expandable connector gets the
// elements that connections give it, and loses those that nothing is connected to. Afterwards it is an ordinary
// connector.
//
// Buses that are connected form a net, in which all have the same elements in the end. An element is as declared in one
// bus of the net, or like what it is connected to.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "flat/connect/connect_ends.h"
#include "instance/elaboration.h"

namespace mica::flat {

struct Connection;

class Expandable {
 public:
  // `connectors`: all of the model, those inside others left out.
  Expandable(instance::Elaboration& elaboration, std::vector<Connection>& connections,
             const std::vector<instance::Component*>& connectors)
      : elaboration_(elaboration), connections_(connections), connectors_(connectors) {}

  // Turns ends with undeclared names into ordinary ends. What remains unknown is reported and taken out of the
  // connections.
  void Augment();
  // Elements that no class declares where they are now: no equation of a class speaks of them.
  const std::unordered_set<instance::Component*>& added() const { return added_; }

 private:
  using Net = std::unordered_set<instance::Component*>;

  bool IsExpandable(instance::Component* component);
  void AddBus(instance::Component* bus);
  bool Unite(instance::Component* a, instance::Component* b);
  instance::Component* Find(instance::Component* bus);
  std::vector<instance::Component*> NetOf(instance::Component* bus);
  instance::Component* ChildOf(instance::Component* bus, Name name);
  instance::Component* Add(instance::Component* bus, Name name, instance::Component* like,
                           std::vector<std::int32_t> sizes);

  instance::Component* Sized(instance::Component* element, std::vector<std::int32_t> sizes);

  bool Advance(Connection& connection, End& end, const End& other);
  bool Equalise();
  void MarkPresent(instance::Component* component);
  void RemoveAbsent();
  std::optional<std::vector<std::int32_t>> LargestPlaces(instance::Component* bus, Name name);

  instance::Elaboration& elaboration_;
  std::vector<Connection>& connections_;
  const std::vector<instance::Component*>& connectors_;
  std::vector<instance::Component*> buses_;
  std::unordered_map<instance::Component*, instance::Component*> parents_;  // of the forest that makes nets
  std::unordered_set<instance::Component*> present_;                        // elements of buses
  std::unordered_set<instance::Component*> added_;
};

}  // namespace mica::flat
