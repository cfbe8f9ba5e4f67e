#include "cli/interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "session/outcome.h"

namespace mica::cli {

namespace {

// A signal handler knows nothing but what is global; this is the process's one handler, in the program and not in the
// engine.
std::atomic<int> write_end = -1;

extern "C" void OnSignal(int) {
  char byte = 1;
  int end = write_end.load();
  if (end >= 0) (void)!write(end, &byte, 1);
}

constexpr int kSignals[] = {SIGINT, SIGTERM};

}  // namespace

Interrupt::Interrupt(bool waits) {
  if (pipe2(pipe_, O_CLOEXEC) != 0) return;  // then Ctrl-C ends the program, as ever
  write_end = pipe_[1];
  listener_ = std::thread([this, waits] {
    char byte = 0;
    if (read(pipe_[0], &byte, 1) != 1 || byte != 1) return;
    source_.request_stop();
    pollfd end{pipe_[0], POLLIN, 0};
    int ready = 0;
    do ready = poll(&end, 1, waits ? -1 : kGraceMilliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready != 0) return;  // the destructor says that the run has ended
    static constexpr char kText[] =
        "mica: ended; the model did not come to a point where the run could stop, rows not yet written are lost\n";
    (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(static_cast<int>(Outcome::kCancelled));
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
