#include "run/events/leaking_switches.h"

namespace mica::run {

void LeakingSwitches::Toggle(std::size_t which) {
  double& value =
      which < held_.size() ? instance_.held()[held_[which]] : instance_.reals()[slots_[which - held_.size()]];
  value = value != 0 ? 0 : 1;
}

}  // namespace mica::run
