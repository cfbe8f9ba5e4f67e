// Run stage: which states a mixed method takes as fast ones: what the user says of them, then what a trial run tells (trial_run.h, state_partition.h).
#pragma once

#include <optional>
#include <stop_token>

#include "run/trial_run.h"

namespace mica::run {

// The partition for a step, told by N6504; W6505: the step is not stable all the same; W6506: the trial ended early. E6501, E6502: a wish that names no
// state, or the same one as another. Nothing: reported.
std::optional<structure::StepPartition> ChoosePartition(const Runnable& runnable, const SimulationOptions& options, DiagnosticSink& sink, std::stop_token stop = {});

// The wishes of the options by state of the model; nothing: reported.
std::optional<std::vector<StateWish>> FindWishes(const SimulationOptions& options, const structure::BlockModel& model, DiagnosticSink& sink);

}  // namespace mica::run
