// Distribute stage: one part while it runs, with a solver of its own.
//
// Let T be the shortest delay of the waves that it receives. No step is longer than kStepShare*T, so a step from t
// reads of wave k nothing after D = t + kStepShare*T - T_k, which is before t. Before the step the part is given all
// records of wave k up to D and the first one after it, and no others, however far the sender has come: what it
// interpolates from, where its steps end and which wave fronts it knows of depend on the model alone, not on who was
// faster. It waits until each sender has passed D. The part that is furthest behind never waits: every sender is at
// least as far.
//
// A part is run by one thread at a time; its inbox and the time that it shows to others may be touched by any.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "distribute/run/part_rows.h"
#include "run/simulate.h"

namespace mica::distribute {

// Of the shortest delay: the longest step. The rest is how far a part may be ahead of another while both run: with all
// of the delay for a step, a part would wait for its neighbour after each step; with none, steps would have no length.
inline constexpr double kStepShare = 0.5;
// In delays of a wave: how far a sender may be ahead of who receives it. Bounds memory; nothing else depends on it.
inline constexpr double kMostAhead = 64;

class PartRun {
 public:
  // `runnable` outlives it.
  PartRun(std::string name, const run::Runnable& runnable, run::RunPlan plan, PartRows::Choose choose);
  PartRun(const PartRun&) = delete;
  PartRun& operator=(const PartRun&) = delete;

  // Wave `sent`, a delay of `from`, arrives here as the delay `received`. Before Begin.
  static void Connect(PartRun& from, std::uint32_t sent, PartRun& to, std::uint32_t received, std::string input);

  // Initialization, from the waves that are assumed for the start. May be done again. False: it has ended.
  bool Begin(std::stop_token stop);
  // Assumes the waves that senders have started with; whether they are others than before, so that it must begin again.
  bool TakeStarts();
  // After initialization: the lengths of delays and steps. False: reported.
  bool SetLimits();

  // Who sends to it, and the length of the delay, once initialized.
  std::vector<std::pair<const PartRun*, double>> Delays();
  // After all have their limits: what was recorded of the start goes to who receives it.
  void SendStarts() { Send(); }

  // Whether all that the next step reads has been sent.
  bool IsReady() const;
  // One step. False: it has ended.
  bool Advance();
  // Up to where others may rely on it.
  double shown_time() const { return shown_.load(std::memory_order_acquire); }
  run::SimulationResult End();

  const std::string& name() const { return name_; }
  DiagnosticSink& sink() { return sink_; }
  const PartRows& rows() const { return rows_; }
  const run::SimulationResult& result() const { return result_; }
  run::Instance& instance() { return run_->instance(); }
  const run::RunPlan& plan() const { return plan_; }
  // Others that send to it or receive from it, each once.
  const std::vector<PartRun*>& neighbours() const { return neighbours_; }
  std::uint64_t advances() const { return advances_; }

  std::size_t index = 0;  // for who schedules
  double busy = 0;        // seconds that threads have spent on it

 private:
  struct Incoming {
    PartRun* from = nullptr;
    std::uint32_t sent = 0, buffer = 0;
    std::string input;
    double start = 0;                      // assumed
    double seconds = 0;                    // of the delay
    double taken;                          // the time of the last record
    std::deque<run::DelayRecord> waiting;  // moved from the inbox
  };
  struct Outgoing {
    std::uint32_t buffer = 0;
    struct Place {
      PartRun* to;
      std::size_t incoming;
    };
    std::vector<Place> to;
  };
  double Horizon(const Incoming& in) const;
  void TakeRecords();
  void Send();

  std::string name_;
  const run::Runnable& runnable_;
  run::RunPlan plan_;
  DiagnosticSink sink_;
  PartRows rows_;
  std::unique_ptr<run::DrivenRun> run_;
  run::SimulationResult result_;
  std::vector<Incoming> incoming_;
  std::vector<Outgoing> outgoing_;
  std::vector<PartRun*> neighbours_;
  std::mutex mutex_;                                  // of the inbox
  std::vector<std::vector<run::DelayRecord>> inbox_;  // by incoming wave
  std::atomic<double> shown_;
  double longest_ = 0;
  std::uint64_t advances_ = 0;
};

}  // namespace mica::distribute
