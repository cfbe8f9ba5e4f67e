// What a simulation cost and how large its model is: the numbers of `--stats` and of the closing line.
#pragma once

#include <string>

#include "session/translation.h"

namespace mica {

// {"model", "seconds", "counts", "solver", "evaluated", "peak_rss_mb"}, as docs/command-line.md has it. Counts of
// stages that were not reached are 0.
std::string StatisticsJson(Session& session, Translation& translation, const SimulationReport& report);

// The same into a file; an empty path means no file. False: reported.
[[nodiscard]] bool WriteStatistics(const std::string& path, Session& session, Translation& translation,
                                   const SimulationReport& report);

// The most memory that this process ever held, in megabytes.
double PeakMemoryMegabytes();

}  // namespace mica
