// Where the choice of dummies among the differentiated constraints of one stage of select-states may become singular,
// and what could take their places.
//
// In: linear equations in candidates z (derivatives of the same stage), of which some are chosen as dummies, a regular
// choice at a generic point. An equation with one chosen candidate that is not known yet, whose factor is constant and
// not zero, gives that candidate. Where none is left, a chosen one is taken as known, first those with no constant
// factor anywhere; in the end as many equations are left over as were taken so: cores
//   0 = J z   over the candidates taken as known and those that are not chosen,
// where J follows by eliminating forwards. Whether the choice is regular hangs on the J of the candidates taken as
// known alone: it is safe if that is constant. Else, with z = -X f for the dummies z and the others f, an entry of X is
// the factor by which the determinant changes when the two change places. Dummies with an entry that varies, for an f
// that is wanted alike, are taken as known from the beginning, and elimination is done again: what it leaves has all
// that may change places, and no more. Entries of X are numbers at two generic points.
#pragma once

#include <vector>

#include "expression/store.h"
#include "graph/compressed_rows.h"

namespace mica::structure {

using graph::Index;

struct ConstraintTerm {
  Index candidate = 0;
  Expr factor;
  bool varies = false;   // not constant, or zero with the present parameters: not divided by
  double value[2] = {};  // at two generic points, the same if it does not vary
};

struct Constraint {
  std::vector<ConstraintTerm> terms;
  bool is_opaque = false;  // its factors are not known: nothing is said about what it touches
};

struct ConstraintCore {
  struct Given {
    Index row = 0, candidate = 0;
  };
  std::vector<Given> eliminated;  // rows with what they give, in order
  std::vector<Index> rows;        // left over
  std::vector<Index> dummies;     // chosen, and change places
  std::vector<Index> free;        // not chosen, and change places
  std::vector<Index> forced;      // chosen and taken as known, but stay: dummies and these are as many as rows
};

// `wish` by candidate: only candidates with the same wish may change places; negative: none.
std::vector<ConstraintCore> FindConstraintCores(const std::vector<Constraint>& rows, const std::vector<bool>& is_chosen,
                                                const std::vector<int>& wish);

}  // namespace mica::structure
