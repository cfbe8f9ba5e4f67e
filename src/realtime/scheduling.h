// Realtime stage: what the operating system offers to a thread that must keep time: a priority above all others
// (SCHED_FIFO) and memory that is not paged out. What is not permitted is reported by a note and done without.
#pragma once

#include "base/diagnostic.h"

namespace mica::realtime {

class Scheduling {
 public:
  // From now on, for the calling thread, until destruction. `priority` 1 to 99, 0: none is asked for.
  Scheduling(int priority, DiagnosticSink& sink);
  ~Scheduling();
  Scheduling(const Scheduling&) = delete;
  Scheduling& operator=(const Scheduling&) = delete;

  bool is_fifo() const { return is_fifo_; }
  bool is_locked() const { return is_locked_; }

 private:
  bool is_fifo_ = false, is_locked_ = false;
};

}  // namespace mica::realtime
