// Connections (specification chapter 9): connect-equations are collected from the whole model as pairs of ends, joined
// to sets, and the sets become equations: potentials are equal, flows sum to zero. A flow that nothing is connected to
// is zero. Streams: see streams.h.
//
// The unit that is connected is a variable of a connector, one for each element of the connector arrays around it; an
// array inside a connector stays whole. Each flow and stream has two faces: inside a component, seen from where the
// component is used, and outside, seen from the class that the connector belongs to; they are different members of
// sets, and flows have opposite signs.
//
// Collected first, before equations are typed: how often a connector is connected and where the virtual graph has roots
// decides which equations there are.
#pragma once

#include <map>
#include <unordered_set>

#include "flat/connect/connect_ends.h"
#include "flat/connect/virtual_graph.h"
#include "flat/signal_sources.h"
#include "instance/connection_facts.h"
#include "instance/typing/typer.h"

namespace mica::flat {

struct Connection {
  End a, b;
  std::vector<Loop> loops;
  Origin origin;
};

// branch, root or potentialRoot of package Connections.
struct GraphStatement {
  enum class Kind : std::uint8_t { kBranch, kRoot, kPotentialRoot };
  Kind kind;
  End a, b;       // b: of a branch only
  Expr priority;  // of a potential root; invalid: not given
  std::vector<Loop> loops;
};

class Connections : public instance::ConnectionFacts {
 public:
  // A variable of a connector on one of its faces.
  struct Member {
    instance::Component* variable = nullptr;
    std::uint32_t element = 0;  // of the connector arrays around it, row-major
    bool is_outside = false;
    bool is_connected = false;
    std::uint32_t origin = 0;  // of the last connect-equation that named it
  };

  explicit Connections(instance::Elaboration& elaboration) : elaboration_(elaboration), graph_(elaboration) {}

  void Add(Connection connection) { connections_.push_back(std::move(connection)); }
  void Add(GraphStatement statement) { statements_.push_back(std::move(statement)); }
  // The connector is part of the model: its flows are zero where nothing is connected from outside the component.
  void AddConnector(instance::Component* connector);
  // How much has been added, and back to that: a loop is tried once before it is written out.
  std::pair<std::size_t, std::size_t> mark() const { return {connections_.size(), statements_.size()}; }
  void Rewind(std::pair<std::size_t, std::size_t> mark);

  // All connections have been added: expandable connectors get their elements, then connectors are joined, and the
  // virtual graph decides.
  void Resolve();

  std::vector<std::int32_t> Cardinality(instance::Component* connector) override;
  std::vector<bool> IsRoot(instance::Component* node) override;
  std::vector<bool> IsRooted(instance::Component* node) override;

  // connection_equations.cpp: the equations of all sets; streams.cpp makes those of streams. `state_of`: as for
  // SignalSources.
  void AddEquations(std::vector<Equation>& into,
                    const std::function<const instance::Component*(const instance::Component*)>& state_of);

  // The set of the variable's face; a set of itself when nothing is connected to it.
  std::span<const std::uint32_t> SetOf(instance::Component* variable, std::uint32_t element, bool is_outside);
  std::span<const std::uint32_t> Set(std::size_t set) const {
    return std::span(set_members_).subspan(set_begins_[set], set_begins_[set + 1] - set_begins_[set]);
  }
  std::size_t set_count() const { return set_begins_.empty() ? 0 : set_begins_.size() - 1; }
  const Member& member(std::uint32_t m) const { return members_[m]; }
  const Origin& origin(const Member& member) const { return origins_[member.origin]; }
  // The variable of the member, whole or the element that it is.
  Expr Reference(instance::Component* variable, std::uint32_t element);
  // How many leading dimensions of the variable are of connector arrays: the rest stays whole.
  std::size_t ConnectedRank(instance::Component* variable);
  std::size_t ElementCount(instance::Component* variable);

 private:
  // Which variables of two connectors belong together: worked out once for a pair of components, for all their
  // elements.
  struct Leaf {
    instance::Component* a;
    instance::Component* b;
    std::uint32_t count, inner;  // element of the variable = element of the connector * count + inner
  };
  struct Overdetermined {
    Leaf nodes;
    std::vector<Leaf> fields;
  };
  struct Plan {
    bool is_valid = true;
    std::vector<Leaf> leaves;
    std::vector<Overdetermined> overdetermined;
  };
  struct GraphPair {
    std::size_t edge;
    const Overdetermined* plan;
    std::uint32_t at_a, at_b, origin;
    bool a_outside, b_outside;
  };

  const Plan& PlanOf(instance::Component* a, instance::Component* b, Span span);
  bool Compare(instance::Component* a, instance::Component* b, std::uint32_t count, std::uint32_t inner, Plan& plan,
               std::vector<Leaf>& leaves, bool in_node, Span span);
  bool Compatible(instance::Component* a, instance::Component* b, Span span);
  instance::ClassInstance* EqualityConstraintOf(instance::Component* component);
  void Connect(const Connection& connection);
  void ConnectElements(const Plan& plan, const Connection& connection, std::uint32_t at_a, std::uint32_t at_b,
                       std::uint32_t origin);
  void JoinLeaf(const Leaf& leaf, std::uint32_t at_a, bool a_outside, std::uint32_t at_b, bool b_outside,
                std::uint32_t origin);
  void AddToGraph(const GraphStatement& statement);
  void CountConnection(instance::Component* connector, std::uint32_t element);
  void AddBroken(std::vector<Equation>& into);
  void AddEqual(const Member& a, const Member& b, std::vector<Equation>& into);
  // The set of a signal that states of a machine give in turn (specification 17.3.6). False when it is not one.
  bool AddOfStates(std::span<const std::uint32_t> set,
                   const std::function<const instance::Component*(const instance::Component*)>& state_of,
                   std::vector<Equation>& into);
  void AddIdle(const Member& member, std::vector<Equation>& into);
  void AddFlows(const std::unordered_set<instance::Component*>& added);
  void MakeSets();

  // An array that is not of connectors: it is connected as one.
  bool IsWhole(instance::Component* variable);
  std::uint32_t MemberOf(instance::Component* variable, std::uint32_t element, bool is_outside);
  std::uint32_t FindRoot(std::uint32_t member);
  void Join(std::uint32_t a, std::uint32_t b, std::uint32_t origin);

  instance::Elaboration& elaboration_;
  VirtualGraph graph_;
  std::vector<Connection> connections_;
  std::vector<GraphStatement> statements_;
  std::map<std::pair<instance::Component*, instance::Component*>, Plan> plans_;
  std::vector<GraphPair> graph_pairs_;
  SignalSources sources_;
  std::unordered_map<instance::Component*, std::vector<std::int32_t>> cardinalities_;
  std::vector<Origin> origins_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> parents_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<std::uint32_t> set_members_, set_begins_, set_of_;
  std::vector<instance::Component*> connectors_;
  std::unordered_set<instance::Component*>
      in_buses_;  // potentials of expandable connectors that no class declares there
};

}  // namespace mica::flat
