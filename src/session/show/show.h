// The text forms of the stages: what `mica show STAGE` prints.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "session/session.h"

namespace mica {

enum class ShownAs : std::uint8_t { kText, kPage };

struct ShowOptions {
  ShownAs form = ShownAs::kText;
  SimulationRequest request = {};  // stages from the blocks on are as this simulation has them
};

struct ShownStage {
  std::string_view name;
  std::string_view description;
  // Reported when the model does not get that far.
  Result<std::string> (*show)(Session& session, library::Class* c, const ShowOptions& options);
  bool has_page = false;
};

// In the order of the stages.
std::span<const ShownStage> ShownStages();

// A page only where the stage has one.
Result<std::string> ShowStage(const ShownStage& stage, const ModelRequest& request, const ShowOptions& options,
                              Session& session);

}  // namespace mica
