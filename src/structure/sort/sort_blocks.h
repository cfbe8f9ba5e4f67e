// Matching, block triangular form and the steps of each block: shared by the dynamics and the initialization problem.
//
// Nodes are equalities and steps; a step all of whose outputs it determines itself is one node, whatever the number of
// its outputs. A node needs the nodes that determine what it reads; the strong components of that, in the order of
// evaluation, are the blocks (Tarjan 1972).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "graph/matching.h"
#include "structure/pass.h"
#include "structure/sort/equation_graph.h"

namespace mica::structure {

// One equality or step with the unknowns that it determines.
struct BlockNode {
  const ScalarEquation* equation = nullptr;
  std::vector<ScalarId> unknowns;  // what the rows of the node are matched to
  std::vector<ScalarId>
      outputs;  // by row: the output of a step (invalid for an equality); equal to the unknown unless inverted
};

struct SortProblem {
  std::vector<const ScalarEquation*> equations;
  std::vector<ScalarId> unknowns;  // by column
  std::vector<Index> column_of;    // by scalar
  EquationGraph graph;
  graph::Matching matching;         // all columns matched
  std::vector<Index> dropped_rows;  // rows to be left out (redundant ones of an initialization problem)
  bool is_initial = false;
  std::function<bool(std::span<const BlockNode* const>)>
      accepts;  // asked for each block, if given; what it refuses it reports

  void AddUnknown(ScalarId id, std::size_t scalar_count);
};

// Appends the steps to `out`, and systems to context.blocks. False: reported.
bool SortBlocks(PassContext& context, const SortProblem& problem, std::vector<Step>& out);

}  // namespace mica::structure
