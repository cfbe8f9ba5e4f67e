#include "session/outcome.h"

namespace mica {

Outcome OutcomeOf(std::span<const Diagnostic> reported, Outcome of_model) {
  Outcome outcome = Outcome::kDone;
  for (const Diagnostic& each : reported) {
    if (!each.is_error()) continue;
    switch (each.code.blame) {
      case Blame::kUs:
        return Outcome::kFault;
      case Blame::kCall:
      case Blame::kEnvironment:
        outcome = Outcome::kCallWrong;
        break;
      case Blame::kModel:
        if (outcome == Outcome::kDone) outcome = of_model;
        break;
    }
  }
  return outcome;
}

}  // namespace mica
