// A round of translation: the stages that were done, from which one on, and why. A model is often translated in one; it
// goes back where a later stage shows that an earlier one must be done otherwise, or where the request does.
// session/prepare.cpp has all the ways back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mica {

struct Round {
  enum class Reason : std::uint8_t {
    kFirst,             // nothing was there
    kKept,              // an earlier run kept the unchanged model
    kOtherRequest,      // the model is there, as the request before this one needs it
    kElements,          // elements of arrays of components differ, which flattening shows
    kStructuralValues,  // values of the request are part of the structure, or no longer are
    kDecidingValues,    // sorting relied on values that the request changes
    kImplicitStates,    // a trial run has found which states are implicit
    kInitialization,    // the run did not get through its initialization
  };
  // The first stage that is done again.
  enum class Start : std::uint8_t { kInstances, kBlocks, kCode };

  Reason reason = Reason::kFirst;
  Start start = Start::kInstances;
  std::vector<std::string> about = {};  // arrays, values or states, as people read them

  bool operator==(const Round&) const = default;
};

// 'from the instances: n = 3 is part of the structure'
std::string RoundText(const Round& round);

}  // namespace mica
