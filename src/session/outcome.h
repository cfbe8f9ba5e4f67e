// How work of a session ended, by who has to act. The numbers are the exit codes of the command line.
#pragma once

#include <cstddef>

#include "base/diagnostic.h"

namespace mica {

enum class Outcome : int {
  kDone = 0,
  kModelWrong = 1,   // the model, the library or a file of them
  kCallWrong = 2,    // what was asked for makes no sense
  kFailed = 3,       // the simulation; the result up to there is kept
  kFault = 4,        // Mica's own fault
  kCancelled = 130,  // by the user (128 + SIGINT, as a shell has it); the result up to there is kept
};

// Whether something was reported since sink.all().size() was `from` that is wrong with the call: values of --set that
// the model does not take (run/overrides.h), names of fast and slow states (run/partition/choose_partition.h), and
// other options.
bool IsCallWrong(const DiagnosticSink& sink, std::size_t from = 0);

}  // namespace mica
