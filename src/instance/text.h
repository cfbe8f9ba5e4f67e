// The text form of the instance tree, for `mica show instance`: every component on a line of its own, with what it
// contains indented below it.
//
//   parameter Modelica.Units.SI.Resistance R(quantity = "Resistance", unit = "Ohm") = 100    // value at circuit.mo:3
//
// Prefixes are the effective ones, merged with those of the components around. Type, sizes, then the attributes that
// were given by whom ever, then the value. A value speaks of the whole variable: in an array of components it is an
// array. The comment at the end tells the base class that declares the component, where it was redeclared, where its
// value stands if that is not the declaration, whether its value was used to build the model, which inner component an
// outer one means, and why a conditional component is absent.
#pragma once

#include <string>

#include "instance/elaboration.h"

namespace mica::instance {

// Types and values of the whole model are worked out for it; what is wrong with them is reported as in flattening.
std::string InstanceText(Elaboration& elaboration, Component* top);

}  // namespace mica::instance
