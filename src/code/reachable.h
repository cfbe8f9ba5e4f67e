// Code stage: what of a lowered program some of its entry points need: routines, systems, tables, and what they ask of
// their host. A system is needed where a routine that is needed solves it. O(instructions).
#pragma once

#include <string>
#include <vector>

#include "code/program.h"

namespace mica::code {

struct Reachable {
  std::vector<bool> routines, systems, tables, symbols;
  std::vector<std::string>
      externals;  // foreign functions and the routines that call them, 'name in routine', each once
  std::vector<std::uint32_t> objects;  // slots of external objects, each once
  bool uses_delays = false, uses_distributions = false, uses_scratch = false;
};

Reachable FindReachable(const Program& program, const std::vector<RoutineId>& entries);

}  // namespace mica::code
