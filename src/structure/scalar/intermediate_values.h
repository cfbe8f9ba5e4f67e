// Relations and event functions of an algorithm over values that it assigns again later (the specification, 8.5 and
// 11.1). An event is watched by the values that variables have at the end; what a relation reads on the way gets a
// hidden variable of its own, `$before1(y) := y`, assigned just before the statement. Inside a loop that stays a loop
// such a relation has another value each time around: there no event can be watched (11.2.6), and it is evaluated as it
// is.
#pragma once

#include <functional>
#include <vector>

#include "structure/scalar/scalar_model.h"

namespace mica::structure {

// `make` gives a new hidden variable of a name and a type. Linear in the size of the statements.
void NameIntermediateValues(std::vector<Statement>& statements, const ScalarModel& model, Store& store,
                            const std::function<ScalarId(std::string, TypeId)>& make);

}  // namespace mica::structure
