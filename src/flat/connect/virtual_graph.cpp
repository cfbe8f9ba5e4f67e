#include "flat/connect/virtual_graph.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/codes.h"

namespace mica::flat {

VirtualGraph::Node VirtualGraph::NodeOf(instance::Component* component, std::uint32_t element) {
  auto [at, is_new] = nodes_[component].emplace(element, graph_.node_count);
  if (is_new) {
    places_.push_back({component, element, component->span()});
    ++graph_.node_count;
  }
  return at->second;
}

VirtualGraph::Node VirtualGraph::Find(instance::Component* component, std::uint32_t element) const {
  auto nodes = nodes_.find(component);
  if (nodes == nodes_.end()) return graph::kNone;
  auto node = nodes->second.find(element);
  return node == nodes->second.end() ? graph::kNone : node->second;
}

void VirtualGraph::AddBranch(Node a, Node b, Span span) {
  graph_.required.emplace_back(a, b);
  branch_spans_.push_back(span);
  places_[a].span = places_[b].span = span;
}

void VirtualGraph::AddRoot(Node node, Span span) {
  graph_.definite_roots.push_back(node);
  places_[node].span = span;
}

void VirtualGraph::AddPotentialRoot(Node node, std::int64_t priority) {
  graph_.potential_roots.push_back({node, priority});
}

std::size_t VirtualGraph::AddConnection(Node a, Node b) {
  std::uint64_t key = static_cast<std::uint64_t>(std::min(a, b)) << 32 | static_cast<std::uint64_t>(std::max(a, b));
  auto [at, is_new] = edges_.emplace(key, graph_.optional.size());
  if (is_new) graph_.optional.emplace_back(a, b);
  return at->second;
}

std::string VirtualGraph::NameOf(Node node) const {
  std::string name = elaboration_.instances().PathText(places_[node].component);
  std::vector<std::int32_t> sizes;
  if (instance::Component* parent = places_[node].component->parent()) sizes = elaboration_.AllSizes(parent);
  if (sizes.empty()) return name;
  std::string at;
  std::uint32_t rest = places_[node].element;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    auto size = static_cast<std::uint32_t>(std::max(sizes[i], 1));
    at = fmt::format("{}{}{}", rest % size + 1, at.empty() ? "" : ", ", at);
    rest /= size;
  }
  return fmt::format("{} (of element [{}])", name, at);
}

void VirtualGraph::Decide() {
  forest_ = graph::FindSpanningForest(graph_);
  DiagnosticSink& sink = elaboration_.sink();
  for (const graph::ForestError& error : forest_.errors) {
    switch (error.kind) {
      case graph::ForestError::Kind::kRequiredCycle: {
        auto& d = sink.Report(kBranchLoop, branch_spans_[static_cast<std::size_t>(error.edge)],
                              fmt::format("this branch closes a loop of branches: {} and {} are joined already",
                                          NameOf(error.nodes.front()), NameOf(error.nodes.back())));
        d.hint = "a loop must contain a connect-equation, which can be broken";
        break;
      }
      case graph::ForestError::Kind::kTwoDefiniteRoots: {
        auto& d = sink.Report(kTwoRoots, places_[error.nodes.back()].span,
                              fmt::format("{} and {} are both roots, and branches join them",
                                          NameOf(error.nodes.front()), NameOf(error.nodes.back())));
        d.notes.push_back({places_[error.nodes.front()].span, "the other root"});
        d.hint = "make one of them a potential root";
        break;
      }
      case graph::ForestError::Kind::kNoRoot: {
        auto& d =
            sink.Report(kNoRoot, places_[error.nodes.front()].span,
                        fmt::format("nothing of what is connected with {} is a root", NameOf(error.nodes.front())));
        d.hint = "connect it with a component that is one, such as a ground or world";
        break;
      }
    }
  }
}

bool VirtualGraph::IsRoot(instance::Component* component, std::uint32_t element) const {
  Node node = Find(component, element);
  return node != graph::kNone && std::ranges::binary_search(forest_.roots, node);
}

bool VirtualGraph::IsRooted(instance::Component* component, std::uint32_t element) const {
  Node node = Find(component, element);
  if (node == graph::kNone) return false;
  for (const auto& [a, b] : graph_.required) {
    if (a == node) return forest_.depth[a] < forest_.depth[b];
    if (b == node) return forest_.depth[b] < forest_.depth[a];
  }
  return forest_.depth[node] == 0;
}

}  // namespace mica::flat
