// Run stage: a run, behind Simulate and DrivenRun (simulate.h): the loop of the runtime (runtime/step/step_loop.h)
// with a method, rows of a result, inputs, checks and reports.
//
//   simulation.cpp        the calls of whoever drives it, and how it ends
//   simulation_start.cpp  initialization, the method and what else is made before the first step
//   simulation_steps.cpp  what the loop asks for: one step, what follows from it, events
//   simulation_rows.cpp   rows, and steps that are made again because of what rows show
//   simulation_state.cpp  everything that changes, as bytes
//   come_to_rest.cpp      bodies that come to rest, and leave it
//   open_inputs.cpp       inputs that nobody gives a value
#pragma once

#include <chrono>
#include <limits>
#include <optional>
#include <set>

#include "run/events/endless_events.h"
#include "run/events/event_handler.h"
#include "run/events/relation_check.h"
#include "run/history/delay_recorder.h"
#include "run/input_signals.h"
#include "run/integrators/model_ode.h"
#include "run/integrators/state_magnitudes.h"
#include "run/modes/mode_codes.h"
#include "run/modes/mode_record.h"
#include "run/report/model_fault.h"
#include "run/report/value_check.h"
#include "run/simulate.h"
#include "runtime/step/step_loop.h"

namespace mica::run {

class StateBytes;

class Simulation : public DrivenRun {
 public:
  Simulation(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
             const Progress& progress, std::stop_token stop, StepObserver* observer);

  bool Begin() override;
  bool Advance() override;
  bool AdvanceTo(double time, std::stop_token stop) override;
  bool Change(const std::function<void(Instance&)>& change) override;
  std::vector<std::byte> Save() override;
  bool Restore(std::span<const std::byte> state) override;
  SimulationResult End() override;

  bool going() const override { return going_; }
  const SimulationResult& result() const override { return result_; }
  double time() const override { return instance_.time(); }
  Instance& instance() override { return instance_; }
  void LimitSteps(double longest) override { longest_ = longest; }
  void StopAt(double time) override { stops_.insert(time); }

 private:
  using Clock = std::chrono::steady_clock;

  // simulation.cpp. A fault in the code of the model ends the run, not the program.
  template <class Work>
  bool WithoutFaults(Work&& work) {
    try {
      return work();
    } catch (const ModelFault& fault) {
      return FailModel(fault);
    }
  }
  // Always false: the simulation ends here.
  bool End(Outcome outcome, std::string reason);
  bool Fail(std::string reason);
  bool FailModel(const ModelFault& fault);
  bool FailEvaluation(Phase phase, Status status);
  bool Continues();
  void EndSteps();
  bool RunTerminal();
  void Count();

  // simulation_start.cpp
  bool Start();
  bool BeginRows();
  void MakeMethod();
  bool StartSteps();

  // simulation_steps.cpp
  void ConnectLoop();
  bool AdvanceStep();
  bool TakeInputs();
  double NextEvent(double now) const;
  double Limit(double now, double limit);
  bool Step(double limit, MicaLoopStep& step);
  bool Arrive(double time);
  bool Pass(const MicaLoopStep& step);
  bool FollowStep(double reached, bool is_kink);
  bool FollowEvent(const MicaLoopEvent& event);
  bool SidesChanged();
  bool Select(bool& has_changed);
  void Restart();
  bool EvaluateAt(double time, std::span<const double> states);
  bool HandleEvent(bool is_state_event, const std::function<void()>& change = {});
  double NextStop(double now);

  // simulation_rows.cpp
  bool Append(std::span<const double> row);
  bool FailRow();
  bool FailRelation();
  bool WriteGrid(double to, bool event_follows);
  bool WritePoints(double to, bool event_follows);
  bool WriteStep(double time);
  void PassPoints(double time);
  bool IsContradicted(double point);
  bool Retreat(double begin);

  // simulation_state.cpp
  void Visit(StateBytes& bytes);

  // come_to_rest.cpp. At `time` the run goes on from other states.
  bool GoOnFrom(double time, std::span<const double> states);
  bool ComeToRest(double time, std::span<const double> states);
  void ReleaseRest();
  // Whether in the step from `begin` to `end` a body at rest is driven away; `leaves_rest_`: where, to rounding.
  bool LeavesRest(double begin, double end);
  bool TakeOff(double time);

  // open_inputs.cpp
  void NoteOpenInputs();

  const RunPlan& plan_;
  ResultWriter& writer_;
  DiagnosticSink& sink_;
  const Progress& progress_;
  std::stop_token stop_;
  StepObserver* observer_;
  SimulationResult result_;
  DiagnosticSink::Transaction step_reports_{sink_};  // since the last point where the run went on
  ModelReports reports_;
  Instance instance_;
  SystemSolvers solvers_;
  EventIteration iteration_;
  EventCalendar calendar_;
  CrossingWatch watch_;
  ResultRows rows_;
  ValueCheck values_;
  RelationCheck relations_;
  std::optional<EndlessEvents> endless_;  // once initialized
  StateSelection selection_;
  std::optional<InputSignals> inputs_;
  DelayRecorder delays_;
  EventHandler handler_;
  MicaLoop loop_{};
  std::vector<double> states_;
  StateMagnitudes magnitudes_;
  std::optional<ModelOde> ode_;
  std::optional<graph::CompressedRows> pattern_;
  std::unique_ptr<Integrator> integrator_;
  std::optional<ModeRecord> modes_;  // with a fixed step, or where modes have code
  std::optional<ModeCodes> codes_;   // where modes have code of their own
  StepClock step_clock_;
  std::vector<double> slopes_;
  double next_stop_ =
      -std::numeric_limits<double>::infinity();  // where a step that was made again must end, at the latest
  double row_time_ = std::numeric_limits<double>::quiet_NaN();  // of the last output point that was evaluated
  bool is_contradicted_ = false;                                // a step, at the output point that comes next
  bool is_paused_ = false, has_event_at_start_ = false, is_quiet_ = false;  // rows of the event in hand are not written
  std::optional<double> leaves_rest_;                                       // of LeavesRest
  bool is_point_open_ = false;  // an output point at the event in hand, whose rows come with the event
  bool is_left_limit_ = false;  // the next row is the one before an event
  bool has_bad_value_ = false;  // which was reported: the run ends
  std::int64_t grid_ = 1;       // the output point that comes next
  bool initialized_ = false, going_ = false;
  Clock::time_point begin_;
  double longest_ = std::numeric_limits<double>::infinity();  // of LimitSteps
  std::set<double> stops_;                                    // of StopAt
};

}  // namespace mica::run
