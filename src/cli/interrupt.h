// Ctrl-C during a simulation. The first ends it at the next output point, with the result so far; a second one ends the program. While nothing is
// to be kept, the first one does.
#pragma once

#include <stop_token>
#include <thread>

namespace mica::cli {

// Listens from its construction to its destruction; one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  int pipe_[2] = {-1, -1};  // the handler may do little more than write to it; the listener does the rest
  std::thread listener_;
};

}  // namespace mica::cli
