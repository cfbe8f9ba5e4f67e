// What of an integration method is part of the equations.
#pragma once

#include "base/check.h"
#include "run/method.h"
#include "structure/pass.h"

namespace mica {

// Before a trial run has found the implicit states, a model for mixed-mode integration is as methods with step-size
// control have it.
inline structure::StageRequest StageOf(run::Discretisation discretisation) {
  using Kind = structure::StageRequest::Kind;
  switch (discretisation) {
    case run::Discretisation::kNone:
    case run::Discretisation::kMixed:
      return {Kind::kNone};
    case run::Discretisation::kImplicit:
      return {Kind::kFormulas};
    case run::Discretisation::kControlled:
      return {.kind = Kind::kFormulas, .has_short_steps = true};
    case run::Discretisation::kTangent:
      return {Kind::kTangent};
  }
  FailCheck("a method without a discretisation");
}

}  // namespace mica
