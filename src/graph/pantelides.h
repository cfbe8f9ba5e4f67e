// Graph stage: Pantelides' algorithm, which equations of a DAE must be differentiated, and how often, before the
// highest derivatives follow from them.
//
// In: the pattern equations × variables and the map from a variable to its derivative, where both are variables of the
// system. Out: the system extended by differentiated equations and by new derivatives, with a matching of every highest
// equation (one that has no derivative in the extended system) to a highest variable. Rule: only highest variables can
// be matched. When an equation cannot be, the rows reached from it hold one highest variable fewer than they are: a
// minimally structurally singular set. All of them are differentiated, each reached variable with them, and the search
// goes on from the derivative of the equation. A derivative der(e) holds der(v) for each v of e (what else it holds are
// no highest variables, so it does not matter here and is left out). Invariant: the matching never loses an equation:
// if e was matched to v, der(e) is matched to der(v). Termination: the algorithm ends exactly when the equations can
// all be matched after x and its derivatives are taken for one unknown (Pantelides' augmented system). That is tested
// first: a singular system is reported with the smallest sets that explain it, never looped on. `max_differentiations`
// is a second fence, for systems that are of absurd index. The number of differentiations of each equation is the least
// possible and does not depend on the order of equations (it equals the canonical offset c of Pryce's signature
// method). O(entries * sqrt(equations)) for the first matching, then O(entries reached) for each search, of which there
// are as many as equations left unmatched and differentiations of these. Ties as in matching.h. References: Pantelides,
// SIAM J. Sci. Stat. Comput. 9 (1988); Pryce, BIT 41 (2001).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"

namespace mica::graph {

enum class IndexReductionStatus : std::uint8_t {
  kReduced,                  // every highest equation is matched
  kSingular,                 // no number of differentiations helps; `too_many_equations` says why
  kTooManyDifferentiations,  // the fence was reached; `too_many_equations` holds the set that would be differentiated
                             // once more
};

struct IndexReduction {
  IndexReductionStatus status = IndexReductionStatus::kReduced;

  // The extended system: given equations and variables keep their numbers, new ones follow. As given unless kReduced.
  CompressedRows equations;
  std::vector<Index> derivative_of_equation;      // kNone at a highest equation
  std::vector<Index> antiderivative_of_equation;  // kNone at a given equation
  std::vector<Index> derivative_of_variable;      // kNone at a highest variable
  std::vector<Index> antiderivative_of_variable;  // kNone where a chain begins
  Matching matching;                              // highest equations to highest variables

  std::vector<Index> differentiations;  // by given equation

  // One explanation for each equation that is too many (at most kMaxExplanations), and for each variable that nothing
  // determines, also when the status is kReduced. Columns are given variables that are no derivatives; each stands for
  // its derivatives as well.
  std::vector<Explanation> too_many_equations;
  std::vector<Explanation> too_many_variables;

  static constexpr std::size_t kMaxExplanations = 50;
};

// derivative_of_variable[v] is der(v) or kNone; no two variables have the same derivative, and no chain of derivatives
// is a cycle.
IndexReduction ReduceIndex(const CompressedRows& equations, const std::vector<Index>& derivative_of_variable,
                           Index max_differentiations = 100);

}  // namespace mica::graph
