// How the attributes of alias variables become those of the one that stays.
//
// For members m with m = sign * r, r the representative:
// - start: a fixed start value wins; else the one of r; else the one whose name has the fewest parts (the
// specification, 8.6.2,
//   ranks start values by their level in the component hierarchy), ties by declaration order. It is multiplied by the
//   sign.
// - fixed: true when any member's is. Two fixed members whose literal start values differ contradict each other: an
// error
//   (E5303).
// - min, max: the narrowest of the literal ones, with the sign (for -1 they change places); one that is not literal is
// kept if it
//   is the first.
// - nominal: that of r, else the first given.
// - StateSelect: the strongest wish of all; always beside never is worth a warning (W5304).
#pragma once

#include <span>

#include "structure/pass.h"

namespace mica::structure {

struct SignedMember {
  ScalarId scalar;
  int sign = 1;  // scalar = sign * representative
};

// `members` without the representative itself.
void MergeAttributes(PassContext& context, ScalarId representative, std::span<const SignedMember> members);

}  // namespace mica::structure
