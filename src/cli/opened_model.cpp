#include "cli/opened_model.h"

#include "cli/commands.h"
#include "structure/codes.h"

namespace mica::cli {

OpenedModel::OpenedModel(const Arguments& call)
    : arguments(call), session(SessionOptionsOf(call)), messages(session, call) {
  if (!call.verbose) messages.HideNote(structure::kStartValuesUsed);
}

bool OpenedModel::Find() {
  Result<library::Class*> found = session.FindModel(arguments.model);
  outcome = found ? Outcome::kDone : Outcome::kModelWrong;
  if (found) model = *found;
  return found.ok();
}

bool OpenedModel::FindStudied() {
  outcome = Outcome::kCallWrong;
  if (!MakeRequest(arguments, session, base) || session.sink().has_errors()) return false;
  base.keep = false;
  return Find();
}

}  // namespace mica::cli
