#include "structure/sort/sort_blocks.h"

#include <algorithm>

#include "graph/strong_components.h"
#include "structure/sort/build_block.h"

namespace mica::structure {

void SortProblem::AddUnknown(ScalarId id, std::size_t scalar_count) {
  if (column_of.size() < scalar_count) column_of.resize(scalar_count, graph::kNone);
  column_of[id.index()] = static_cast<Index>(unknowns.size());
  unknowns.push_back(id);
}

namespace {

struct NodeGraph {
  std::vector<BlockNode> nodes;
  graph::CompressedRows needs;
};

NodeGraph MakeNodes(const PassContext& context, const SortProblem& problem) {
  NodeGraph result;
  const EquationGraph& graph = problem.graph;
  std::vector<Index> node_of_column(problem.unknowns.size(), graph::kNone);
  std::vector<std::vector<Index>> columns_needed;  // by node
  std::vector<bool> is_dropped(graph.rows.size(), false);
  for (Index row : problem.dropped_rows) is_dropped[row] = true;
  OccurrenceCollector occurrences(context.store);
  std::size_t row = 0;
  for (std::size_t e = 0; e < problem.equations.size(); ++e) {
    std::size_t first = row;
    while (row < graph.rows.size() && graph.rows[row].equation == static_cast<Index>(e)) ++row;
    const ScalarEquation& equation = *problem.equations[e];
    auto matched = [&](std::size_t r) {
      Index column = problem.matching.column_of_row[r];
      return column == graph::kNone ? ScalarId() : problem.unknowns[column];
    };
    auto add = [&](std::size_t from, std::size_t to) {
      BlockNode node{&equation, {}, {}};
      Index number = static_cast<Index>(result.nodes.size());
      std::vector<Index> needed;
      for (std::size_t r = from; r < to; ++r) {
        if (is_dropped[r]) continue;
        ScalarId unknown = matched(r);
        Check(unknown.valid(), "an equation to be sorted determines nothing");
        node.unknowns.push_back(unknown);
        node.outputs.push_back(graph.rows[r].output);
        node_of_column[problem.column_of[unknown.index()]] = number;
        if (needed.empty())
          needed.assign(graph.needed.row(static_cast<Index>(r)).begin(), graph.needed.row(static_cast<Index>(r)).end());
        else if (graph.rows[r].output)
          needed.push_back(problem.column_of[unknown.index()]);
      }
      if (from != to && node.unknowns.empty()) return;  // all of it dropped
      result.nodes.push_back(std::move(node));
      columns_needed.push_back(std::move(needed));
    };
    if (first == row) {  // a step without outputs: an assertion, a reinit
      occurrences.Clear();
      occurrences.Add(context.model.steps[equation.step]);
      result.nodes.push_back({&equation, {}, {}});
      std::vector<Index> needed;
      for (const Occurrence& o : occurrences.found())
        if (o.is_needed() && o.scalar.index() < problem.column_of.size() &&
            problem.column_of[o.scalar.index()] != graph::kNone)
          needed.push_back(problem.column_of[o.scalar.index()]);
      columns_needed.push_back(std::move(needed));
      continue;
    }
    bool is_own = true;
    for (std::size_t r = first; r < row; ++r) is_own = is_own && graph.rows[r].output == matched(r);
    if (is_own || equation.is_equality())
      add(first, row);
    else
      for (std::size_t r = first; r < row; ++r) add(r, r + 1);
  }
  result.needs = graph::CompressedRows(static_cast<Index>(result.nodes.size()));
  std::vector<Index> entries;
  for (const std::vector<Index>& needed : columns_needed) {
    entries.clear();
    for (Index column : needed)
      if (node_of_column[column] != graph::kNone) entries.push_back(node_of_column[column]);
    result.needs.AddRow(entries);
  }
  return result;
}

}  // namespace

bool SortBlocks(PassContext& context, const SortProblem& problem, std::vector<Step>& out) {
  NodeGraph graph = MakeNodes(context, problem);
  graph::StrongComponents components = graph::FindStrongComponents(graph.needs);
  BlockBuilder builder(context, problem.is_initial);
  bool ok = true;
  std::vector<const BlockNode*> block;
  for (Index k = 0; k < components.size(); ++k) {
    block.clear();
    for (Index node : components.members.row(k)) block.push_back(&graph.nodes[node]);
    ok = (!problem.accepts || problem.accepts(block)) && builder.Build(block, out) && ok;
  }
  return ok;
}

}  // namespace mica::structure
