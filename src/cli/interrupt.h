// Ctrl-C (SIGINT) and SIGTERM during a simulation. The first ends it at the next step or output point, with the result
// so far. A run that does not come to such a point, such as an endless loop in a function of the model, is ended with
// the program after kGrace; so does a second signal, at once. While nothing is to be kept, signals do what they always
// do.
#pragma once

#include <stop_token>
#include <thread>

namespace mica::cli {

// Listens from its construction to its destruction; one at a time.
class Interrupt {
 public:
  // `waits`: the program is never ended from here, however long it takes to come to an end by itself.
  explicit Interrupt(bool waits = false);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  static constexpr int kGraceMilliseconds = 700;  // one signal is obeyed within a second

  int pipe_[2] = {-1, -1};  // the handler may do little more than write to it; the listener does the rest
  std::thread listener_;
};

}  // namespace mica::cli
