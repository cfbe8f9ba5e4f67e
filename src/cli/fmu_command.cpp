// `mica fmu`.
#include <fmt/format.h>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "fmi/export_fmu.h"

namespace mica::cli {

int ExportFmu(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  fmi::FmuRequest request;
  request.simulation.method = arguments.method;
  request.simulation.options = arguments.simulation;
  request.version = arguments.fmi_version;
  request.has_model_exchange = arguments.fmu_type != "cs";
  request.has_cosimulation = arguments.fmu_type != "me";
  request.tool = std::string("Mica ") + MICA_VERSION;
  bool ok = ReadOverrides(arguments, request.simulation.options.overrides, session.sink());
  if (!ok || session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  Result<library::Class*> model = session.FindModel(arguments.model);
  if (!model) return messages.Close(Outcome::kModelWrong);
  Translation& translation = session.Translate(*model);
  std::string fmu;
  Outcome outcome = fmi::ExportFmu(session, translation, request, fmu);
  std::string path = arguments.output.value_or(translation.name().substr(translation.name().rfind('.') + 1) + ".fmu");
  if (outcome == Outcome::kDone && !WriteWholeFile(path, fmu)) {
    session.sink().Error("E9051", {}, fmt::format("cannot write {}", path));
    outcome = Outcome::kCallWrong;
  }
  messages.Show();
  if (outcome == Outcome::kDone && !arguments.quiet)
    fmt::print("{}: {}, FMI {}.0, {} kB\n", translation.name(), path, request.version, (fmu.size() + 999) / 1000);
  return messages.Close(outcome);
}

}  // namespace mica::cli
