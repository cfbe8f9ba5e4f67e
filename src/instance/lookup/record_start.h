// The start value of a record variable of a function, made of what its fields are given by their declarations and by
// the modifiers of the variable (specification 12.4.4 and 12.6):
//
//   record R  Integer n; Real a[n]; Real s = 2*n;  end R;
//   function f  input Integer m; output R r(n = m); …        r starts as R(m, fill(0.0, m), 2*m)
//
// While the fields are typed there is no record yet that they could be taken from: a field that another one speaks of
// is a stand-in (Elaboration::StandIn), for which its value is put in here. A field without a value starts with zeros
// of its size, which may be the only place where that size is said.
#pragma once

#include "instance/elaboration.h"

namespace mica::instance {

// Invalid when no field has a value or a size that depends on others, or when one of them depends on itself.
Expr RecordStart(Elaboration& elaboration, Component* variable);

}  // namespace mica::instance
