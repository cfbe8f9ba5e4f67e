// Realtime stage: the way between a running model and a controller outside. docs/realtime.md has the layouts, byte by
// byte.
//
// Outputs are given away at the beginning of a step, when their time has come; inputs are taken right after. In
// lockstep the model waits for the answer to the outputs before it goes on; otherwise it takes what has come by then.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/diagnostic.h"

namespace mica::realtime {

class Exchange {
 public:
  virtual ~Exchange() = default;
  // The outputs of step number `step`, which begins at `time`. `is_last`: no step follows.
  virtual void Send(std::uint64_t step, double time, std::span<const double> outputs, bool is_last) = 0;
  // Takes the newest inputs, if any came since the last call. True: `inputs` has them.
  virtual bool Take(std::span<double> inputs) = 0;
  // Waits until inputs have come, at most so long. In lockstep only.
  virtual bool Wait(double seconds) = 0;
  // What was received and could not be used: wrong length, wrong kind.
  virtual std::uint64_t refused() const { return 0; }
};

struct UdpSettings {
  std::string address = "127.0.0.1";  // own address and port: where inputs come
  int port = 0;
  std::string peer;       // HOST:PORT where outputs go; empty: to whom the last datagram came from
  bool lockstep = false;  // inputs count only if they carry the number of the step whose outputs they answer
};

// Null: E6406 (the port cannot be had) or E6407 (not an address), reported.
std::unique_ptr<Exchange> MakeUdpExchange(const UdpSettings& settings, std::size_t inputs, std::size_t outputs,
                                          DiagnosticSink& sink);
// A segment of POSIX shared memory. Null: E6408, reported.
std::unique_ptr<Exchange> MakeSharedMemoryExchange(const std::string& name, std::span<const double> initial_inputs,
                                                   std::size_t outputs, DiagnosticSink& sink);

}  // namespace mica::realtime
