// How a model is translated for a request, besides the values that are built into it: what of the method is part of the
// equations, and which passes are left out. Equal variants share a translation.
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
  std::optional<TrialRequest> trial = {};    // of mixed-mode integration
  std::vector<std::string> passes_off = {};  // structure passes that are left out, in the order of the pipeline

  bool operator==(const Variant&) const = default;
};

Variant VariantOf(const run::Method& method, const run::SimulationOptions& options);
// Whether all of these are structure passes that may be left out, E6509 for those that are not; in the order of the
// pipeline then, each once.
bool SortPassesOff(std::vector<std::string>& names, DiagnosticSink& sink);
// Equal for equal variants alone: what a kept translation is found by.
std::string KeyText(const Variant& variant);

}  // namespace mica
