// Flat stage: inputs of components that nothing outside the component gives a value: no connection, no binding, no
// equation. Asked for when a model has too few equations, since a forgotten connection is the commonest reason.
#pragma once

#include <string>
#include <vector>

#include "flat/model.h"
#include "instance/elaboration.h"

namespace mica::flat {

struct OpenInput {
  std::string name;
  Span span;  // of the component of the model itself that the input belongs to
};

// In the order of declaration, each element of an array by itself. `model` was made from `top`.
std::vector<OpenInput> FindOpenInputs(const Model& model, instance::Elaboration& elaboration, instance::Component* top);

}  // namespace mica::flat
