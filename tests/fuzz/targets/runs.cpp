// Models, damaged, and simulated by one of all methods for a moment: they run, or are refused, or fail; asked to stop,
// they do so.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef MICA_LIBFUZZER
#include "cli/crash_report.h"
#endif
#include "session_input.h"

namespace {

// Requests the stop of a run after some time, unless it ended before.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds time)
      : thread_([this, time](std::stop_token ended) {
          std::unique_lock lock(mutex_);
          woken_.wait_for(lock, ended, time, [] { return false; });
          stop_.request_stop();
        }) {}
  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;
};

constexpr std::chrono::milliseconds kLongestRun(1500);

}  // namespace

MICA_FUZZ_TARGET(runs) {
  using namespace mica;
#ifndef MICA_LIBFUZZER
  // As in the program: signals inside the code of a model end the run.
  static const bool is_installed = (cli::InstallCrashReport(), true);
  (void)is_installed;
#endif
  std::size_t sum = size;
  for (std::size_t i = 0; i < size; ++i) sum = sum * 31 + data[i];
  const run::Method& method = run::Methods()[sum % run::Methods().size()];
  Session session;
  Result<library::Class*> found = fuzz::FindModelOf(session, fuzz::TextOf(data, size));
  if (found) {
    Deadline deadline(kLongestRun);
    SimulationRequest request;
    request.method = method.name;
    request.options.intervals = 20;
    if (method.has_fixed_step()) request.options.step = 0.01;
    request.options.stop = 1;
    request.options.start = 0;
    request.stop = deadline.token();
    (void)session.Translate(*found).Simulate(request);
  }
  fuzz::FaultIf(session);
  return 0;
}
