#include "table/reference_pattern.h"

#include <algorithm>
#include <unordered_map>

#include "table/step_references.h"

namespace mica::table {

std::vector<std::pair<std::uint32_t, std::uint32_t>> ReferencePattern(const structure::System& system,
                                                                      const structure::BlockModel& model,
                                                                      const Store& store) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pattern;
  auto n = static_cast<std::uint32_t>(system.unknowns.size());
  if (system.residuals.size() != n) {
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) pattern.emplace_back(i, j);
    return pattern;
  }
  using Columns = std::vector<std::uint32_t>;  // increasing
  std::unordered_map<ScalarId, Columns> depends;
  for (std::uint32_t j = 0; j < n; ++j) depends[system.unknowns[j]] = {j};
  StepReferences references(store);
  auto collect = [&] {
    Columns all;
    for (ScalarId id : references.scalars()) {
      const structure::Scalar& scalar = model.scalars[id];
      auto found = depends.find(scalar.alias_of.valid() ? scalar.alias_of : id);
      if (found != depends.end()) all.insert(all.end(), found->second.begin(), found->second.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  };
  for (const structure::Step& step : system.inner) {
    references.Clear();
    references.Add(step);
    Columns columns = collect();
    for (ScalarId target : step.targets)
      if (target.valid()) depends[target] = columns;
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    references.Clear();
    references.Add(system.residuals[i]);
    for (std::uint32_t j : collect()) pattern.emplace_back(i, j);
  }
  return pattern;
}

}  // namespace mica::table
