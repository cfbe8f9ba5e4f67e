// Visits the children of any node of the syntax tree, in source order. For passes that treat all kinds alike: printing,
// checking, searching.
#pragma once

#include <vector>

#include "syntax/tree.h"

namespace mica::syntax {

// Puts the children of the node at the end of `children`, in source order.
void AppendChildren(const Node& node, std::vector<const Node*>& children);

// For recursive walks: keeps the children that are still to be visited on a stack of its own, so that a level of
// recursion costs little of the program's.
class ChildStack {
 public:
  // Calls visit(const Node&) for each child; visit may call ForEach again.
  template <class F>
  void ForEach(const Node& node, F&& visit) {
    std::size_t mark = nodes_.size();
    AppendChildren(node, nodes_);
    std::size_t end = nodes_.size();
    for (std::size_t i = mark; i < end; ++i) visit(*nodes_[i]);
    nodes_.resize(mark);
  }

 private:
  std::vector<const Node*> nodes_;
};

}  // namespace mica::syntax
