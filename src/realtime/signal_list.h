// Realtime stage: which variables of a model are exchanged with the outside, and where they are in an instance. All
// values are doubles, as in the instance: Booleans are 0 and 1, enumerations count from 1.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::realtime {

struct ExchangedSignal {
  std::string name;
  std::uint32_t slot = 0;
  double sign = 1;           // of an alias
  bool is_discrete = false;  // Boolean, Integer, enumeration: a change from outside is an event
};

// The inputs of the top level, in the order of their declaration; or those that are named, in that order. E6405 for a
// name that does not exist.
std::vector<ExchangedSignal> FindInputs(const run::Instance& instance, const std::vector<std::string>& names,
                                        DiagnosticSink& sink);
// The outputs of the top level, then the variables that are named. E6404 for a name that the model does not have.
std::vector<ExchangedSignal> FindOutputs(const run::Instance& instance, const std::vector<std::string>& names,
                                         DiagnosticSink& sink);

}  // namespace mica::realtime
