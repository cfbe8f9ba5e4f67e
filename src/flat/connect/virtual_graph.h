// The virtual connection graph of overdetermined types and records (specification 9.4): which connections keep R1 = R2
// and which are replaced by 0 = equalityConstraint(R1, R2), and where the roots are. Nodes come from connect and the
// operators of package Connections; graph::FindSpanningForest decides.
#pragma once

#include <unordered_map>

#include "flat/model.h"
#include "graph/spanning_tree.h"
#include "instance/elaboration.h"

namespace mica::flat {

class VirtualGraph {
 public:
  using Node = graph::Index;

  explicit VirtualGraph(instance::Elaboration& elaboration) : elaboration_(elaboration) {}

  // `element`: row-major number in the arrays around the component.
  Node NodeOf(instance::Component* component, std::uint32_t element);
  void AddBranch(Node a, Node b, Span span);
  void AddRoot(Node node, Span span);
  void AddPotentialRoot(Node node, std::int64_t priority);
  // An edge made by connect; its number. The same pair again is the same edge.
  std::size_t AddConnection(Node a, Node b);

  // All have been added: chooses. Reports what is wrong with the graph.
  void Decide();
  bool is_broken(std::size_t edge) const { return forest_.broken[edge]; }
  bool IsRoot(instance::Component* component, std::uint32_t element) const;
  // Closer to the root than the node at the other end of its branch.
  bool IsRooted(instance::Component* component, std::uint32_t element) const;

 private:
  struct Place {
    instance::Component* component;
    std::uint32_t element;
    Span span;  // of what named it last
  };
  std::string NameOf(Node node) const;
  Node Find(instance::Component* component, std::uint32_t element) const;

  instance::Elaboration& elaboration_;
  std::vector<Place> places_;
  std::unordered_map<instance::Component*, std::unordered_map<std::uint32_t, Node>> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> edges_;
  std::vector<Span> branch_spans_;
  graph::ConnectionGraph graph_;
  graph::SpanningForest forest_;
};

}  // namespace mica::flat
