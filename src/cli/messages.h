// What the user is told besides results: diagnostics on the standard error, errors first, each once.
#pragma once

#include <cstddef>

#include "cli/arguments.h"
#include "session/session.h"

namespace mica::cli {

class Messages {
 public:
  Messages(const Session& session, const Arguments& arguments);

  // Those that came since the last call. Quiet: without notes, but for what the model itself says.
  void Show();
  // Shows the rest and counts them all, where there were several errors. Gives the exit code.
  int Close(Outcome outcome);
  bool colour() const { return colour_; }

 private:
  const Session& session_;
  bool quiet_;
  bool colour_;
  std::size_t shown_ = 0;
};

// Whether a stream gets colours, by --colour and what it is.
bool UsesColour(const Arguments& arguments, int descriptor);

}  // namespace mica::cli
