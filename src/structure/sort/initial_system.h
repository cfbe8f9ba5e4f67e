// The equations of the initialization problem (the specification, 8.6): what holds always, with when-clauses as they
// are at the initial instant, and what holds there only.
//
// - initial() is true, terminal() false. pre(d) is an unknown of its own, a hidden scalar $pre.d.
// - A when-clause is active only if initial() stands in its condition; otherwise its variables keep their values: v =
// pre(v). When-statements of
//   algorithms likewise.
// - Rows come in four groups, in this order: dynamics, initial equations, fixed start values, and optional ones: start
// values
//   that serve if nothing else determines an unknown.
#pragma once

#include <deque>
#include <vector>

#include "structure/pass.h"

namespace mica::structure {

enum class InitialGroup : std::uint8_t { kDynamics, kInitialEquation, kFixedStart, kPreStart, kStart };

struct InitialEquation {
  ScalarEquation equation;
  InitialGroup group = InitialGroup::kDynamics;
  ScalarId start_of;  // of a start value: the scalar (for $pre.d: d)
};

struct InitialSystem {
  std::deque<InitialEquation> equations;  // in the order of the groups
  std::vector<ScalarId> unknowns;
};

InitialSystem MakeInitialSystem(PassContext& context);

// The start value of a scalar: as declared, or 0, false, "", the first literal of an enumeration.
Expr StartOf(const Scalar& scalar, Store& store);

}  // namespace mica::structure
