// Text given to a session without libraries, whose own faults are faults here.
#pragma once

#include <string>

#include "session/session.h"
#include "target.h"

namespace mica::fuzz {

inline void FaultIf(const Session& session) {
  if (!session.faulted()) return;
  for (const Diagnostic& each : session.sink().all())
    if (each.code.id() == "E9001") Fault(each.message);
  Fault("a fault of a stage");
}

// The last class of the text, if it can be instantiated.
inline Result<library::Class*> FindModelOf(Session& session, std::string text) {
  Result<library::Class*> found = session.ReadText("input.mo", std::move(text));
  if (!found) return found;
  return session.FindModel({session.classes().QualifiedName(*found), "", {}});
}

// A check: as far as the sorted equations.
inline void CheckText(std::string text) {
  Session session;
  Result<library::Class*> found = FindModelOf(session, std::move(text));
  if (found) {
    Translation& translation = session.Translate(*found);
    if (translation.Flatten()) (void)translation.Analyze();
  }
  FaultIf(session);
  for (const Diagnostic& each : session.sink().all()) (void)FormatDiagnostic(each, session.sources());
}

}  // namespace mica::fuzz
