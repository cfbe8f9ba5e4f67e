// Run stage: code of its own for the modes that a run stays in.
//
// A mode in which kHotSteps steps have been made, in this run or by what is remembered of earlier ones, is handed to a
// thread of its own: it has the mode put into the model and what that leaves compiled (Runnable::compile_mode). The
// code serves from a step on that follows from the run alone: the one at which kServingSteps steps of this run have
// been made in the mode (kHotSteps with ModeUse::kWait). By then it is there, as a rule; where it is not, the run waits
// for it. So equal runs give equal bits, whatever is remembered and however busy the machine is. A run that keeps time
// waits for nothing: it asks at the beginning of a step whether the code is there, and from then on uses it; from which
// step on depends on threads, and results on it by rounding.
//
// By the code of a mode derivatives, stages and crossing functions are evaluated, whenever the mode is entered again.
// The run goes back to the general code before every event, for rows of the result, and where the code of a mode fails;
// such a mode is not tried again. Before it is used for the first time it is held against the general code at the point
// where the run stands; one that differs by more than rounding explains is not used. In the run itself nothing is
// allocated.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "run/experiment.h"
#include "run/modes/mode_index.h"
#include "run/modes/mode_record.h"
#include "run/report/step_cost.h"
#include "run/systems/system_solver.h"

namespace mica::run {

// The simultaneous systems that are left in a mode.
class ModeSystems final : public SystemHost {
 public:
  // `limits` null: no bounds. A bound that is reached is a failure: the general code then does what is done in such a
  // case.
  ModeSystems(Instance& instance, const MicaModelTable& table, const MicaCode& code, const WorkLimits* limits);
  Status Solve(std::uint32_t system) override {
    std::uint64_t before = budget_.newton.reached;
    return solvers_[system]->Solve() && budget_.newton.reached == before ? Status::kOk : Status::kFailed;
  }
  void Begin();  // the mode is entered

 private:
  WorkBudget budget_;
  std::vector<std::unique_ptr<SystemSolver>> solvers_;
};

class ModeCodes {
 public:
  static constexpr std::uint64_t kHotSteps = 1000;
  // Compiling a mode takes some 20 ms, a step of the general code a few microseconds.
  static constexpr std::uint64_t kServingSteps = 5000;

  // After initialization. Remembered modes become known to the record; with kOn those that were hot are made at once.
  // `keeps_time`: waits for nothing. `gain`: of a stage as the method takes it; 0: it takes none.
  ModeCodes(Instance& instance, ModeRecord& record, ModeUse use, bool keeps_time, const WorkLimits* limits, double gain,
            std::string index_directory);
  ~ModeCodes();
  ModeCodes(const ModeCodes&) = delete;
  ModeCodes& operator=(const ModeCodes&) = delete;

  // An event is about to be handled.
  void Leave();
  // A step begins in the present mode of the record. Waiting for code is no part of what `clock` measures.
  void BeginStep(StepClock& clock) {
    std::uint32_t mode = record_.present();
    if (mode == ModeRecord::kNone || (mode == active_ && instance_.in_mode())) return;
    Consider(mode, clock);
  }

  std::size_t ready_count() const;
  // Adds what this run has seen to the index.
  void Remember();

 private:
  struct Made;
  void Consider(std::uint32_t mode, StepClock& clock);
  // Whether the code of a mode, in use at present, computes what the general code does where the run stands. In a mode
  // it is asked once.
  bool Agrees();
  bool StageAgrees();
  void Work(const std::stop_token& stop);
  std::unique_ptr<Made> Make(std::uint32_t mode);
  void Publish(std::uint32_t mode, std::unique_ptr<Made> made);

  Instance& instance_;
  ModeRecord& record_;
  ModeUse use_;
  bool keeps_time_;
  const WorkLimits* limits_;
  double gain_;
  ModeIndex index_;
  std::vector<double> parameters_;                                  // by slot, as initialization left them
  std::vector<std::atomic<ModeCodeState>> states_;                  // by mode; written kReady after made_
  std::vector<std::unique_ptr<Made>> made_;                         // by mode
  std::vector<std::uint64_t> steps_before_;                         // by mode: remembered
  std::vector<double> by_general_, by_mode_;                        // derivatives and crossing functions
  std::vector<double> present_, stage_by_general_, stage_by_mode_;  // states
  std::uint32_t active_ = ModeRecord::kNone;
  std::atomic<std::uint32_t> wanted_ = 0;  // how many are waiting to be made
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread worker_;  // last: ends before what it works on
};

}  // namespace mica::run
