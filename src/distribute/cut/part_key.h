// Distribute stage: parts that are equal but for the names of their variables and the values of their parameters are
// translated once and share code.
//
// The key of a part is its scalar model written with local numbers: two parts with one key have the same equations
// under the mapping that takes the k-th scalar of one to the k-th of the other. Left out of the key are values of Real
// parameters that a run may set (a literal binding, not final, not used to build the model): these are handed to each
// run. Cost: linear in the nodes of the part.
#pragma once

#include <string>
#include <vector>

#include "distribute/cut/cut_model.h"
#include "distribute/cut/part_model.h"
#include "flat/model.h"

namespace mica::distribute {

struct PartKey {
  std::string text;  // to be compared, not to be read
  struct Setting {
    std::uint32_t scalar = 0;  // place among the scalars of the part
    double value = 0;
  };
  std::vector<Setting> settings;  // of parameters, in the order of the key
};

PartKey KeyOf(const structure::ScalarModel& whole, const CutModel& cut, std::uint32_t part, const flat::Model& flat,
              const Store& store);

}  // namespace mica::distribute
