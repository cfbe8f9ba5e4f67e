// `mica export`.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/messages.h"
#include "export/export_model.h"

namespace mica::cli {

int Export(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  ExportRequest request;
  request.simulation.method = arguments.method;
  request.simulation.options = arguments.simulation;
  request.outputs = arguments.realtime.outputs;
  bool ok = ReadOverrides(arguments, request.simulation.options.overrides, session.sink());
  if (!ok || session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  Result<library::Class*> model = session.FindModel(arguments.model);
  if (!model) return messages.Close(Outcome::kModelWrong);
  Translation& translation = session.Translate(*model);
  ExportedFiles files;
  Outcome outcome = ExportModel(session, translation, request, files);
  std::string directory = arguments.output.value_or(translation.name().substr(translation.name().rfind('.') + 1));
  if (outcome == Outcome::kDone && !WriteFiles(files, directory, session.sink())) outcome = Outcome::kCallWrong;
  messages.Show();
  if (outcome == Outcome::kDone && !arguments.quiet)
    fmt::print("{}: {} files in {}; 'make -C {}' builds the program {}\n", translation.name(), files.size(), directory,
               directory, files[0].first.substr(0, files[0].first.size() - 2));
  return messages.Close(outcome);
}

}  // namespace mica::cli
