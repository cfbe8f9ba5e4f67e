#include "run/integrators/integrator.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

double BeyondVariation(double defect, double slope, double begin, double middle, double end) {
  auto [low, high] = std::minmax({begin, middle, end});
  auto [model_low, model_high] = std::minmax({begin, slope, end});
  return std::copysign(std::max(0.0, std::abs(defect) - std::min(high - low, model_high - model_low)), defect);
}

}  // namespace mica::run
