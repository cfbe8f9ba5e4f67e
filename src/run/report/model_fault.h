// Run stage: faults inside the code of a model: a function that calls itself without end, an array larger than memory,
// a signal in an external function, one that ends the program. They end the run, not the program: the code is left by a
// long jump to the frame of the section that was called, which throws a ModelFault; the result up to there is kept.
//
// The signals themselves arrive in the program, which asks here first (LeaveModelCode). Without a frame they are faults
// of ours.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "run/runnable.h"

struct MicaExternalFrame;

namespace mica::run {

// What code did that a signal ended, as the end of a sentence.
std::string_view SignalText(int signal);

// What is thrown, and what is known about it.
struct ModelFault {
  enum class Kind : std::uint8_t { kStack, kMemory, kSignal, kExit };
  Kind kind = Kind::kSignal;
  int signal = 0;
  std::size_t bytes = 0;              // of kMemory: what was asked for
  std::optional<std::uint32_t> site;  // of the external call that was under way
};

struct ModelCodeFrame {
  std::jmp_buf back;
  ModelCodeFrame* outer = nullptr;
  MicaExternalFrame* external = nullptr;  // the innermost external call outside this frame
  bool in_host = false;                   // code of ours runs, called by the model's
  ModelFault fault;
};

void EnterModelCode(ModelCodeFrame& frame);
void ExitModelCode(ModelCodeFrame& frame);

// While one lives, what runs in the innermost frame is code of ours.
class HostCode {
 public:
  HostCode();
  ~HostCode();
  HostCode(const HostCode&) = delete;
  HostCode& operator=(const HostCode&) = delete;

 private:
  ModelCodeFrame* frame_;
  bool before_ = false;
};

// Does not return where the thread is inside the code of a model. May be called in a handler of signals. `is_stack`:
// the stack is exhausted.
void LeaveModelCode(int signal, bool is_stack);
// The same for memory that is not there.
void LeaveModelCodeForMemory(std::size_t bytes);

// The same for a call of exit(), or of one of its relatives.
void LeaveModelCodeForExit();

// E6320: what happened, at the place and in the function where it did.
void ReportModelFault(const ModelFault& fault, double time, const Runnable& runnable, DiagnosticSink& sink);

}  // namespace mica::run
