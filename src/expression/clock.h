// The kinds of clocks that a kClockOf node makes, in its payload (specification 16.3).
#pragma once

#include <cstdint>

namespace mica {

enum class ClockKind : std::uint8_t {
  kInferred,  // no args: whatever clock the equations around it turn out to have
  kRational,  // args: counter, resolution. Ticks every counter/resolution seconds; the counter may be a clocked
              // variable
  kReal,      // args: interval in seconds; may be a clocked variable
  kEvent,     // args: condition, interval at the first tick
  kSolver,    // args: clock, name of the solver method (a String)
};

}  // namespace mica
