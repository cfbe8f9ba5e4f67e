#include "realtime/step_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "realtime/codes.h"

namespace mica::realtime {

namespace {

constexpr std::size_t kRingBytes = std::size_t{16} << 20;  // a second at 20 kHz with 100 signals
constexpr std::size_t kFewestRows = 1024;                  // of very wide rows
constexpr std::chrono::milliseconds kPause(5);             // of the writer when there is nothing to write

void AddSignals(SignalTable& table, std::span<const ExchangedSignal> signals) {
  for (const ExchangedSignal& each : signals) {
    Signal signal;
    signal.name = each.name;
    signal.kind = each.is_discrete ? SignalKind::kDiscrete : SignalKind::kContinuous;
    table.Add(std::move(signal));
  }
}

}  // namespace

std::unique_ptr<StepRecorder> StepRecorder::Open(const std::string& path, std::span<const ExchangedSignal> inputs,
                                                 std::span<const ExchangedSignal> outputs, double start_time,
                                                 DiagnosticSink& sink) {
  std::unique_ptr<StepRecorder> recorder(new StepRecorder(sink));
  AddSignals(recorder->signals_, inputs);
  AddSignals(recorder->signals_, outputs);
  recorder->writer_ = MakeResultWriter(path, {}, recorder->written_);
  bool ok = recorder->writer_ && recorder->writer_->Begin(recorder->signals_, {}, start_time, start_time);
  for (const Diagnostic& each : recorder->written_.all()) sink.Report(each);
  recorder->written_.Clear();
  if (!ok) return nullptr;
  recorder->width_ = 1 + inputs.size() + outputs.size();
  recorder->capacity_ = std::max(kFewestRows, kRingBytes / (recorder->width_ * sizeof(double)));
  recorder->ring_.assign(recorder->capacity_ * recorder->width_, 0.0);  // written to, so that its pages are there
  recorder->thread_ = std::jthread([raw = recorder.get()](std::stop_token stop) { raw->Write(stop); });
  return recorder;
}

StepRecorder::~StepRecorder() = default;

void StepRecorder::Add(double time, std::span<const double> inputs, std::span<const double> outputs) {
  std::size_t row = added_.load(std::memory_order_relaxed);
  if (row - taken_.load(std::memory_order_acquire) == capacity_) {
    ++lost_;
    return;
  }
  double* to = &ring_[row % capacity_ * width_];
  *to = time;
  std::copy(outputs.begin(), outputs.end(), std::copy(inputs.begin(), inputs.end(), to + 1));
  added_.store(row + 1, std::memory_order_release);
}

// Whether there was a row.
bool StepRecorder::WriteNext() {
  std::size_t row = taken_.load(std::memory_order_relaxed);
  if (row == added_.load(std::memory_order_acquire)) return false;
  const double* from = &ring_[row % capacity_ * width_];
  ok_ = ok_ && writer_->Append(*from, {from + 1, width_ - 1});
  taken_.store(row + 1, std::memory_order_release);
  return true;
}

void StepRecorder::Write(std::stop_token stop) {
  while (!stop.stop_requested())
    if (!WriteNext()) std::this_thread::sleep_for(kPause);
}

void StepRecorder::Finish() {
  thread_.request_stop();
  thread_.join();
  while (WriteNext()) {
  }
  ok_ = writer_->Finish() && ok_;
  for (const Diagnostic& each : written_.all()) sink_.Report(each);
  if (lost_ > 0)
    sink_
        .Report(kRowsLost, {},
                fmt::format("{} steps are not in the result file: it could not be written as fast as they came", lost_))
        .hint = "fewer outputs, a longer step or a faster disk";
}

}  // namespace mica::realtime
