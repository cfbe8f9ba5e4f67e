// Run stage: which states a mixed method takes as fast ones: what the user says of them, then what a trial run tells
// (trial_run.h, state_partition.h).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "run/partition/trial_run.h"

namespace mica::run {

struct ChosenPartition {
  enum class Why : std::uint8_t {
    kStable,
    kStiff,
    kAsked,
    kSwitch /* a switch fixes it */,
    kSet /* which variable it is, is chosen while running */
  };
  struct State {
    bool is_implicit = true;
    Why why = Why::kStiff;
    double rate = 0, frequency = 0;  // 1/s: of the fastest mode that it has a part in
  };
  double step = 0;            // s, that it was chosen for
  std::vector<State> states;  // in the order of the table
  double growth = 0;          // 0: the step is stable; else what a mode is multiplied by in each step…
  double unstable_time = 0;   // …at this time
  bool trial_failed = false;  // the trial ended early…
  double trial_time = 0;      // …at this time…
  std::string trial_reason;   // …because of this
};

// The partition for the step of `plan`, which a mixed method has made of the options. E6501, E6502: a wish that names
// no state, or the same one as another. Nothing: reported.
std::optional<ChosenPartition> ChoosePartition(const Runnable& runnable, const SimulationOptions& options,
                                               const RunPlan& plan, DiagnosticSink& sink, std::stop_token stop = {});

// The wishes of the options by state of the model; nothing: reported.
std::optional<std::vector<StateWish>> FindWishes(const SimulationOptions& options, const MicaModelTable& table,
                                                 DiagnosticSink& sink);

}  // namespace mica::run
