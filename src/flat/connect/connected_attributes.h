// What else must agree of two connected variables (specification 9.2 and 9.3): the values of parameters, and the
// attribute quantity.
#pragma once

#include "instance/elaboration.h"

namespace mica::flat {

// Parameters of connected connectors have the same value. False when they are known and differ (reported).
bool SameParameters(instance::Elaboration& elaboration, instance::Component* a, instance::Component* b, Span span);

// Flows whose quantities differ are of different kinds, such as the mass flow rates of two media. Reported.
void CompareQuantities(instance::Elaboration& elaboration, instance::Component* a, instance::Component* b, Span span);

}  // namespace mica::flat
