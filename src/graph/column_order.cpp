#include "graph/column_order.h"

#include <algorithm>
#include <set>

namespace mica::graph {

namespace {

struct Group {
  std::vector<Index> columns;  // increasing; empty: it was merged
  std::size_t rows = 1;
};

}  // namespace

ColumnOrder FindColumnOrder(const CompressedRows& matrix) {
  auto n = static_cast<std::size_t>(matrix.column_count());
  std::vector<Group> groups;
  std::vector<std::vector<std::size_t>> groups_of(n);
  for (Index row = 0; row < matrix.row_count(); ++row) {
    Group group;
    group.columns.assign(matrix.row(row).begin(), matrix.row(row).end());
    std::ranges::sort(group.columns);
    group.columns.erase(std::unique(group.columns.begin(), group.columns.end()), group.columns.end());
    for (Index column : group.columns) groups_of[static_cast<std::size_t>(column)].push_back(groups.size());
    groups.push_back(std::move(group));
  }
  std::vector<std::size_t> score(n);
  auto score_of = [&](std::size_t column) {
    std::size_t sum = 0;
    for (std::size_t group : groups_of[column]) sum += groups[group].columns.size() - 1;
    return sum;
  };
  std::set<std::pair<std::size_t, std::size_t>> open;
  for (std::size_t column = 0; column < n; ++column) open.emplace(score[column] = score_of(column), column);

  ColumnOrder order;
  while (!open.empty()) {
    std::size_t column = open.begin()->second;
    open.erase(open.begin());
    order.columns.push_back(static_cast<std::uint32_t>(column));
    if (groups_of[column].empty()) continue;
    Group merged{{}, 0};
    for (std::size_t old : groups_of[column]) {
      std::vector<Index> both;
      std::ranges::set_union(merged.columns, groups[old].columns, std::back_inserter(both));
      merged.columns = std::move(both);
      merged.rows += groups[old].rows;
      groups[old].columns.clear();
    }
    std::erase(merged.columns, static_cast<Index>(column));
    order.upper_room += merged.columns.size();
    order.lower_room += --merged.rows;
    std::vector<Index> touched = merged.columns;
    bool stays = merged.rows > 0 && !merged.columns.empty();
    std::size_t number = groups.size();
    groups.push_back(stays ? std::move(merged) : Group{});
    for (Index index : touched) {
      auto each = static_cast<std::size_t>(index);
      std::erase_if(groups_of[each], [&](std::size_t group) { return groups[group].columns.empty(); });
      if (stays) groups_of[each].push_back(number);
      open.erase({score[each], each});
      open.emplace(score[each] = score_of(each), each);
    }
  }
  return order;
}

}  // namespace mica::graph
