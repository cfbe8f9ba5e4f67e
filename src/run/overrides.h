// Run stage: values that the user gives in place of the model's own, `--set name=value`: of parameters with a literal
// value, and of inputs of the top level.
//
// All mistakes of one call are reported: E6002 no such variable (with the nearest spelling), E6003 not a parameter,
// E6004 a parameter that cannot be changed after translation (final, constant, evaluated, or bound to others), E6005 a
// value of the wrong type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::run {

struct Override {
  std::string name, value;
  bool operator==(const Override&) const = default;
};

// "a.b=3" to its two parts. E6006 if there is no '=' or a part is empty.
bool ParseOverride(std::string_view text, std::vector<Override>& overrides, DiagnosticSink& sink);

// Puts the values into the instance; after its literals are loaded, before parameters().
bool ApplyOverrides(const std::vector<Override>& overrides, Instance& instance, DiagnosticSink& sink);

}  // namespace mica::run
