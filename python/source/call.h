// The boundary between Python and the engine: the interpreter's lock is released, Ctrl-C becomes a request to stop, what
// was reported becomes objects, and failures become exceptions of mica.errors.
#pragma once

#include <nanobind/nanobind.h>

#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "session/session.h"

namespace mica::python {

namespace nb = nanobind;

// A diagnostic as Python has it: nothing in it leads back into the engine.
struct Report {
  std::string code, severity, message, file, hint, text;
  std::size_t line = 0, column = 0;  // from 1; 0: it is about no place
  std::vector<std::string> notes;
};

std::vector<Report> Describe(std::span<const Diagnostic> diagnostics, const SourceMap& sources);

// Raises the exception of mica.errors that stands for the outcome. `result`: what there is in spite of it, or None.
[[noreturn]] void Raise(Outcome outcome, std::vector<Report> reports, nb::object result = nb::none());

// While one lives in the main thread, Ctrl-C requests a stop in place of what Python does with it. Elsewhere nothing
// happens: Python gives signals to its main thread alone.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  // Ctrl-C was pressed.
  bool stopped() const { return source_.stop_requested(); }
  // By something else than the user, such as an exception in a function that the run calls.
  void Stop() { source_.request_stop(); }

 private:
  struct State;
  std::stop_source source_;
  std::unique_ptr<State> state_;  // null outside the main thread
};

// After a call whose interrupt was stopped: raises KeyboardInterrupt.
[[noreturn]] void RaiseInterrupt();

void BindCall(nb::module_& module);

}  // namespace mica::python
