#include "cli/crash_report.h"

#include <csignal>
#include <cstring>
#include <initializer_list>
#include <unistd.h>

#include "session/outcome.h"

namespace mica::cli {

namespace {

void Say(const char* text) { (void)!write(STDERR_FILENO, text, std::strlen(text)); }

// Only what is safe inside a signal handler.
extern "C" void OnCrash(int signal) {
  Say("\nerror E9001: internal error: ");
  Say(signal == SIGSEGV || signal == SIGBUS ? "memory was touched that is not there, or the stack is exhausted"
      : signal == SIGFPE                    ? "an arithmetic fault"
      : signal == SIGILL                    ? "an instruction that this processor does not know"
                                            : "the program gave up");
  Say("\n  hint: this is an error in Mica or in an external library of the model: please report it, with the model and this message\n");
  _exit(static_cast<int>(Outcome::kFault));
}

}  // namespace

void InstallCrashReport() {
  struct sigaction action{};
  action.sa_handler = OnCrash;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace mica::cli
