// Distribute stage: one result from the rows of all parts, as if the model had been simulated whole.
//
// Every part has rows at the output points. Where a part has an event, it has two rows of that time, and the result has
// both; the other parts, which did not stop there, have values in them that are interpolated between their own rows
// (by cubics, not across their own events; discrete variables keep their values). Rows end at the time up to which all
// parts have come.
#pragma once

#include <string>
#include <vector>

#include "distribute/run/part_rows.h"

namespace mica::distribute {

// One variable of the result.
struct GatheredSignal {
  Signal signal;           // with the name that it has in the whole model
  std::uint32_t part = 0;  // that computes it
  std::uint32_t slot = 0;  // of the part's rows or constants
  bool negated = false;
  std::uint64_t order = 0;  // signals stand in this order
};

struct GatheredPart {
  const PartRows* rows = nullptr;
  std::vector<std::uint32_t> slots;  // that its rows have, in order
};

// False: writing failed, which was reported.
bool GatherRows(std::vector<GatheredSignal> signals, const std::vector<GatheredPart>& parts, double start, double stop,
                double end, ResultWriter& writer);

}  // namespace mica::distribute
