#include "graph/topological_order.h"

#include <algorithm>

#include "graph/strong_components.h"

namespace mica::graph {
namespace {

class CycleSearch {
 public:
  CycleSearch(const CompressedRows& needs, const StrongComponents& components, std::int64_t work)
      : needs_(needs),
        components_(components),
        work_(work),
        from_(static_cast<std::size_t>(needs.row_count())),
        stamp_(from_.size(), kNone) {}

  // A shortest cycle through `start`, if it is shorter than the best one so far and `start` lies on any.
  void SearchFrom(Index start) {
    queue_.assign(1, start);
    stamp_[start] = start;
    from_[start] = kNone;
    const Index component = components_.component_of[start];
    std::size_t level_end = 1;
    std::size_t depth = 1;  // nodes on a path from start to the level that is being expanded
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      if (head == level_end) {
        level_end = queue_.size();
        ++depth;
      }
      if (!best_.empty() && (depth >= best_.size() || work_ < 0)) return;
      const Index node = queue_[head];
      for (Index needed : needs_.row(node)) {
        --work_;
        if (needed == start) return Keep(node);
        if (components_.component_of[needed] != component || stamp_[needed] == start) continue;
        stamp_[needed] = start;
        from_[needed] = node;
        queue_.push_back(needed);
      }
    }
  }

  const std::vector<Index>& best() const { return best_; }
  bool exhausted() const { return work_ < 0 && !best_.empty(); }

 private:
  void Keep(Index last) {
    best_.clear();
    for (Index node = last; node != kNone; node = from_[node]) best_.push_back(node);
    std::reverse(best_.begin(), best_.end());
  }

  const CompressedRows& needs_;
  const StrongComponents& components_;
  std::int64_t work_;
  std::vector<Index> from_;
  std::vector<Index> stamp_;
  std::vector<Index> queue_;
  std::vector<Index> best_;
};

std::vector<Index> FindShortestCycle(const CompressedRows& needs, const StrongComponents& components,
                                     std::int64_t work) {
  std::vector<Index> cyclic;  // components that hold a cycle, the smallest first
  for (Index k = 0; k < components.size(); ++k) {
    const Index first = components.members.row(k).front();
    const auto row = needs.row(first);
    if (components.members.degree(k) > 1)
      cyclic.push_back(k);
    else if (std::find(row.begin(), row.end(), first) != row.end())
      return {first};
  }
  std::stable_sort(cyclic.begin(), cyclic.end(),
                   [&](Index a, Index b) { return components.members.degree(a) < components.members.degree(b); });
  CycleSearch search(needs, components, work);
  for (Index k : cyclic) {
    for (Index node : components.members.row(k)) {
      search.SearchFrom(node);
      if (search.exhausted() || search.best().size() == 1) break;
    }
    if (search.exhausted() || search.best().size() == 1) break;
  }
  std::vector<Index> cycle = search.best();
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  return cycle;
}

}  // namespace

TopologicalOrder SortTopologically(const CompressedRows& needs) {
  const StrongComponents components = FindStrongComponents(needs);
  TopologicalOrder result;
  result.order.reserve(static_cast<std::size_t>(needs.row_count()));
  for (Index k = 0; k < components.size(); ++k) {
    const auto members = components.members.row(k);
    result.order.insert(result.order.end(), members.begin(), members.end());
  }
  result.cycle = FindShortestCycle(needs, components, 10'000'000);
  return result;
}

std::vector<Index> FindShortestCycle(const CompressedRows& needs, std::int64_t work) {
  return FindShortestCycle(needs, FindStrongComponents(needs), work);
}

}  // namespace mica::graph
