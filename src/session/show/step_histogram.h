// The costs of steps as rows of a histogram, in a series of 1, 2 and 5 microseconds, for people and for files.
#pragma once

#include <string>
#include <vector>

#include "run/report/step_cost.h"

namespace mica {

struct HistogramRow {
  double from_us = 0, to_us = 0;
  std::uint64_t steps = 0;
};

// From the first row that has steps to the last one.
std::vector<HistogramRow> HistogramRows(const run::StepCost& cost);
// Lines with bars; the longest is `width` characters long. A row that has steps has a bar.
std::string HistogramText(const run::StepCost& cost, std::size_t width = 50);

}  // namespace mica
