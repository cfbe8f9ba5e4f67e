#include "session/deep_stack.h"

#include <pthread.h>
#include <csignal>
#include <exception>
#include <memory>

namespace mica {

namespace {

thread_local bool on_deep_stack = false;

struct Job {
  const std::function<void()>& work;
  std::exception_ptr thrown;
};

void* RunJob(void* data) {
  Job& job = *static_cast<Job*>(data);
  // Where a handler of signals finds room when this stack has none left.
  constexpr std::size_t kAlternateBytes = std::size_t{64} << 10;
  auto room = std::make_unique<std::byte[]>(kAlternateBytes);
  stack_t alternate{room.get(), 0, kAlternateBytes}, before{};
  sigaltstack(&alternate, &before);
  on_deep_stack = true;
  try {
    job.work();
  } catch (...) {
    job.thrown = std::current_exception();
  }
  sigaltstack(&before, nullptr);
  return nullptr;
}

}  // namespace

void RunOnDeepStack(const std::function<void()>& work) {
  if (on_deep_stack) return work();
  Job job{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  bool started = false;
  // Where address space is limited, less has to do.
  for (std::size_t bytes = kDeepStackBytes; !started && bytes >= (std::size_t{16} << 20); bytes /= 2) {
    pthread_attr_setstacksize(&attributes, bytes);
    started = pthread_create(&thread, &attributes, RunJob, &job) == 0;
  }
  pthread_attr_destroy(&attributes);
  if (!started) return work();
  pthread_join(thread, nullptr);
  if (job.thrown) std::rethrow_exception(job.thrown);
}

}  // namespace mica
