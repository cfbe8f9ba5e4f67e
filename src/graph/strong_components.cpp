#include "graph/strong_components.h"

#include <algorithm>

#include "base/check.h"

namespace mica::graph {

StrongComponents FindStrongComponents(const CompressedRows& needs) {
  Check(needs.row_count() == needs.column_count(), "strong components are of a square graph");
  const auto n = static_cast<std::size_t>(needs.row_count());
  StrongComponents result;
  result.members = CompressedRows(needs.row_count());
  result.component_of.assign(n, kNone);

  std::vector<Index> number(n, kNone);  // in the order of discovery
  std::vector<Index> low(n);            // the lowest number on the open stack known to be reachable
  std::vector<Index> next(n);           // the entry to follow next
  std::vector<Index> path;              // the search's own stack
  std::vector<Index> open;              // discovered, component not known yet
  Index discovered = 0;

  auto discover = [&](Index node) {
    number[node] = low[node] = discovered++;
    next[node] = needs.row_begin(node);
    path.push_back(node);
    open.push_back(node);
  };
  for (Index root = 0; root < needs.row_count(); ++root) {
    if (number[root] != kNone) continue;
    discover(root);
    while (!path.empty()) {
      const Index node = path.back();
      if (next[node] < needs.row_end(node)) {
        const Index needed = needs.entry(next[node]++);
        if (number[needed] == kNone) {
          discover(needed);
        } else if (result.component_of[needed] == kNone) {
          low[node] = std::min(low[node], number[needed]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
      if (low[node] != number[node]) continue;
      // node is the first discovered of its component, which is the top of the open stack down to node.
      std::size_t first = open.size();
      do {
        result.component_of[open[--first]] = result.members.row_count();
      } while (open[first] != node);
      std::sort(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
      result.members.AddRow({open.data() + first, open.size() - first});
      open.resize(first);
    }
  }
  return result;
}

}  // namespace mica::graph
