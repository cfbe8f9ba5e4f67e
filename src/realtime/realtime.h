// Realtime stage: a run that keeps step with the wall clock and exchanges inputs and outputs with the outside.
//
// Step k begins when k·step/scale seconds have passed since the first one: its outputs are sent, inputs are taken, the
// step is computed. A step that ends after the next one should have begun is an overrun; those that follow begin at
// once until the time is caught up. In lockstep the controller's answers pace the run, not the clock. Nothing here
// takes memory once the run has begun.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "realtime/exchange.h"
#include "realtime/scheduling.h"
#include "realtime/signal_list.h"
#include "realtime/step_recorder.h"
#include "run/experiment.h"
#include "run/report/step_cost.h"
#include "run/step_observer.h"

namespace mica::realtime {

struct RealtimeOptions {
  double scale = 1;  // seconds of the model in a second of wall-clock time
  bool lockstep = false;
  double answer_limit = 10;  // seconds that a controller may take for an answer in lockstep
  int priority = 50;         // of SCHED_FIFO; 0: none
  std::optional<UdpSettings> udp;
  std::string shared_memory;         // name of the segment; empty: none
  std::vector<std::string> inputs;   // names; empty: all of the top level
  std::vector<std::string> outputs;  // names, besides the outputs of the top level
  std::string result;                // file for what was exchanged, a row for each step; empty: none
};

struct RealtimeReport {
  double scale = 1;
  bool is_paced = true, is_fifo = false, is_locked = false;
  std::uint64_t overruns = 0;
  double worst_late_us = 0;   // of an end after its time
  run::StepCost wake;         // how late a step began, of those that waited
  std::uint64_t refused = 0;  // datagrams
  std::uint64_t taken = 0;    // sets of inputs
  std::vector<std::string> inputs, outputs;
};

// E6401 no step, E6402 a method that is not for real time, E6403 a scale or a priority out of range, E6408 two ways of
// exchange. All are reported.
bool CheckRealtime(const run::Method& method, const std::optional<double>& step, const RealtimeOptions& options,
                   DiagnosticSink& sink);

class RealtimeRun final : public run::StepObserver {
 public:
  using OnSignals =
      std::function<void(const RealtimeReport&)>;  // once inputs and outputs are known, before the first step

  RealtimeRun(RealtimeOptions options, double step, std::stop_token stop, DiagnosticSink& sink,
              OnSignals on_signals = {});

  bool Begin(run::Instance& instance) override;
  Inputs BeforeStep(double time) override;
  void SetInputs(run::Instance& instance) override;
  void AfterStep(run::Instance& instance, std::uint64_t nanoseconds) override;
  // After the run: informs the controller that it is over, and gives back what the operating system granted.
  void End();

  const RealtimeReport& report() const { return report_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point TimeOf(std::uint64_t step) const;
  void SleepUntil(Clock::time_point time);
  bool AwaitAnswer();
  void ReadOutputs(run::Instance& instance);
  Inputs Exchanged();

  RealtimeOptions options_;
  double step_;
  std::stop_token stop_;
  DiagnosticSink& sink_;
  OnSignals on_signals_;
  std::unique_ptr<Exchange> exchange_;
  std::unique_ptr<StepRecorder> recorder_;
  std::optional<Scheduling> scheduling_;
  std::vector<ExchangedSignal> inputs_, outputs_;
  std::vector<double> input_values_, new_values_, output_values_;
  Clock::time_point begin_;
  std::uint64_t index_ = 0;  // of the next step
  double time_ = 0;
  RealtimeReport report_;
};

}  // namespace mica::realtime
