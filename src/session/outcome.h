// How work of a session ended, by who has to act. The numbers are the exit codes of the command line.
#pragma once

namespace mica {

enum class Outcome : int {
  kDone = 0,
  kModelWrong = 1,   // the model, the library or a file of them
  kCallWrong = 2,    // what was asked for makes no sense
  kFailed = 3,       // the simulation; the result up to there is kept
  kFault = 4,        // Mica's own fault
  kCancelled = 130,  // by the user (128 + SIGINT, as a shell has it); the result up to there is kept
};

}  // namespace mica
