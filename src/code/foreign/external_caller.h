// Calls external functions for the interpreter of src/expression, through libffi: what Environment::CallExternal asks
// for. Arguments are passed as compiled code passes them (lower_external.cpp; the specification, 12.9.1).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "code/foreign/external_library.h"
#include "expression/evaluate.h"

namespace mica::code {

class ExternalCaller {
 public:
  ExternalCaller(const Store& store, std::shared_ptr<ExternalLibraries> libraries)
      : store_(store), libraries_(std::move(libraries)) {}

  // See Environment::CallExternal. Messages of the foreign function are kept in messages().
  bool Call(const Function& function, std::span<ExternalArgument> arguments, Value* result, std::string& problem);

  const std::string& messages() const { return messages_; }

 private:
  const Store& store_;
  std::shared_ptr<ExternalLibraries> libraries_;
  std::string messages_;
};

}  // namespace mica::code
