// A comparison as a picture: for each signal that differs, the result and the tube in which it should be.
//
// The tube is the band of the reference with the tolerance of the rule around it (result/compare.h). It is known at the
// samples of the reference; between them it is drawn straight.
#pragma once

#include <cstddef>

#include "plot/figure.h"
#include "result/compare.h"

namespace mica {

struct ComparisonPicture {
  std::size_t most = 8;  // diagrams: the signals that agree at the fewest samples
  bool every = false;    // those that agree, too
  std::string title;
};

// One diagram for each shown signal. None at all when every signal agrees, is missing, or the result is not as long as
// the reference.
Figure MakeComparisonFigure(const Trajectory& result, const Reference& reference, const Comparison& comparison,
                            const ComparisonPicture& picture);

}  // namespace mica
