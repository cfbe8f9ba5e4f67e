// Graph stage: tearing of one block of simultaneous equations.
//
// In: the pattern of the block, what is known of each entry (can the equation be solved for that variable?), how each
// variable likes to be iterated on. Out: tearing variables T, residual equations, and a sequence of (equation,
// variable): with T known, each equation of the sequence holds one variable that is not known yet, its own, and is
// solved for it. The block of n unknowns has become one of |T|. Invariant: only entries of class kAlways are used to
// solve; a factor that may vanish is never divided by. The steps, after a permutation, are a lower triangular matrix
// with such entries on its diagonal.
//
// What T must satisfy: the closure of T (causal_closure.h) is everything. The least T is NP-hard, so it is sought by
//   1. greedy selection (tearing_selection.h) by several rules, on the block and, the roles of equations and variables
//      exchanged, on its transpose;
//   2. improvement (tearing_improvement.h): leave out what is not needed, put one variable in the place of two, prefer
//      better ones.
// Both are given `work`, an amount of entries to visit: a large block gets a single greedy pass in O(entries +
// variables), a small one is searched thoroughly. It ends at once when the lower bound is met: n - (largest matching of
// kAlways entries), or what the shortest row or column forces (the first equation to be solved leaves all its other
// variables to be torn). Cost to be minimised: the sum over T of kTearingUnit - preference(v). Preferences well below
// the unit decide between sets of equal size; one of -3000 says that v is as bad as four tearing variables. All this is
// structure. A long chain of explicit solutions can still magnify errors (a tridiagonal block torn at one end is a
// shooting method), so a caller that knows its factors puts those that are small in their equation into
// kFactorMayVanish. Ties: the rules in the order given there; variables and equations of equal merit by number. No
// randomness: the same block gives the same result. References: Elmqvist & Otter, "Methods for tearing systems of
// equations in object-oriented modeling" (ESM 1994); Carpanzano, Math. Comput. Model. Dyn. Syst. 6 (2000); Cellier &
// Kofman, "Continuous System Simulation" (2006), 7.7; Täuber, Ochel, Braun & Bachmann (EOOLT 2014).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

enum class Solvability : std::uint8_t {
  kNo,               // not in closed form
  kFactorMayVanish,  // linear, but the factor of the variable may be zero
  kAlways,           // in closed form, by a factor that is never zero
};

inline constexpr int kTearingUnit = 1000;
// As a preference: this variable is a tearing variable whatever it costs.
inline constexpr int kTearAlways = std::numeric_limits<int>::max();

struct TearingProblem {
  CompressedRows equations;              // rows: equations of the block; columns: its unknowns; no repeated entries
  std::vector<Solvability> solvability;  // by entry number
  std::vector<int> preference;           // by variable; empty, or -10^6 … kTearingUnit - 1, or kTearAlways
};

struct TearingStep {
  Index equation;
  Index variable;
  friend bool operator==(TearingStep, TearingStep) = default;
};

struct Tearing {
  std::vector<Index> tearing_variables;   // in increasing order
  std::vector<Index> residual_equations;  // in increasing order; as many as tearing variables if the block is square
  std::vector<TearingStep> sequence;
  Index lower_bound = 0;  // no tearing of this block has fewer tearing variables
};

Tearing TearBlock(const TearingProblem& problem, std::int64_t work = 4'000'000);

}  // namespace mica::graph
