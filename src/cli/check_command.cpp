// `mica check` and `mica show`: a model as far as a stage, without running it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/diagnostic.h"
#include "base/process.h"
#include "cli/codes.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "plot/codes.h"
#include "session/show/check_model.h"
#include "session/show/show.h"
#include "session/statistics.h"
#include "session/values/evaluated_parameters.h"

namespace mica::cli {

namespace {

// Each model in a session of its own: what one has read, or done wrong, does not touch the others.
int CheckPackage(const std::string& package, const std::vector<std::string>& models, const Arguments& arguments) {
  std::vector<std::string> failed;
  int worst = static_cast<int>(Outcome::kDone);
  for (const std::string& model : models) {
    Session session(SessionOptionsOf(arguments));
    Arguments quieter = arguments;
    quieter.quiet = !arguments.verbose;
    Messages messages(session, quieter);
    // A package that is a file or a directory is opened before the model in it is looked for.
    ModelRequest request{model, "", arguments.model.files};
    if (std::error_code error; std::filesystem::exists(arguments.model.model, error))
      request.files.push_back(arguments.model.model);
    CheckedModel checked = CheckModel(request, session);
    std::fflush(stdout);
    messages.Show();
    if (checked.outcome != Outcome::kDone) failed.push_back(model);
    if (!checked.counts && checked.outcome == Outcome::kDone)
      fmt::print("{}: not checked to the end, native code that is not trusted decides about it\n", model);
    else if (!checked.counts)
      fmt::print("{}: wrong\n", model);
    else if (checked.outcome != Outcome::kDone || !arguments.quiet)
      fmt::print("{}: {} equations and {} unknowns{}\n", model, checked.counts->equations, checked.counts->unknowns,
                 checked.outcome == Outcome::kDone ? "" : ", wrong");
    worst = std::max(worst, messages.Close(checked.outcome));
  }
  auto many = [](std::size_t n) { return fmt::format("{} model{}", n, n == 1 ? "" : "s"); };
  if (models.empty())
    fmt::print("{}: there is no model in it that can be checked\n", package);
  else if (failed.empty())
    fmt::print("{}: {} checked, nothing is wrong\n", package, many(models.size()));
  else
    fmt::print("{}: {} checked, {} wrong: {}\n", package, many(models.size()), failed.size(), fmt::join(failed, ", "));
  return worst;
}

}  // namespace

int Check(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  if (Result<library::Class*> found = session.FindClass(arguments.model); found && (*found)->definition) {
    if ((*found)->definition->class_kind == syntax::ClassKind::kPackage)
      return CheckPackage(session.classes().QualifiedName(*found), ModelsBelow(*found, session), arguments);
  } else {
    return messages.Close(Outcome::kModelWrong);
  }
  CheckedModel checked = CheckModel(arguments.model, session);
  messages.Show();
  if (checked.counts)
    fmt::print("{}: {} equations and {} unknowns\n", checked.name, checked.counts->equations, checked.counts->unknowns);
  if (arguments.shows_evaluated && checked.translation) {
    for (const EvaluatedParameter& parameter : EvaluatedParameters(session, *checked.translation))
      fmt::print("  {} = {}, for {}{}\n", parameter.name, parameter.value, parameter.why,
                 parameter.where.empty() ? "" : " at " + parameter.where);
  }
  if (checked.translation && !WriteStatistics(arguments.stats, session, *checked.translation, {}) &&
      checked.outcome == Outcome::kDone)
    checked.outcome = Outcome::kCallWrong;
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
    session.sink().Report(kUnknownStage, {}, fmt::format("there is no stage '{}'", arguments.stage)).hint =
        nearest.empty() ? fmt::format("the stages are {}", all)
                        : fmt::format("did you mean '{}'? The stages are {}", nearest, all);
    return messages.Close(Outcome::kCallWrong);
  }
  if (arguments.as_page && !wanted->has_page) {
    session.sink().Report(kNoStagePage, {}, fmt::format("there is no page of the stage '{}'", wanted->name)).hint =
        "`mica show blocks --html` draws one";
    return messages.Close(Outcome::kCallWrong);
  }
  ShowOptions options{arguments.as_page ? ShownAs::kPage : ShownAs::kText};
  if (!MakeRequest(arguments, session, options.request)) return messages.Close(Outcome::kCallWrong);
  Result<std::string> text = ShowStage(*wanted, arguments.model, options, session);
  if (text && !arguments.output) fmt::print("{}", *text);
  if (text && arguments.output && !WriteWholeFile(*arguments.output, *text)) {
    session.sink().Report(kCannotWritePicture, {},
                          fmt::format("cannot write '{}': {}", *arguments.output, std::strerror(errno)));
    return messages.Close(Outcome::kCallWrong);
  }
  // Without a text and without an error, native code that is not trusted would have been needed: there is a warning.
  Outcome outcome = OutcomeOf(session.sink().all());
  bool is_excused = outcome == Outcome::kDone && session.trust().has_refused();
  return messages.Close(text || is_excused ? outcome : Outcome::kModelWrong);
}

}  // namespace mica::cli
