#include "structure/systems/lagged_reads.h"

#include <unordered_map>

#include "graph/strong_components.h"
#include "structure/sort/incidence.h"

namespace mica::structure {

using graph::Index;

std::vector<std::vector<ScalarId>> LaggedReads(const std::vector<Step>& steps, const Store& store) {
  std::vector<std::vector<ScalarId>> lagged(steps.size());
  std::unordered_map<ScalarId, Index> step_of;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (ScalarId id : steps[i].targets)
      if (id) step_of.emplace(id, static_cast<Index>(i));
  struct Read {
    ScalarId scalar;
    Index from;
  };
  std::vector<std::vector<Read>> reads(steps.size());
  graph::CompressedRows needs(static_cast<Index>(steps.size()));
  OccurrenceCollector occurrences(store);
  std::vector<Index> entries;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    occurrences.Clear();
    occurrences.Add(steps[i]);
    entries.clear();
    for (const Occurrence& o : occurrences.found()) {
      auto at = step_of.find(o.scalar);
      if (at == step_of.end() || !o.is_needed()) continue;
      reads[i].push_back({o.scalar, at->second});
      entries.push_back(at->second);
    }
    needs.AddRow(entries);
  }
  graph::StrongComponents circles = graph::FindStrongComponents(needs);
  std::vector<Index> circle_of(steps.size());
  for (Index k = 0; k < circles.size(); ++k)
    for (Index member : circles.members.row(k)) circle_of[member] = k;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const Read& read : reads[i]) {
      bool is_own = read.from == static_cast<Index>(i);
      if (static_cast<std::size_t>(read.from) < i || circle_of[i] != circle_of[read.from]) continue;
      if (is_own && steps[i].kind == Step::Kind::kAlgorithm) continue;
      lagged[i].push_back(read.scalar);
    }
  return lagged;
}

}  // namespace mica::structure
