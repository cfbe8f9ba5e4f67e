// Differential equations in clocked partitions become difference equations (specification 16.8): between two ticks x is
// integrated by one step of the method that the clock names, with the interval h of the clock as its step size. At the
// first tick x has its start value.
//
//   ExplicitEuler        x = previous(x) + h*previous(der(x))
//   ImplicitEuler        x = previous(x) + h*der(x)
//   ImplicitTrapezoid    x = previous(x) + h/2*(der(x) + previous(der(x)))
//   ExplicitMidPoint2    x = previous(x) + h*k2
//   ExplicitRungeKutta4  x = previous(x) + h/6*(previous(der(x)) + 2*k2 + 2*k3 + k4)
// where k2, … are der(x) from a copy of the partition's equations at a point between the ticks; inputs there are the
// mean of their values at both ticks if they are Real and in the middle, and the earlier ones if they are not Real.
// External leaves the method to the tool: ImplicitEuler. After this der(x) is an unknown like any other. Reference:
// Elmqvist, Otter & Cellier, Inline integration, ESM 1995.
#pragma once

#include "structure/clocks/clock_partitions.h"

namespace mica::structure {

// False: a partition has derivatives and no method that can be used; reported.
bool DiscretizeClocked(PassContext& context, ClockPartitions& partitions);

}  // namespace mica::structure
