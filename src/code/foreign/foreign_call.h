// One call of a foreign function through libffi: arguments are passed as compiled code passes them (lower_external.cpp;
// the specification, 12.9.1). It knows values alone, no expressions and no types of the store, so that a call can be
// made in another process (confined_process.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expression/value.h"

namespace mica::code {

struct ForeignArgument {
  Value value;
  bool is_output = false;  // by reference; the value is replaced
  bool is_size = false;    // size_t
};

struct ForeignCall {
  std::string name;  // for messages
  void* address = nullptr;
  bool is_fortran = false;
  std::vector<ForeignArgument> arguments;
  std::optional<Value> result;  // of its type, as the outputs are
  void* destructor = nullptr;   // of the external object that is the result
};

// False: it could not be called, or failed; `problem` says why. What it says meanwhile is added to `messages`.
bool RunForeign(ForeignCall& call, std::string& messages, std::string& problem);

}  // namespace mica::code
