#include "cli/crash_report.h"

#include <ucontext.h>
#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "run/report/model_fault.h"
#include "session/outcome.h"

namespace mica::cli {

namespace {

void Say(const char* text) { (void)!write(STDERR_FILENO, text, std::strlen(text)); }

// Whether the fault is at the end of the stack: what is pushed lies a frame below it at most.
bool IsNearStack(const void* fault, void* context) {
  constexpr std::uintptr_t kFrame = 1 << 20;
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  auto stack = static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
  auto stack = static_cast<std::uintptr_t>(machine.sp);
#else
  std::uintptr_t stack = 0;
#endif
  auto at = reinterpret_cast<std::uintptr_t>(fault);
  return at + kFrame > stack && at < stack + kFrame;
}

// Only what is safe inside a signal handler.
extern "C" void OnCrash(int signal, siginfo_t* info, void* context) {
  // In the code of a model it is the model's, and the run ends with what it has.
  run::LeaveModelCode(signal, signal == SIGSEGV && IsNearStack(info->si_addr, context));
  Say("\nerror E9001: internal error: ");
  Say(signal == SIGSEGV || signal == SIGBUS ? "memory was touched that is not there, or the stack is exhausted"
      : signal == SIGFPE                    ? "an arithmetic fault"
      : signal == SIGILL                    ? "an instruction that this processor does not know"
                                            : "the program gave up");
  Say("\n  hint: this is an error in Mica or in an external library of the model: please report it, with the model and "
      "this message\n");
  _exit(static_cast<int>(Outcome::kFault));
}

}  // namespace

void InstallCrashReport() {
  struct sigaction action{};
  action.sa_sigaction = OnCrash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace mica::cli
