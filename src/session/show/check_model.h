// `mica check`: does a model hold together?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flat/model.h"
#include "session/session.h"

namespace mica {

struct CheckedModel {
  Outcome outcome = Outcome::kModelWrong;
  std::string name;
  std::optional<flat::Counts> counts;  // when the model could be flattened
  Translation* translation = nullptr;  // how far it came; the session's; none without a model
};

// As far as the sorted equations, so that a singular model is found. A component whose connectors are open is counted
// only: what they will be connected to decides about the rest.
CheckedModel CheckModel(const ModelRequest& request, Session& session);

// The models and blocks below a package that can be checked by themselves: not partial, and not inside a partial class.
std::vector<std::string> ModelsBelow(library::Class* package, Session& session);

}  // namespace mica
