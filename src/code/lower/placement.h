// Where the nodes of an expression are computed. A lazy node (an `if` with a branch that may fail or costs much, a held
// relation, homotopy) opens a region for each of its branches; the regions form a tree. A node is computed in the
// lowest region that all its uses share, so that each is computed once. A node that must not be computed when it is not
// asked for (a call, a subscript) is moved up only when every way needs it there; otherwise it is computed in each
// region that asks. Other nodes may be computed without need: they are then speculative, and a division among them does
// not report a zero. So no node is emitted more often than there are regions that use it, however the expression is
// shared.
#pragma once

#include <vector>

#include "code/lower/lowering.h"

namespace mica::code {

class Placement {
 public:
  Placement(Lowering& lowering, Expr root) : lowering_(lowering), pool_(lowering.pool_), root_(root) {}
  void Run();

 private:
  struct Placed {
    std::uint32_t node;  // place in nodes_
    bool is_speculative;
    int children[2];  // regions of its branches, or -1
  };
  struct Region {
    int parent, depth;
    int twin;                   // the region of the other branch, one of which is always taken; or -1
    std::vector<Placed> nodes;  // users before what they use
  };
  struct Use {
    int region;
    bool is_speculative;
  };
  struct Node {
    Expr e;
    std::uint32_t cost = 0;
    bool is_hard = false;   // must not be computed unless asked for, or anything below it
    bool is_risky = false;  // or may fail quietly: a division, a square root
    bool is_lazy = false;
    std::uint32_t use_count = 0;
    std::vector<Use> uses;  // one a region
  };

  void Collect();
  void Weigh(Node& node);
  bool OwnHard(Expr e) const;
  void Place(std::uint32_t node);
  void PlaceIn(std::uint32_t node, int region, bool is_speculative);
  void AddUse(Expr e, Use use, std::uint32_t count = 1);
  int NewRegion(int parent);
  int CommonRegion(int a, int b) const;
  void EmitRegion(int region);
  void EmitLazy(const Placed& placed);
  void EmitIf(Expr e, const Placed& placed);
  Node* FindNode(Expr e);
  std::span<const Expr> Needs(Expr e, std::vector<Expr>& buffer) const;

  Lowering& lowering_;
  const ExprPool& pool_;
  Expr root_;
  std::vector<Node> nodes_;  // by rising handle: arguments first
  std::vector<Region> regions_;
};

}  // namespace mica::code
