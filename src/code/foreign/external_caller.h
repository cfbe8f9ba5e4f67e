// Calls external functions for the interpreter of src/expression: what Environment::CallExternal asks for.
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

  // See Environment::CallExternal. Messages of the foreign function are kept in messages(). Unless `from_process_too`
  // only functions of files and of libraries of the system that the annotation names are called: others of that name
  // count as not found.
  bool Call(const Function& function, std::span<ExternalArgument> arguments, Value* result, std::string& problem,
            bool from_process_too = true);

  const std::string& messages() const { return messages_; }

 private:
  const Store& store_;
  std::shared_ptr<ExternalLibraries> libraries_;
  std::string messages_;
};

}  // namespace mica::code
