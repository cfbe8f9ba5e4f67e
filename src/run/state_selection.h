// Run stage: the choice of states within the sets that the structure stage left open (MicaModelTable.state_sets).
//
// At accepted points the constraints of a set, as linear equations in its variables, are looked at: eliminated columns are put in, columns are scaled by
// the nominal values of their variables, and column_choice.h says which variables are dummies. When another choice is better by kWorthAChange, variables
// change places: the choice matrix and the states are written anew, and the integrator starts afresh. Between changes the choice is constant.
#pragma once

#include <vector>

#include "run/instance.h"

namespace mica::run {

class StateSelection {
 public:
  static constexpr double kWorthAChange = 2.5;

  explicit StateSelection(Instance& instance);

  bool any() const { return !sets_.empty(); }
  // All variables must be computed at the present point. Whether a choice changed: then the states have changed their meaning.
  bool Update();
  std::size_t changes() const { return changes_; }

 private:
  struct Set {
    const MicaStateSet* set;
    std::vector<std::size_t> place_of;  // by variable
    std::vector<bool> is_state_place;   // by place
    std::vector<int> kind;              // by column: of a variable its wish, then the forced ones
  };
  std::vector<double> Jacobian(const Set& set);
  bool Change(Set& set, const std::vector<bool>& is_dummy);
  void Write(const Set& set);
  double& real(std::uint32_t scalar) { return instance_.reals()[instance_.table().scalars[scalar].slot]; }

  Instance& instance_;
  std::vector<Set> sets_;
  std::vector<double> gradient_;
  std::size_t changes_ = 0;
};

}  // namespace mica::run
