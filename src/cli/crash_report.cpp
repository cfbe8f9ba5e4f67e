#include "cli/crash_report.h"

#include <dlfcn.h>
#include <ucontext.h>
#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <cstdlib>
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

pid_t program = 0;  // not a child that foreign code made by fork()

// Those of the C library, looked for before they are needed: a handler of signals may not.
using Ending = void (*)(int);
Ending real_exit = nullptr, real_at_once = nullptr, real_quick_exit = nullptr;

Ending Find(const char* name) { return reinterpret_cast<Ending>(dlsym(RTLD_NEXT, name)); }

// Foreign code that ends the program ends the run.
[[noreturn]] void End(Ending ending, const char* name, int status) {
  if (getpid() == program) run::LeaveModelCodeForExit();
  if (!ending) ending = Find(name);
  if (ending) ending(status);
  std::abort();
}

}  // namespace

void InstallCrashReport() {
  program = getpid();
  real_exit = Find("exit");
  real_at_once = Find("_exit");
  real_quick_exit = Find("quick_exit");
  struct sigaction action{};
  action.sa_sigaction = OnCrash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace mica::cli

// In place of those of the C library, for whatever is loaded later: handlers of exit() and destructors of a program
// whose threads are at work would not come to their end.
extern "C" {
void exit(int status) noexcept { mica::cli::End(mica::cli::real_exit, "exit", status); }
void _exit(int status) { mica::cli::End(mica::cli::real_at_once, "_exit", status); }
void _Exit(int status) noexcept { mica::cli::End(mica::cli::real_at_once, "_exit", status); }
void quick_exit(int status) noexcept { mica::cli::End(mica::cli::real_quick_exit, "quick_exit", status); }
}
