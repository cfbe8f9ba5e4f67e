// Table stage: how large the terms are that the sides of a relation are computed from, as a formula of present values
// (mica_formula_value).
//
// u := a - b with a = b is rounding of a, and a relation u > 0 changes with it. What is left of u follows from the size
// of a, not by that of u: a band around zero that is small beside a, and far above its rounding, makes no events of it.
// So of a sum the scale is the largest of its terms, of a product that of its factors multiplied, of a choice that of
// the branch that holds, of a variable that is assigned that of what it is assigned, in systems too, and of anything
// else its absolute value: the first term of a running error analysis (N. Higham, Accuracy and Stability of Numerical
// Algorithms, SIAM 2002, section 3.3).
#pragma once

#include <unordered_map>

#include "table/side_formulas.h"

namespace mica::table {

class SideScales {
 public:
  static constexpr std::size_t kMostNodes = 200;  // as a tree: what an evaluation costs
  static constexpr int kDeepest = 8;              // assignments, one into the other

  SideScales(TableMaker& maker, SideFormulas& formulas);

  // The node, or MICA_NONE.
  std::uint32_t Of(Expr left, Expr right);

 private:
  struct Scale {
    std::uint32_t node = MICA_NONE;
    std::size_t size = 0;  // as a tree
  };
  Scale Find(Expr e, int depth);
  Scale Assigned(ScalarId id, int depth);
  Scale Absolute(Expr e);
  Scale Both(std::uint32_t op, Scale a, Scale b);
  Scale Chosen(Expr condition, Scale a, Scale b);

  TableMaker& maker_;
  SideFormulas& formulas_;
  std::unordered_map<std::uint32_t, Expr> assigned_;  // by scalar, in the dynamics
  std::size_t left_ = 0;                              // expressions that may still be looked into
};

}  // namespace mica::table
