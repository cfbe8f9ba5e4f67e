#include "structure/reduce/constraint_elimination.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "graph/union_find.h"

namespace mica::structure {

ConstraintElimination::ConstraintElimination(const std::vector<Constraint>& rows, const std::vector<bool>& is_chosen)
    : rows_(rows),
      is_chosen_(is_chosen),
      rows_of_(is_chosen.size()),
      open_count_(rows.size(), 0),
      is_known_(is_chosen.size(), false),
      is_taken_(is_chosen.size(), false),
      is_used_(rows.size(), false),
      row_giving_(is_chosen.size(), graph::kNone) {
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (const ConstraintTerm& term : rows_[r].terms) {
      rows_of_[term.candidate].push_back(static_cast<Index>(r));
      if (is_chosen_[term.candidate]) ++open_count_[r];
    }
}

void ConstraintElimination::Run(const std::vector<Index>& known_first) {
  for (Index candidate : known_first) Take(candidate);
  for (std::size_t r = 0; r < rows_.size(); ++r) queue_.push_back(static_cast<Index>(r));
  Eliminate();
  std::vector<Index> stuck;
  for (std::size_t c = 0; c < is_chosen_.size(); ++c)
    if (is_chosen_[c] && !is_known_[c]) stuck.push_back(static_cast<Index>(c));
  if (stuck.empty()) return;
  std::vector<bool> may_be_given(is_chosen_.size(), false);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (!is_used_[r])
      for (const ConstraintTerm& term : rows_[r].terms)
        if (!term.varies) may_be_given[term.candidate] = true;
  std::ranges::stable_sort(stuck, std::greater(),
                           [&](Index c) { return std::pair(!may_be_given[c], rows_of_[c].size()); });
  for (Index c : stuck) {
    if (is_known_[c]) continue;
    Take(c);
    Eliminate();
  }
}

void ConstraintElimination::Take(Index candidate) {
  taken_.push_back(candidate);
  is_taken_[candidate] = true;
  Know(candidate);
}

void ConstraintElimination::Know(Index candidate) {
  is_known_[candidate] = true;
  for (Index row : rows_of_[candidate])
    if (--open_count_[row] == 1) queue_.push_back(row);
}

void ConstraintElimination::Eliminate() {
  while (!queue_.empty()) {
    Index row = queue_.front();
    queue_.pop_front();
    if (open_count_[row] != 1 || is_used_[row] || rows_[row].is_opaque) continue;
    auto open = std::ranges::find_if(rows_[row].terms, [&](const ConstraintTerm& term) {
      return is_chosen_[term.candidate] && !is_known_[term.candidate];
    });
    if (open->varies) continue;
    is_used_[row] = true;
    row_giving_[open->candidate] = row;
    order_.push_back({row, open->candidate});
    Know(open->candidate);
  }
}

std::vector<Index> ConstraintElimination::RowsLeft() const {
  std::vector<Index> left;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (!is_used_[r]) left.push_back(static_cast<Index>(r));
  return left;
}

ConstraintElimination::Reach ConstraintElimination::Find(const std::vector<Index>& rows) const {
  Reach reach;
  std::vector<bool> seen(is_chosen_.size(), false);
  for (Index row : rows) Visit(row, reach, seen);
  return reach;
}

void ConstraintElimination::Visit(Index start, Reach& reach, std::vector<bool>& seen) const {
  struct Frame {
    Index row, candidate;
    std::size_t next;
  };
  std::vector<Frame> stack{{start, graph::kNone, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const Constraint& row = rows_[frame.row];
    reach.is_opaque = reach.is_opaque || row.is_opaque;
    if (frame.next == row.terms.size()) {
      if (frame.candidate != graph::kNone) reach.eliminated.push_back({frame.row, frame.candidate});
      stack.pop_back();
      continue;
    }
    Index candidate = row.terms[frame.next++].candidate;
    if (candidate == frame.candidate || seen[candidate]) continue;
    seen[candidate] = true;
    if (row_giving_[candidate] == graph::kNone)
      reach.columns.push_back(candidate);
    else
      stack.push_back({row_giving_[candidate], candidate, 0});
  }
}

std::vector<std::vector<Index>> ConstraintElimination::Groups(const std::vector<bool>& others) const {
  graph::UnionFind parts(static_cast<Index>(is_chosen_.size()));
  std::vector<std::pair<Index, Index>> row_and_column;
  for (Index row : RowsLeft()) {
    Index first = graph::kNone;
    for (Index c : Find({row}).columns) {
      if (!is_taken_[c] && (others.empty() || !others[c])) continue;
      if (first == graph::kNone)
        first = c;
      else
        parts.Unite(first, c);
    }
    if (first != graph::kNone) row_and_column.push_back({row, first});
  }
  std::unordered_map<Index, std::size_t> place;
  std::vector<std::vector<Index>> groups;
  for (auto [row, column] : row_and_column) {
    auto [at, is_new] = place.try_emplace(parts.Find(column), groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(row);
  }
  return groups;
}

bool ConstraintElimination::Varies(const Reach& reach, const std::vector<Index>& rows) const {
  std::vector<bool> follows(is_chosen_.size(), false);
  for (Index c : reach.columns) follows[c] = is_taken_[c];
  auto any_varies = [&](Index row) {
    return std::ranges::any_of(rows_[row].terms,
                               [&](const ConstraintTerm& term) { return term.varies && follows[term.candidate]; });
  };
  for (auto [row, candidate] : reach.eliminated) {
    if (any_varies(row)) return true;
    follows[candidate] =
        std::ranges::any_of(rows_[row].terms, [&](const ConstraintTerm& term) { return follows[term.candidate]; });
  }
  return std::ranges::any_of(rows, any_varies);
}

}  // namespace mica::structure
