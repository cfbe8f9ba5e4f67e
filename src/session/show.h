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
  // The same as a page to look at; null where there is none.
  Result<std::string> (*page)(Session& session, library::Class* c) = nullptr;
};

// In the order of the stages.
std::span<const ShownStage> ShownStages();

enum class ShownAs : std::uint8_t { kText, kPage };

// A page only where the stage has one.
Result<std::string> ShowStage(const ShownStage& stage, const ModelRequest& request, ShownAs form, Session& session);

}  // namespace mica
