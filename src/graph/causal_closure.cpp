#include "graph/causal_closure.h"

namespace mica::graph {

CausalClosure::CausalClosure(const TearingBlock& block) : block_(&block) { Clear(); }

void CausalClosure::Clear() {
  const CompressedRows& equations = block_->equations;
  unknowns_.resize(static_cast<std::size_t>(equations.row_count()));
  entry_sum_.resize(unknowns_.size());
  known_.assign(static_cast<std::size_t>(equations.column_count()), false);
  trail_.clear();
  ready_.clear();
  for (Index equation = 0; equation < equations.row_count(); ++equation) {
    const std::int64_t first = equations.row_begin(equation);
    const std::int64_t end = equations.row_end(equation);
    unknowns_[equation] = static_cast<Index>(end - first);
    entry_sum_[equation] = (end * (end - 1) - first * (first - 1)) / 2;
    if (end - first == 1) ready_.push_back(equation);
  }
  work_ += equations.row_count();
  Propagate();
}

void CausalClosure::Know(Index variable) {
  if (!known_[variable]) Add(kNone, variable);
  Propagate();
}

void CausalClosure::Propagate() {
  for (std::size_t head = 0; head < ready_.size(); ++head) {
    const Index equation = ready_[head];
    if (unknowns_[equation] != 1) continue;  // another equation gave its variable meanwhile
    const auto entry = static_cast<Index>(entry_sum_[equation]);
    if (block_->solvable[entry] && !block_->forced[block_->equations.entry(entry)])
      Add(equation, block_->equations.entry(entry));
  }
  ready_.clear();
}

void CausalClosure::Add(Index equation, Index variable) {
  known_[variable] = true;
  trail_.push_back({equation, variable});
  const CompressedRows& variables = block_->variables;
  work_ += variables.degree(variable);
  for (Index place = variables.row_begin(variable); place < variables.row_end(variable); ++place) {
    const Index holder = variables.entry(place);
    entry_sum_[holder] -= block_->equation_entry[place];
    if (--unknowns_[holder] == 1) ready_.push_back(holder);
  }
}

void CausalClosure::Undo(std::size_t mark) {
  const CompressedRows& variables = block_->variables;
  ready_.clear();
  while (trail_.size() > mark) {
    const Index variable = trail_.back().variable;
    trail_.pop_back();
    known_[variable] = false;
    work_ += variables.degree(variable);
    for (Index place = variables.row_begin(variable); place < variables.row_end(variable); ++place) {
      const Index holder = variables.entry(place);
      entry_sum_[holder] += block_->equation_entry[place];
      ++unknowns_[holder];
    }
  }
}

}  // namespace mica::graph
