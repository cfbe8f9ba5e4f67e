// External functions that are called while a model is translated: they may decide about sizes, conditions and constants.
#pragma once

#include "code/external_caller.h"
#include "expression/evaluate.h"

namespace mica {

class ExternalCalls final : public Environment {
 public:
  explicit ExternalCalls(const Store& store) : caller_(store, std::make_shared<code::ExternalLibraries>()) {}

  bool CallExternal(const Function& function, std::span<ExternalArgument> arguments, Value* result, std::string& message) override {
    return caller_.Call(function, arguments, result, message);
  }

 private:
  code::ExternalCaller caller_;
};

}  // namespace mica
