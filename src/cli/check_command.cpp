// `mica check` and `mica show`: a model as far as a stage, without running it.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>

#include "base/diagnostic.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "plot/program.h"
#include "session/check_model.h"
#include "session/evaluated_parameters.h"
#include "session/show.h"
#include "session/statistics.h"

namespace mica::cli {

int Check(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  CheckedModel checked = CheckModel(arguments.model, session);
  messages.Show();
  if (checked.counts) fmt::print("{}: {} equations and {} unknowns\n", checked.name, checked.counts->equations, checked.counts->unknowns);
  if (arguments.shows_evaluated && checked.translation) {
    for (const EvaluatedParameter& parameter : EvaluatedParameters(session, *checked.translation))
      fmt::print("  {} = {}, for {}{}\n", parameter.name, parameter.value, parameter.why, parameter.where.empty() ? "" : " at " + parameter.where);
  }
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
  if (arguments.as_page && !wanted->has_page) {
    session.sink().Error("E9042", {}, fmt::format("there is no page of the stage «{}»", wanted->name)).hint = "`mica show blocks --html` draws one";
    return messages.Close(Outcome::kCallWrong);
  }
  const run::Method* method = run::FindMethod(arguments.simulation.method, session.sink());
  if (!method) return messages.Close(Outcome::kCallWrong);
  ShowOptions options{arguments.as_page ? ShownAs::kPage : ShownAs::kText, method->is_inlined, method->uses_jacobian};
  bool is_partition = wanted->name == "partition";
  if (method->is_mixed || is_partition) {
    options.mixed = arguments.simulation;
    if (is_partition) options.mixed->method = "inline-mixed";
    for (const std::string& text : arguments.set)
      if (!run::ParseOverride(text, options.mixed->overrides, session.sink())) return messages.Close(Outcome::kCallWrong);
  }
  Result<std::string> text = ShowStage(*wanted, arguments.model, options, session);
  if (text && !arguments.output) fmt::print("{}", *text);
  if (text && arguments.output && !WriteWholeFile(*arguments.output, *text)) {
    session.sink().Error("E7035", {}, fmt::format("cannot write «{}»: {}", *arguments.output, std::strerror(errno)));
    return messages.Close(Outcome::kCallWrong);
  }
  bool is_call_wrong = std::any_of(session.sink().all().begin(), session.sink().all().end(),
                                   [](const Diagnostic& d) { return d.code.starts_with("E60") || d.code.starts_with("E65"); });
  return messages.Close(text && !session.sink().has_errors() ? Outcome::kDone : is_call_wrong ? Outcome::kCallWrong : Outcome::kModelWrong);
}

}  // namespace mica::cli
