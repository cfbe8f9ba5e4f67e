#include "session/deep_stack.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <csignal>
#include <exception>
#include <memory>

namespace mica {

namespace {

constexpr std::size_t kGuardBytes = std::size_t{64} << 10;
// Where a handler of signals finds room when the stack has none left.
constexpr std::size_t kAlternateBytes = std::size_t{64} << 10;

// A stack of the thread that asked first, kept for the next time: a change of stacks costs less than a microsecond, a
// thread of its own many, and on a busy machine a turn of the scheduler.
class DeepStack {
 public:
  DeepStack() {
    // Where address space is limited, less has to do.
    for (std::size_t bytes = kDeepStackBytes; !memory_ && bytes >= (std::size_t{16} << 20); bytes /= 2) {
      void* made =
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (made == MAP_FAILED) continue;
      memory_ = made;
      bytes_ = bytes;
      mprotect(memory_, kGuardBytes, PROT_NONE);  // running over its end is a fault, not a write to something else
    }
    alternate_ = std::make_unique<std::byte[]>(kAlternateBytes);
  }
  ~DeepStack() {
    if (memory_) munmap(memory_, bytes_);
  }
  DeepStack(const DeepStack&) = delete;
  DeepStack& operator=(const DeepStack&) = delete;

  bool ok() const { return memory_ != nullptr; }
  void* memory() { return static_cast<std::byte*>(memory_) + kGuardBytes; }
  std::size_t bytes() const { return bytes_ - kGuardBytes; }
  std::byte* alternate() { return alternate_.get(); }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte[]> alternate_;
};

struct Job {
  const std::function<void()>* work = nullptr;
  std::exception_ptr thrown;
};

thread_local Job* current = nullptr;  // not null: this thread stands on its deep stack

void RunJob() {
  Job& job = *current;
  try {
    (*job.work)();
  } catch (...) {
    job.thrown = std::current_exception();
  }
}

}  // namespace

void RunOnDeepStack(const std::function<void()>& work) {
  if (current) return work();
  thread_local DeepStack stack;
  if (!stack.ok()) return work();
  stack_t alternate{stack.alternate(), 0, kAlternateBytes}, before{};
  sigaltstack(&alternate, &before);
  Job job{&work, nullptr};
  current = &job;
  ucontext_t back, there;
  getcontext(&there);
  there.uc_stack.ss_sp = stack.memory();
  there.uc_stack.ss_size = stack.bytes();
  there.uc_link = &back;
  makecontext(&there, &RunJob, 0);
  swapcontext(&back, &there);
  current = nullptr;
  sigaltstack(&before, nullptr);
  if (job.thrown) std::rethrow_exception(job.thrown);
}

}  // namespace mica
