#include "realtime/scheduling.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "realtime/codes.h"

namespace mica::realtime {

Scheduling::Scheduling(int priority, DiagnosticSink& sink) {
  if (priority <= 0) return;
  sched_param wish{};
  wish.sched_priority = priority;
  int failed = pthread_setschedparam(pthread_self(), SCHED_FIFO, &wish);
  is_fifo_ = failed == 0;
  if (!is_fifo_) {
    Diagnostic& note =
        sink.Report(kNoPriority, {},
                    fmt::format("no real-time priority (SCHED_FIFO {}): {}; other programs may delay steps", priority,
                                std::strerror(failed)));
    note.hint = "the limit rtprio of the user, or the capability CAP_SYS_NICE, permits it";
  }
  is_locked_ = mlockall(MCL_CURRENT) == 0;
  if (!is_locked_) {
    Diagnostic& note = sink.Report(
        kMemoryNotLocked, {},
        fmt::format("memory is not locked: {}; pages that were put away may delay steps", std::strerror(errno)));
    note.hint = "the limit memlock of the user, or the capability CAP_IPC_LOCK, permits it";
  }
}

Scheduling::~Scheduling() {
  sched_param usual{};
  if (is_fifo_) pthread_setschedparam(pthread_self(), SCHED_OTHER, &usual);
  if (is_locked_) munlockall();
}

}  // namespace mica::realtime
