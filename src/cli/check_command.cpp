// `mica check` and `mica show`: a model as far as a stage, without running it.
#include <fmt/format.h>

#include "base/diagnostic.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "session/check_model.h"
#include "session/show.h"
#include "session/statistics.h"

namespace mica::cli {

int Check(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  CheckedModel checked = CheckModel(arguments.model, session);
  messages.Show();
  if (checked.counts) fmt::print("{}: {} equations and {} unknowns\n", checked.name, checked.counts->equations, checked.counts->unknowns);
  if (checked.translation) WriteStatistics(arguments.stats, session, *checked.translation, {});
  return messages.Close(checked.outcome);
}

int Show(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  const ShownStage* wanted = nullptr;
  std::vector<std::string_view> names;
  for (const ShownStage& stage : ShownStages()) {
    names.push_back(stage.name);
    if (stage.name == arguments.stage) wanted = &stage;
  }
  if (!wanted) {
    std::string_view nearest = NearestSpelling(arguments.stage, names);
    std::string all;
    for (std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
    session.sink().Error("E9006", {}, fmt::format("there is no stage «{}»", arguments.stage)).hint =
        nearest.empty() ? fmt::format("the stages are {}", all) : fmt::format("did you mean «{}»? The stages are {}", nearest, all);
    return messages.Close(Outcome::kCallWrong);
  }
  Result<std::string> text = ShowStage(*wanted, arguments.model, session);
  if (text) fmt::print("{}", *text);
  return messages.Close(text && !session.sink().has_errors() ? Outcome::kDone : Outcome::kModelWrong);
}

}  // namespace mica::cli
