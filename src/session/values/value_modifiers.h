// Values of `--set` as modifiers: the text of a class that extends a model with them (structural_overrides.h says which
// these are).
#pragma once

#include <string>
#include <vector>

#include "flat/model.h"
#include "run/overrides.h"

namespace mica {

// A package with a class that is `model` with these modifiers. Expressions may use `pi` and what `model` declares. Each
// value stands on a line of its own, with its name in front: the line that a message about it shows. `flat` says which
// of the variables are arrays.
std::string ModifiedModelText(const std::string& model, const std::vector<run::Override>& overrides,
                              const flat::Model& flat, const Store& store);
inline constexpr const char* kModifiedModelName = "'values of --set'.Model";

}  // namespace mica
