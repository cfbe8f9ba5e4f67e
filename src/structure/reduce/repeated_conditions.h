// Which initial conditions only repeat others: the same equation written twice, in a base class and in what extends it,
// or a = c beside a = b and b = c.
//
// Counting and matching take such a condition for one more, and give it an unknown that another one was meant for.
// Sides that are equal by the equations seen so far are classes of expressions (hash-consed, so equal text is one
// expression); a condition between two members of a class says nothing new. In the order of the rows; near-linear in
// their number.
#pragma once

#include <unordered_map>

#include "graph/union_find.h"
#include "structure/scalar/scalar_model.h"

namespace mica::structure {

class RepeatedConditions {
 public:
  // Whether the equation follows from those added.
  bool Says(const ScalarEquation& equation);
  void Add(const ScalarEquation& equation);

 private:
  graph::Index ClassOf(Expr e);

  std::unordered_map<Expr, graph::Index> index_of_;
  graph::UnionFind classes_;
};

}  // namespace mica::structure
