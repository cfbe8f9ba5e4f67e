#include "distribute/run/part_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "distribute/codes.h"

namespace mica::distribute {

namespace {

// In units of the rounding of time: records of one time, of which a delay makes another, are together within this.
constexpr double kRoundings = 64;

double Rounding(double time, double seconds) {
  return kRoundings * std::numeric_limits<double>::epsilon() * std::max(std::abs(time), seconds);
}

void AddNeighbour(std::vector<PartRun*>& list, PartRun* other) {
  if (std::ranges::find(list, other) == list.end()) list.push_back(other);
}

}  // namespace

PartRun::PartRun(std::string name, const run::Runnable& runnable, run::RunPlan plan, PartRows::Choose choose)
    : name_(std::move(name)),
      runnable_(runnable),
      plan_(std::move(plan)),
      rows_(std::move(choose)),
      shown_(-std::numeric_limits<double>::infinity()) {}

void PartRun::Connect(PartRun& from, std::uint32_t sent, PartRun& to, std::uint32_t received, std::string input) {
  auto out = std::ranges::find(from.outgoing_, sent, &Outgoing::buffer);
  if (out == from.outgoing_.end()) out = from.outgoing_.insert(from.outgoing_.end(), Outgoing{sent, {}});
  out->to.push_back({&to, to.incoming_.size()});
  Incoming in;
  in.from = &from;
  in.sent = sent;
  in.buffer = received;
  in.input = std::move(input);
  in.taken = -std::numeric_limits<double>::infinity();
  to.incoming_.push_back(std::move(in));
  AddNeighbour(from.neighbours_, &to);
  AddNeighbour(to.neighbours_, &from);
}

bool PartRun::Begin(std::stop_token stop) {
  sink_.Clear();
  run::RunPlan& plan = plan_;
  for (const Incoming& in : incoming_) {
    std::erase_if(plan.values, [&](const run::Override& each) { return each.name == in.input; });
    if (in.start != 0) plan.values.push_back({in.input, fmt::format("{:.17g}", in.start)});
  }
  run_ = run::MakeDrivenRun(runnable_, plan, rows_, sink_, std::move(stop));
  run::DelayBuffers& delays = run_->instance().delays();
  for (const Incoming& in : incoming_) delays.SetOutside(in.buffer);
  for (const Outgoing& out : outgoing_) delays.Listen(out.buffer);
  inbox_.assign(incoming_.size(), {});
  return run_->Begin();
}

bool PartRun::TakeStarts() {
  // Of the value: what two solutions of one system differ by is not another start.
  constexpr double kSame = 1e-12;
  bool is_other = false;
  for (Incoming& in : incoming_) {
    const std::vector<run::DelayRecord>& heard = in.from->run_->instance().delays().heard(in.sent);
    double start = heard.empty() ? 0 : heard.front().value;
    if (std::abs(start - in.start) <= kSame * std::max(std::abs(start), std::abs(in.start))) continue;
    in.start = start;
    is_other = true;
  }
  return is_other;
}

// Of the step: a step that is half the delay by the numbers of the call is not longer by rounding.
constexpr double kSameStep = 1e-9;

bool PartRun::SetLimits() {
  double shortest = std::numeric_limits<double>::infinity();
  for (Incoming& in : incoming_) {
    in.seconds = run_->instance().delays().delay(in.buffer);
    if (!(in.seconds > 0) || !std::isfinite(in.seconds)) {
      sink_.Report(kDelayNotPositive, {},
                   fmt::format("the line from {} to {} has a delay of {} s: parts need time between them",
                               in.from->name_, name_, run::NumberText(in.seconds)));
      return false;
    }
    shortest = std::min(shortest, in.seconds);
  }
  longest_ = kStepShare * shortest;
  run_->LimitSteps(longest_);
  if (plan_.method->has_fixed_step() && plan_.step > longest_ * (1 + kSameStep)) {
    sink_
        .Report(kStepBeyondDelay, {},
                fmt::format("the step of {}, {} s, is longer than half of the shortest delay that it receives, {} s",
                            name_, run::NumberText(plan_.step), run::NumberText(shortest)))
        .hint = "choose a shorter --step, or a method with a variable step for this part: --method NAME:METHOD";
    return false;
  }
  return true;
}

std::vector<std::pair<const PartRun*, double>> PartRun::Delays() {
  std::vector<std::pair<const PartRun*, double>> found;
  for (const Incoming& in : incoming_) found.emplace_back(in.from, run_->instance().delays().delay(in.buffer));
  return found;
}

double PartRun::Horizon(const Incoming& in) const {
  double now = run_->time();
  return now + longest_ - in.seconds + Rounding(now, in.seconds);
}

bool PartRun::IsReady() const {
  for (const Incoming& in : incoming_)
    if (!(in.from->shown_time() > Horizon(in))) return false;
  // Not so far ahead that what it sends fills the memory.
  for (const Outgoing& out : outgoing_)
    for (const Outgoing::Place& place : out.to)
      if (run_->time() > place.to->shown_time() + kMostAhead * place.to->incoming_[place.incoming].seconds)
        return false;
  return true;
}

void PartRun::TakeRecords() {
  {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < incoming_.size(); ++i) {
      incoming_[i].waiting.insert(incoming_[i].waiting.end(), inbox_[i].begin(), inbox_[i].end());
      inbox_[i].clear();
    }
  }
  double now = run_->time();
  for (Incoming& in : incoming_) {
    double horizon = Horizon(in);
    while (in.taken <= horizon) {
      Check(!in.waiting.empty(), "a part that was run before its waves were there");
      run::DelayRecord record = in.waiting.front();
      in.waiting.pop_front();
      run_->instance().delays().Take(in.buffer, record, now);
      if (record.at_event) run_->StopAt(record.time + in.seconds);
      in.taken = record.time;
    }
  }
}

void PartRun::Send() {
  run::DelayBuffers& delays = run_->instance().delays();
  for (const Outgoing& out : outgoing_) {
    std::vector<run::DelayRecord>& heard = delays.heard(out.buffer);
    if (heard.empty()) continue;
    for (const Outgoing::Place& place : out.to) {
      std::lock_guard lock(place.to->mutex_);
      std::vector<run::DelayRecord>& inbox = place.to->inbox_[place.incoming];
      inbox.insert(inbox.end(), heard.begin(), heard.end());
    }
    heard.clear();
  }
  shown_.store(run_->time(), std::memory_order_release);
}

bool PartRun::Advance() {
  ++advances_;
  TakeRecords();
  bool going = run_->Advance();
  Check(!run_->instance().delays().was_starved(), "a part has read a wave beyond what it was given");
  Send();
  return going;
}

run::SimulationResult PartRun::End() {
  result_ = run_->End();
  return result_;
}

}  // namespace mica::distribute
