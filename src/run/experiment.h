// Run stage: what the user asks of a simulation, and the plan of the run that it makes with a method and the defaults
// of the model's `experiment` annotation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "run/continue_from.h"
#include "run/input_signals.h"
#include "run/method.h"
#include "run/overrides.h"
#include "run/work_budget.h"
#include "runtime/model_table.h"

namespace mica::run {

// Whether modes get code of their own (mode_codes.h): never; made beside the run; made while the run waits, so that
// equal runs give equal bits.
enum class ModeUse : std::uint8_t { kOff, kOn, kWait };

// What is absent comes from the model, or from kDefaultIntervals.
struct SimulationOptions {
  std::optional<double> start, stop, tolerance;
  std::optional<std::int64_t> intervals;                 // number of output intervals…
  std::optional<double> interval;                        // …or their length; not both
  std::optional<double> step;                            // of methods with a fixed step; default: the output interval
  std::optional<int> max_newton, max_passes, max_modes;  // bounds of the work of a step, of methods for real time
  bool has_rows = true;                                  // if not, nothing is given to the writer
  std::vector<Override> overrides;
  std::vector<std::string> fast, slow;  // of mixed-mode integration: states that are implicit or explicit whatever a
                                        // trial run says; * and ? fit any
  bool is_endless = false;  // `stop` is far beyond what a trial run can reach: it goes as far as the model says
  bool all_steps = false;   // a row at the end of each step of the integrator, too
  std::shared_ptr<const InputTable> inputs;     // data for inputs of the top level; null: none
  std::shared_ptr<const InitialPoint> initial;  // where to start instead of the model's initial conditions; null: those
  std::optional<ModeUse> modes;  // default: on for methods of bounded work, which are for real time; off for others

  bool operator==(const SimulationOptions&) const = default;
};

inline constexpr std::int64_t kDefaultIntervals = 500;

// What the model says of its simulation: its `experiment` annotation.
struct Experiment {
  double start_time = 0, stop_time = 1, tolerance = 1e-6, interval = 0;  // interval 0: not given
  bool has_stop_time = false;
};
Experiment ExperimentOf(const MicaModelTable& table);

// All that a run is: options that have been checked, the grid of output points start + k * interval, of which the last
// is the stop time itself, and the method.
struct RunPlan {
  double start = 0, stop = 1, tolerance = 1e-6, step = 0;
  double interval = 0;
  std::int64_t points = 1;  // after the start
  const Method* method = nullptr;
  WorkLimits limits;             // of methods that have bounds
  std::vector<Override> values;  // set when the run starts
  bool has_rows = true, all_steps = false;
  std::shared_ptr<const InputTable> inputs;
  std::shared_ptr<const InitialPoint> initial;
  ModeUse modes = ModeUse::kOff;

  double Point(std::int64_t k) const { return k >= points ? stop : start + static_cast<double>(k) * interval; }
  bool operator==(const RunPlan&) const = default;
};

// E6007 times, E6008 tolerance, E6009 intervals, E6010 step, E6011 bounds of work, W6012 code of modes that the method
// has no use for, E6503 fast and slow states of another method. All mistakes are reported.
std::optional<RunPlan> MakeRunPlan(const SimulationOptions& options, const Method& method, const Experiment& experiment,
                                   DiagnosticSink& sink);

}  // namespace mica::run
