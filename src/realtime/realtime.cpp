#include "realtime/realtime.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "realtime/codes.h"

namespace mica::realtime {

bool CheckRealtime(const run::Method& method, const std::optional<double>& step, const RealtimeOptions& options,
                   DiagnosticSink& sink) {
  DiagnosticSink::Mark before = sink.mark();
  if (!step)
    sink.Report(kRealtimeNeedsStep, {}, "real time needs a step: --step H").hint =
        "as long as the model and its controller allow, in seconds";
  if (!method.has_bounded_work()) {
    Diagnostic& error =
        sink.Report(kMethodUnbounded, {},
                    fmt::format("the method {} is not for real time: the work of its steps has no bound", method.name));
    for (const run::Method& each : run::Methods())
      if (each.has_bounded_work()) error.notes.push_back({Span(), fmt::format("{}: {}", each.name, each.description)});
  }
  if (!(options.scale > 0) || !std::isfinite(options.scale))
    sink.Report(kWrongRealtimeOption, {}, fmt::format("the scale {} must be positive", run::NumberText(options.scale)));
  if (options.priority < 0 || options.priority > 99)
    sink.Report(kWrongRealtimeOption, {}, fmt::format("the priority {} must be between 0 and 99", options.priority));
  if (options.udp && !options.shared_memory.empty())
    sink.Report(kNoSharedMemory, {}, "inputs and outputs go over UDP or shared memory, not both");
  if (options.lockstep && !options.udp && options.shared_memory.empty())
    sink.Report(kNoController, {}, "lockstep needs a controller: --udp PORT or --shm NAME");
  return !sink.HasErrorsSince(before);
}

RealtimeRun::RealtimeRun(RealtimeOptions options, double step, std::stop_token stop, DiagnosticSink& sink,
                         OnSignals on_signals)
    : options_(std::move(options)),
      step_(step),
      stop_(std::move(stop)),
      sink_(sink),
      on_signals_(std::move(on_signals)) {
  report_.scale = options_.scale;
  report_.is_paced = !options_.lockstep;
}

bool RealtimeRun::Begin(run::Instance& instance) {
  DiagnosticSink::Mark before = sink_.mark();
  inputs_ = FindInputs(instance, options_.inputs, sink_);
  outputs_ = FindOutputs(instance, options_.outputs, sink_);
  if (sink_.HasErrorsSince(before)) return false;
  for (const ExchangedSignal& input : inputs_) {
    input_values_.push_back(input.sign * instance.reals()[input.slot]);
    report_.inputs.push_back(input.name);
  }
  for (const ExchangedSignal& output : outputs_) report_.outputs.push_back(output.name);
  new_values_ = input_values_;
  output_values_.resize(outputs_.size());
  if (options_.udp) options_.udp->lockstep = options_.lockstep;
  if (options_.udp)
    exchange_ = MakeUdpExchange(*options_.udp, inputs_.size(), outputs_.size(), sink_);
  else if (!options_.shared_memory.empty())
    exchange_ = MakeSharedMemoryExchange(options_.shared_memory, input_values_, outputs_.size(), sink_);
  if (sink_.HasErrorsSince(before)) return false;
  if (!options_.result.empty()) {
    recorder_ = StepRecorder::Open(options_.result, inputs_, outputs_, instance.time(), sink_);
    if (!recorder_) return false;
  }
  if (on_signals_) on_signals_(report_);
  scheduling_.emplace(options_.priority, sink_);
  report_.is_fifo = scheduling_->is_fifo();
  report_.is_locked = scheduling_->is_locked();
  ReadOutputs(instance);
  begin_ = Clock::now();
  return true;
}

RealtimeRun::Clock::time_point RealtimeRun::TimeOf(std::uint64_t step) const {
  return begin_ + std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(static_cast<double>(step) * step_ / options_.scale));
}

// steady_clock is CLOCK_MONOTONIC. Long waits are cut, so that Ctrl-C ends them.
void RealtimeRun::SleepUntil(Clock::time_point time) {
  while (!stop_.stop_requested()) {
    Clock::time_point now = Clock::now();
    if (now >= time) return;
    Clock::time_point next = std::min(time, now + std::chrono::milliseconds(100));
    auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(next.time_since_epoch()).count();
    timespec until{static_cast<time_t>(nanoseconds / 1000000000), static_cast<long>(nanoseconds % 1000000000)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
  }
}

bool RealtimeRun::AwaitAnswer() {
  Clock::time_point until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.answer_limit));
  while (!stop_.stop_requested()) {
    if (exchange_->Wait(0.1)) return true;
    if (Clock::now() < until) continue;
    sink_.Report(kNoController, {},
                 fmt::format("the controller has not answered for {} s at time = {}",
                             run::NumberText(options_.answer_limit), run::NumberText(time_)));
    return false;
  }
  return true;
}

run::StepObserver::Inputs RealtimeRun::BeforeStep(double time) {
  time_ = time;
  if (report_.is_paced) {
    Clock::time_point due = TimeOf(index_);
    if (Clock::now() < due) {
      SleepUntil(due);
      auto late = std::max(Clock::duration::zero(), Clock::now() - due);
      report_.wake.Add(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(late).count()));
    }
  }
  Inputs change = exchange_ ? Exchanged() : Inputs::kSame;
  if (recorder_) recorder_->Add(time, new_values_, output_values_);
  return change;
}

// Sends the outputs and takes the inputs of the step that begins.
run::StepObserver::Inputs RealtimeRun::Exchanged() {
  exchange_->Send(index_, time_, output_values_, false);
  if (options_.lockstep && !AwaitAnswer()) return Inputs::kStop;
  if (!exchange_->Take(new_values_)) return Inputs::kSame;
  ++report_.taken;
  Inputs change = Inputs::kSame;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!std::isfinite(new_values_[i])) new_values_[i] = input_values_[i];
    if (new_values_[i] == input_values_[i]) continue;
    if (inputs_[i].is_discrete)
      change = Inputs::kEvent;
    else if (change == Inputs::kSame)
      change = Inputs::kChanged;
  }
  return change;
}

void RealtimeRun::SetInputs(run::Instance& instance) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) instance.reals()[inputs_[i].slot] = inputs_[i].sign * new_values_[i];
  std::copy(new_values_.begin(), new_values_.end(), input_values_.begin());
}

void RealtimeRun::ReadOutputs(run::Instance& instance) {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    output_values_[i] = outputs_[i].sign * instance.reals()[outputs_[i].slot];
}

void RealtimeRun::AfterStep(run::Instance& instance, std::uint64_t) {
  ReadOutputs(instance);
  ++index_;
  time_ = instance.time();
  if (!report_.is_paced) return;
  auto late = Clock::now() - TimeOf(index_);
  if (late <= Clock::duration::zero()) return;
  ++report_.overruns;
  report_.worst_late_us = std::max(report_.worst_late_us, std::chrono::duration<double, std::micro>(late).count());
}

void RealtimeRun::End() {
  if (exchange_) {
    exchange_->Send(index_, time_, output_values_, true);
    report_.refused = exchange_->refused();
  }
  scheduling_.reset();
  exchange_.reset();
  if (recorder_) {
    recorder_->Add(time_, input_values_, output_values_);
    recorder_->Finish();
  }
}

}  // namespace mica::realtime
