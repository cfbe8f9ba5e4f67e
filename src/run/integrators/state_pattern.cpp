#include "run/integrators/state_pattern.h"

#include "run/table_view.h"

namespace mica::run {

std::optional<graph::CompressedRows> OdePattern(const MicaModelTable& t) {
  if ((t.flags & MICA_MODEL_HAS_PATTERN) == 0) return std::nullopt;
  std::span<const std::uint32_t> starts = List(t, t.pattern_starts), columns = List(t, t.pattern_columns);
  graph::CompressedRows pattern(static_cast<graph::Index>(starts.size() - 1));
  std::vector<graph::Index> row;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    row.assign(columns.begin() + starts[i], columns.begin() + starts[i + 1]);
    pattern.AddRow(row);
  }
  return pattern;
}

}  // namespace mica::run
