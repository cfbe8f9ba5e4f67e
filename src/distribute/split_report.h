// Distribute stage: what `mica split` shows of a model: its parts with their sizes, states and fastest modes, and the
// delays to their neighbours; as text, as JSON and as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "distribute/distributed_model.h"

namespace mica::distribute {

struct SplitPart {
  std::string name;
  std::size_t unknowns = 0, states = 0, same_as = 0;  // same_as: the first part with the same translation
  std::optional<double> fastest;  // of the eigenvalues at the start, the largest magnitude, 1/s; absent: no states, or
                                  // the part could not be initialized
  struct Neighbour {
    std::size_t part = 0;
    double seconds = 0;  // the shortest of the delays of waves that arrive from there
    std::size_t waves = 0;
  };
  std::vector<Neighbour> neighbours;
};

struct SplitReport {
  std::string model;
  std::vector<SplitPart> parts;
  std::size_t classes = 0;
};

// Of a model that is translated. Initializes its parts.
SplitReport MakeSplitReport(DistributedModel& model, const DistributedRequest& request, const std::string& name);

std::string SplitText(const SplitReport& report);
std::string SplitJson(const SplitReport& report);
std::string SplitPicture(const SplitReport& report);  // SVG

}  // namespace mica::distribute
