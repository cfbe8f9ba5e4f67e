// External functions that are called while a model is translated: they may decide about sizes, conditions and
// constants. Whose are called is decided by trust (session/trust), and they run in a confined process. Among the
// built-in ones `resourceFile` is the session's to answer.
#pragma once

#include <functional>
#include <optional>

#include "code/foreign/external_caller.h"
#include "expression/evaluate.h"
#include "session/trust/trust.h"

namespace mica {

class ExternalCalls final : public Environment {
 public:
  using ResourceFinder = std::function<std::optional<std::string>(std::string_view)>;
  ExternalCalls(const Store& store, ResourceFinder resources, Trust& trust, std::shared_ptr<code::ForeignSpace> space)
      : caller_(store, std::make_shared<code::ExternalLibraries>(code::ExternalOptions{}, std::move(space))),
        resources_(std::move(resources)),
        trust_(trust) {}

  bool CallExternal(const Function& function, std::span<ExternalArgument> arguments, Value* result,
                    std::string& message) override {
    if (function.external.language == "builtin") return CallBuiltin(function, arguments, result, message);
    if (!trust_.Admits(function, message)) return false;
    has_called_ = true;
    return caller_.Call(function, arguments, result, message, trust_.StandingOf(function) != Standing::kKnown);
  }

  // Whether foreign code has had a part in the translation: it may have looked at anything.
  bool has_called() const { return has_called_; }

 private:
  bool CallBuiltin(const Function& function, std::span<ExternalArgument> arguments, Value* result,
                   std::string& message) {
    bool fits = function.external.name == "resourceFile" && arguments.size() == 1 &&
                arguments[0].value.kind == TypeKind::kString && result;
    if (!fits) return message = "there is no such built-in function", false;
    std::string uri = arguments[0].value.string();
    std::optional<std::string> file = resources_(uri);
    if (!file) return message = uri + " leads to no library", false;
    result->string() = *file;
    return true;
  }

  code::ExternalCaller caller_;
  ResourceFinder resources_;
  Trust& trust_;
  bool has_called_ = false;
};

}  // namespace mica
