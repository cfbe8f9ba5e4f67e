// Graph stage: the part of a graph that some rows and columns span, with numbers of its own, as a block of a larger
// system is handed to tearing or colouring.
//
// Row i of the part is rows[i], column j is columns[j]; entries in other columns are left out; the order of entries is
// kept. O(entries of the rows + columns), so that taking all blocks out of a system costs no more than the system.
#pragma once

#include <span>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct Subgraph {
  CompressedRows graph;
  std::vector<Index> original_entry;  // by entry number of `graph`
};

class SubgraphExtractor {
 public:
  // The graph must outlive the extractor.
  explicit SubgraphExtractor(const CompressedRows& graph)
      : graph_(&graph), local_column_(static_cast<std::size_t>(graph.column_count()), kNone) {}

  Subgraph Extract(std::span<const Index> rows, std::span<const Index> columns) {
    Subgraph part;
    part.graph = CompressedRows(static_cast<Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) local_column_[columns[j]] = static_cast<Index>(j);
    std::vector<Index> entries;
    for (Index row : rows) {
      entries.clear();
      for (Index entry = graph_->row_begin(row); entry < graph_->row_end(row); ++entry) {
        const Index column = local_column_[graph_->entry(entry)];
        if (column == kNone) continue;
        entries.push_back(column);
        part.original_entry.push_back(entry);
      }
      part.graph.AddRow(entries);
    }
    for (Index column : columns) local_column_[column] = kNone;
    return part;
  }

 private:
  const CompressedRows* graph_;
  std::vector<Index> local_column_;  // kNone between calls
};

}  // namespace mica::graph
