// Dynamic state selection: where the constraints cannot be solved for one choice of variables all the way, which of
// them are states is chosen while running (Mattsson, Olsson & Elmqvist, Dynamic Selection of States in Dymola, Modelica
// Workshop 2000).
//
// Of a core (constraint_core.h) with variables x1 … xN and M constraints g(x) = 0, N - M states s and M dummies d are
// made, and
//   x = P (s, d)        P a permutation, in hidden discrete inputs, fixed between changes
//   der(s) = the first N - M rows of P' der(x)
// For a given P that is the static choice, with nothing more to solve: x follows from s and the iteration variables d,
// der(s) from der(x), and der(x) does not depend on the choice. The runtime keeps P such that the constraints are well
// solvable for d (run/systems/state_selection.h): the factors that it looks at are hidden scalars. At initialization,
// where x is sought, the inverse serves: (s, d) = P' x (initial_system.cpp). Each stage of select-states makes its own
// sets: positions may be chosen differently from velocities.
#pragma once

#include <vector>

#include "structure/pass.h"
#include "structure/reduce/constraint_core.h"
#include "structure/sort/partial_derivative.h"

namespace mica::structure {

class StateSets {
 public:
  explicit StateSets(PassContext& context) : context_(context), model_(context.model), store_(context.store) {}

  // One stage: `candidates` are derivatives. Returns those that a set leaves open: like dummies, none of their
  // antiderivatives is a state.
  std::vector<ScalarId> Make(const std::vector<EquationId>& equations, const std::vector<Constraint>& rows,
                             const std::vector<ScalarId>& candidates, const std::vector<bool>& is_chosen,
                             const std::vector<int>& wish);

 private:
  StateSet::Row RowOf(const Constraint& row, const std::vector<Index>& column_of, std::uint32_t number);
  void MakePlaces(StateSet& set, std::uint32_t number);
  ScalarId AddScalar(std::string name, ScalarKind kind);
  void AddEquation(Expr left, Expr right, bool is_choice = false);

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  // Of the set at hand.
  std::uint32_t factor_count_ = 0, origin_ = 0;
};

}  // namespace mica::structure
