// Structural parameters: those whose values translation has used, with what needed them (`mica check --evaluated`,
// `--stats`). To give one another value, the model is translated again.
#pragma once

#include <string>
#include <vector>

#include "session/translation.h"

namespace mica {

struct EvaluatedParameter {
  std::string name, value;
  std::string why;    // the first that needed it: 'the size of x', 'a choice between variants'
  std::string where;  // file and line of that; may be empty
};

// In the order of the model; final ones, which nobody can set, are left out. Empty before the model is flat.
std::vector<EvaluatedParameter> EvaluatedParameters(const Session& session, Translation& translation);

}  // namespace mica
