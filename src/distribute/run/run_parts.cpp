#include "distribute/run/run_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <thread>

#include "base/check.h"
#include "distribute/codes.h"
#include "session/deep_stack.h"

namespace mica::distribute {

namespace {

using Clock = std::chrono::steady_clock;
using Parts = std::vector<std::unique_ptr<PartRun>>;

double SecondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Threads that serve until there is nothing left; what one throws comes out here.
void Serve(unsigned threads, const std::function<void()>& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  auto guarded = [&] {
    try {
      RunOnDeepStack(work);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::jthread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(guarded);
  guarded();
  pool.clear();
  if (thrown) std::rethrow_exception(thrown);
}

class Scheduler {
 public:
  Scheduler(Parts& parts, const PartsRequest& request, double stop)
      : parts_(parts), request_(request), states_(parts.size(), State::kWaiting), end_(stop) {}

  void Run(unsigned threads) {
    for (auto& part : parts_) {
      states_[part->index] = State::kQueued;
      queue_.push_back(part.get());
    }
    open_ = parts_.size();
    Serve(threads, [this] { Work(); });
  }
  double end() const { return end_; }

 private:
  enum class State : std::uint8_t { kWaiting, kQueued, kRunning, kDone };

  void Work() {
    std::unique_lock lock(mutex_);
    try {
      while (true) {
        changed_.wait(lock, [this] { return !queue_.empty() || open_ == 0 || has_thrown_; });
        if (open_ == 0 || has_thrown_) return;
        PartRun* part = queue_.front();
        queue_.pop_front();
        states_[part->index] = State::kRunning;
        ++running_;
        lock.unlock();
        bool is_done = Run(*part);
        lock.lock();
        --running_;
        Settle(*part, is_done);
        Check(running_ > 0 || !queue_.empty() || open_ == 0, "parts that wait for each other");
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      has_thrown_ = true;
      changed_.notify_all();
      throw;
    }
  }

  // For as long as it can; whether it has come to its end.
  bool Run(PartRun& part) {
    Clock::time_point begin = Clock::now();
    bool going = true;
    std::size_t count = 0;
    // Neighbours that wait for it are woken now and then, so that they do not wait for all of its steps.
    constexpr std::size_t kStepsBetweenLooks = 8;
    while (going && part.shown_time() < end_.load() && !request_.stop.stop_requested() && part.IsReady()) {
      going = part.Advance();
      if (++count % kStepsBetweenLooks == 0 && threads_wait_.load()) WakeNeighbours(part);
    }
    part.busy += SecondsSince(begin);
    if (!going) {
      // Ended before its time: so do all.
      double time = part.shown_time();
      if (time < part.plan().stop) {
        double end = end_.load();
        while (time < end && !end_.compare_exchange_weak(end, time)) {
        }
      }
      return true;
    }
    return part.shown_time() >= end_.load() || request_.stop.stop_requested();
  }

  void WakeNeighbours(PartRun& part) {
    std::lock_guard lock(mutex_);
    Wake(part);
  }
  void Wake(PartRun& part) {
    for (PartRun* other : part.neighbours())
      if (states_[other->index] == State::kWaiting && (other->IsReady() || other->shown_time() >= end_.load()))
        Queue(*other);
  }
  void Queue(PartRun& part) {
    states_[part.index] = State::kQueued;
    queue_.push_back(&part);
    threads_wait_.store(false);
    changed_.notify_one();
  }
  void Settle(PartRun& part, bool is_done) {
    if (is_done) {
      states_[part.index] = State::kDone;
      --open_;
    } else if (part.IsReady()) {
      Queue(part);
    } else {
      states_[part.index] = State::kWaiting;
    }
    Wake(part);
    // An end that came nearer may be behind some that wait.
    if (end_.load() < known_end_) {
      known_end_ = end_.load();
      for (auto& each : parts_)
        if (states_[each->index] == State::kWaiting && each->shown_time() >= known_end_) Queue(*each);
    }
    threads_wait_.store(queue_.empty());
    if (open_ == 0) changed_.notify_all();
    Show();
  }
  void Show() {
    if (!request_.progress || SecondsSince(shown_) < 0.2) return;
    shown_ = Clock::now();
    double least = end_.load();
    for (auto& each : parts_) least = std::min(least, each->shown_time());
    const run::RunPlan& plan = parts_.front()->plan();
    request_.progress(least, plan.start, plan.stop);
  }

  Parts& parts_;
  const PartsRequest& request_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PartRun*> queue_;
  std::vector<State> states_;
  std::size_t open_ = 0, running_ = 0;
  bool has_thrown_ = false;
  std::atomic<bool> threads_wait_{true};
  std::atomic<double> end_;
  double known_end_ = std::numeric_limits<double>::infinity();
  Clock::time_point shown_ = Clock::now();
};

// Each part once, by several threads; whether all succeeded.
bool ForAll(Parts& parts, unsigned threads, const std::function<bool(PartRun&)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> all{true};
  Serve(threads, [&] {
    for (std::size_t i = next++; i < parts.size(); i = next++)
      if (!work(*parts[i])) all = false;
  });
  return all;
}

// Initialization. A wave that is read at the start, before one has travelled, has the value that its sender starts with
// (the specification, 3.7.4.1): parts begin again until the values are those that they assumed. Without loops of such
// reads that takes as many rounds as parts follow each other.
bool BeginAll(Parts& parts, const PartsRequest& request, unsigned threads, PartsEnd& end) {
  constexpr int kMostRounds = 100;
  if (!ForAll(parts, threads,
              [&](PartRun& part) { return part.Begin(request.stop) || part.plan().start >= part.plan().stop; }))
    return false;
  for (end.start_rounds = 1;; ++end.start_rounds) {
    std::vector<std::uint8_t> is_other(parts.size());
    for (auto& part : parts) is_other[part->index] = part->TakeStarts() ? 1 : 0;
    auto found = std::ranges::find(is_other, 1);
    if (found == is_other.end()) return true;
    if (end.start_rounds == kMostRounds) {
      PartRun& part = *parts[static_cast<std::size_t>(found - is_other.begin())];
      part.sink()
          .Report(kWavesNotSettled, {},
                  fmt::format("the waves that {} receives at the start do not settle: parts that read each other's "
                              "delayed signals before the first one has travelled",
                              part.name()))
          .hint = "give lines a value for the start: if time < start + T then value else delay(…)";
      return false;
    }
    if (!ForAll(parts, threads, [&](PartRun& part) { return !is_other[part.index] || part.Begin(request.stop); }))
      return false;
  }
}

}  // namespace

PartsEnd RunParts(Parts& parts, const PartsRequest& request) {
  PartsEnd end;
  unsigned threads = request.threads > 0 ? request.threads : std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, parts.size())));
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i]->index = i;
  double stop = parts.front()->plan().stop;
  Clock::time_point begin = Clock::now();
  bool has_begun = BeginAll(parts, request, threads, end);
  bool has_limits = has_begun;
  for (auto& part : parts) has_limits = has_limits && part->SetLimits();
  end.initialize_seconds = SecondsSince(begin);
  begin = Clock::now();
  if (has_limits) {
    for (auto& part : parts) part->SendStarts();
    Scheduler scheduler(parts, request, stop);
    scheduler.Run(threads);
    end.time = scheduler.end();
  }
  // What ended it: the part that came least far.
  end.initialized = has_limits;
  end.outcome = run::Outcome::kFinished;
  for (auto& part : parts) {
    run::SimulationResult result = part->End();
    if (result.outcome == run::Outcome::kFinished) continue;
    bool is_own = result.outcome != run::Outcome::kCancelled;
    if (is_own && (!end.cause || result.time < end.cause->result().time)) end.cause = part.get();
    if (!end.cause) end.outcome = run::Outcome::kCancelled;
  }
  if (end.cause) end.outcome = end.cause->result().outcome;
  if (!has_limits && end.outcome != run::Outcome::kRefused) end.outcome = run::Outcome::kFailed;
  if (end.outcome == run::Outcome::kCancelled)
    for (auto& part : parts) end.time = std::min(end.time, part->result().time);
  end.run_seconds = SecondsSince(begin);
  return end;
}

}  // namespace mica::distribute
