// FMI: times and counts of a run of an FMU, for `--stats`, with the keys of a run of a model where they mean something.
#pragma once

#include <string>

#include "fmi/simulate/simulate_fmu.h"

namespace mica::fmi {

std::string FmuStatisticsJson(const OpenFmu& fmu, const FmuRunReport& report, double total_seconds);

}  // namespace mica::fmi
