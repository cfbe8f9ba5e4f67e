// Study stage: work for several threads (model_runs.h). Each takes the next index; the order in which they end does not
// matter to anything that is computed.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "session/deep_stack.h"
#include "study/runs/model_runs.h"

namespace mica::study {

void RunParallel(std::size_t count, unsigned threads, std::stop_token stop,
                 const std::function<void(std::size_t)>& work) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, count)));
  std::atomic<std::size_t> next{0};
  std::atomic<bool> has_failed{false};
  std::mutex mutex;
  std::exception_ptr thrown;
  auto serve = [&] {
    try {
      RunOnDeepStack([&] {
        while (!has_failed && !stop.stop_requested()) {
          std::size_t i = next++;
          if (i >= count) return;
          work(i);
        }
      });
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      has_failed = true;
    }
  };
  std::vector<std::jthread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(serve);
  serve();
  pool.clear();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace mica::study
