// How every command begins that runs a model many times or in parts: a session with the libraries of the call, its
// messages, the model, and the request that all runs have in common.
#pragma once

#include "cli/messages.h"
#include "cli/options/arguments.h"
#include "session/session.h"

namespace mica::cli {

struct OpenedModel {
  // The note about start values is for those who ask for details: such a command says what it has used.
  explicit OpenedModel(const Arguments& call);

  // The model of the call. False: reported, and `Close()` gives the exit code.
  bool Find();
  // The same with the request of the runs, which keep nothing of the translation.
  bool FindStudied();

  DiagnosticSink& sink() { return session.sink(); }
  int Close() { return messages.Close(outcome); }
  int Close(Outcome end) { return messages.Close(end); }

  const Arguments& arguments;
  Session session;
  Messages messages;
  library::Class* model = nullptr;
  SimulationRequest base;
  Outcome outcome = Outcome::kCallWrong;
};

}  // namespace mica::cli
