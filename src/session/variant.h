// How a model is translated for a request, besides the values that are built into it: what of the method is part of the
// equations. Equal variants share a translation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/experiment.h"

namespace mica {

// All that the choice of implicit states by a trial run depends on.
struct TrialRequest {
  std::optional<double> step, start, stop, tolerance, interval;
  std::optional<std::int64_t> intervals;
  std::vector<run::Override> values;
  std::vector<std::string> fast, slow;

  bool operator==(const TrialRequest&) const = default;
};

struct Variant {
  run::Discretisation discretisation = run::Discretisation::kNone;
  std::optional<TrialRequest> trial = {};  // of mixed-mode integration

  bool operator==(const Variant&) const = default;
};

Variant VariantOf(const run::Method& method, const run::SimulationOptions& options);
// Equal for equal variants alone: what a kept translation is found by.
std::string KeyText(const Variant& variant);

}  // namespace mica
