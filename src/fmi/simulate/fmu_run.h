// FMI: what runs of both interfaces have in common: instance, values, inputs, rows. A run may throw a FmuFailure
// anywhere; what was written until then stays.
#pragma once

#include "fmi/simulate/fmu_inputs.h"
#include "fmi/simulate/fmu_overrides.h"
#include "fmi/simulate/simulate_fmu.h"
#include "run/experiment.h"

namespace mica::fmi {

// What a run needs; it lives longer than the run.
struct FmuRunSetting {
  const OpenFmu& fmu;
  std::string library;  // the shared object
  const run::RunPlan& plan;
  FmuOverrides& overrides;
  FmuInputs& inputs;
  const SimulationRequest& request;
  bool is_logging;
  ResultWriter& writer;
  DiagnosticSink& sink;
};

class FmuRun {
 public:
  FmuRun(const FmuRunSetting& setting, FmuInterface interface, run::SimulationResult& result);
  virtual ~FmuRun() = default;

  // To the stop time, unless it ends before.
  void Run();
  std::size_t state_count() const { return state_count_; }

 protected:
  // Between initialization and the first row; and from there to the end.
  virtual void Start() = 0;
  virtual void Integrate() = 0;

  // Values as they are now, at `time_`. False: they cannot be written, and the run is over.
  bool WriteRow();
  // Rounds of event mode until nothing changes. Time is `time_`.
  MicaForeignEvent IterateEvent();
  // W9115: warnings of the FMU, each text once. Others are notes.
  void PassMessages();
  void EndBy(run::Outcome outcome, std::string reason);
  bool has_ended() const { return has_ended_; }
  // Whether `time_` is at `point`, which may be infinitely far, or beyond it.
  bool HasReached(double point) const;
  // Whether the user ends it.
  bool IsCancelled();
  // Notes an event at `time_`; fails where too many follow each other without an advance of time.
  void CountEvent(bool is_state_event);

  const FmuRunSetting& setting_;
  const run::RunPlan& plan_;
  FmuInputs& inputs_;
  run::SimulationResult& result_;
  ForeignFmu fmu_;
  double time_ = 0;
  std::int64_t grid_ = 1;  // the next output point
  std::size_t state_count_ = 0;

 private:
  // More events than this at one time are a fault of the FMU: a model that means it has a handful.
  static constexpr std::size_t kMostEvents = 1000;

  FmuSignals signals_;
  bool has_ended_ = false;
  std::vector<ForeignFmu::Message> passed_;
  double event_time_ = 0;
  std::size_t events_ = 0;
};

void RunExchange(const FmuRunSetting& setting, run::SimulationResult& result, std::size_t& states);
void RunStepped(const FmuRunSetting& setting, run::SimulationResult& result);

}  // namespace mica::fmi
