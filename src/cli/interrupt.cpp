#include "cli/interrupt.h"

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace mica::cli {

namespace {

// A signal handler knows nothing but what is global; this is the process's one handler, in the program and not in the engine.
std::atomic<int> write_end = -1;

extern "C" void OnSignal(int) {
  char byte = 1;
  int end = write_end.load();
  if (end >= 0) (void)!write(end, &byte, 1);
}

constexpr int kSignals[] = {SIGINT, SIGTERM};

}  // namespace

Interrupt::Interrupt() {
  if (pipe2(pipe_, O_CLOEXEC) != 0) return;  // then Ctrl-C ends the program, as ever
  write_end = pipe_[1];
  listener_ = std::thread([this] {
    char byte = 0;
    if (read(pipe_[0], &byte, 1) == 1 && byte == 1) source_.request_stop();
  });
  struct sigaction action{};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);  // the second signal finds the default again
  for (int signal : kSignals) sigaction(signal, &action, nullptr);
}

Interrupt::~Interrupt() {
  if (!listener_.joinable()) return;
  for (int each : kSignals) std::signal(each, SIG_DFL);
  write_end = -1;
  char byte = 0;
  (void)!write(pipe_[1], &byte, 1);
  listener_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

}  // namespace mica::cli
