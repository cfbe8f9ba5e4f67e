// Integrators that fix the causality of a switch are put into the equations (Cellier & Krebs, Analysis and simulation
// of variable structure systems using bond graphs and inline integration, 2007).
//
// An ideal diode in series with an inductor: i = s*(if off then 0 else 1), v = s*(if off then 1 else 0), and i is a
// state. With the state known the first equation must give s, and cannot while the diode is off: there i is no state at
// all, but 0, and its derivative follows. Here that shows as a linear system, often of one equation, whose matrix is
// singular in one of the modes that its conditions allow. If states lead to such a system, the formula of an implicit
// method, i = base + gain*der(i), joins the dynamics for those of them that make it regular in all modes: the switch
// then stands in an algebraic loop with the integrator and becomes its residual, s*(on + off*gain/L) = base + gain*(u -
// …)/L, in which nothing vanishes. Between events such a model is integrated by the stage (sort_stage.cpp), which has
// the formulas of all states. At events the dynamics, with the state as base and a very small gain, tell the mode that
// holds next, and the values in it. The states nearest to the switch are taken: those that as many steps lie between,
// all of them, since a switch between two inductors fixes the sum of their currents and with it both derivatives. Each
// trial is one sorting of the equations, and made only for models with such a switch.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// The section `dynamics`; blocks.inlined lists the states whose formulas are in it, and N5403 reports it. False:
// reported.
bool SortWithSwitches(PassContext& context);
// Whether a linear system of the section `dynamics` leaves something open in one of its modes.
bool HasOpenModes(PassContext& context);

}  // namespace mica::structure
