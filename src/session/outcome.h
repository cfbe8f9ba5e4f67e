// How work of a session ended, by who has to act. The numbers are the exit codes of the command line. They follow from
// who is to blame for the errors that were reported (base/diagnostic_code.h).
#pragma once

#include <span>

#include "base/diagnostic.h"

namespace mica {

enum class Outcome : int {
  kDone = 0,
  kModelWrong = 1,   // the model, the library or a file of them
  kCallWrong = 2,    // what was asked for makes no sense, or the machine does not allow it
  kFailed = 3,       // the simulation; the result up to there is kept
  kFault = 4,        // Mica's own fault
  kCancelled = 130,  // by the user (128 + SIGINT, as a shell has it); the result up to there is kept
};

// The outcome that the errors among `reported` stand for: of ours before those of the call or the machine, these before
// those of the model. `of_model` is what an error of the model means: kFailed while it runs. kDone if there is none.
Outcome OutcomeOf(std::span<const Diagnostic> reported, Outcome of_model = Outcome::kModelWrong);

}  // namespace mica
