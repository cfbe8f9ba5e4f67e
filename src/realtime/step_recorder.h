// Realtime stage: what was exchanged, as a result file. In: inputs and outputs of each step, from the thread that keeps
// time. Out: rows of a result, written by a thread of its own, so that the disk delays no step.
//
// The two share a ring of rows that is allocated before the first step. A step that finds it full is not recorded, and
// the number of those is reported (W6418): the run never waits for the file.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/diagnostic.h"
#include "realtime/signal_list.h"
#include "result/result_writer.h"

namespace mica::realtime {

class StepRecorder {
 public:
  // Null: the file cannot be written (E7010) or its kind is not known (E7012), reported.
  static std::unique_ptr<StepRecorder> Open(const std::string& path, std::span<const ExchangedSignal> inputs,
                                            std::span<const ExchangedSignal> outputs, double start_time,
                                            DiagnosticSink& sink);
  ~StepRecorder();

  // Takes no memory and does not wait.
  void Add(double time, std::span<const double> inputs, std::span<const double> outputs);
  // Writes what is left and closes the file. The sink is used here and in Open only.
  void Finish();

 private:
  explicit StepRecorder(DiagnosticSink& sink) : sink_(sink) {}
  void Write(std::stop_token stop);
  bool WriteNext();

  DiagnosticSink& sink_;
  DiagnosticSink written_;  // of the thread
  SignalTable signals_;
  std::unique_ptr<ResultWriter> writer_;
  std::vector<double> ring_;  // rows of `width_`: time, inputs, outputs
  std::size_t width_ = 0, capacity_ = 0;
  std::atomic<std::size_t> added_ = 0, taken_ = 0;  // rows since the beginning
  std::uint64_t lost_ = 0;
  bool ok_ = true;
  std::jthread thread_;  // last: ends first
};

}  // namespace mica::realtime
