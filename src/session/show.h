// The text forms of the stages: what `mica show STAGE` prints.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "session/session.h"

namespace mica {

struct ShownStage {
  std::string_view name;
  std::string_view description;
  // Reported when the model does not get that far.
  Result<std::string> (*show)(Session& session, library::Class* c);
};

// In the order of the stages.
std::span<const ShownStage> ShownStages();

Result<std::string> ShowStage(const ShownStage& stage, const ModelRequest& request, Session& session);

}  // namespace mica
