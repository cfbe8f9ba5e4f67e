// `mica fmu`.
#include <fmt/format.h>
#include <filesystem>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "fmi/codes.h"
#include "fmi/export_fmu.h"
#include "fmi/import/fmu_info.h"
#include "fmi/import/import_fmu.h"

namespace mica::cli {

namespace {

int WriteFmu(const Arguments& arguments) {
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
  Interrupt interrupt;  // what lies in scratch directories is removed
  request.simulation.stop = interrupt.token();
  Outcome outcome = fmi::ExportFmu(session, translation, request, fmu);
  std::string path = arguments.output.value_or(translation.name().substr(translation.name().rfind('.') + 1) + ".fmu");
  if (outcome == Outcome::kDone && !WriteWholeFile(path, fmu)) {
    session.sink().Report(fmi::kCannotWriteFmu, {}, fmt::format("cannot write {}", path));
    outcome = Outcome::kCallWrong;
  }
  messages.Show();
  if (outcome == Outcome::kDone && !arguments.quiet)
    fmt::print("{}: {}, FMI {}.0, {} kB\n", translation.name(), path, request.version, (fmu.size() + 999) / 1000);
  return messages.Close(outcome);
}

// What is wrong with an FMU, each problem a diagnostic.
int Validate(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  std::optional<fmi::OpenFmu> fmu = fmi::Open(arguments.model.model, fmi::Unpacking::kNothing, session.sink());
  if (!fmu) return messages.Close(Outcome::kModelWrong);
  fmi::CheckDescription(fmu->description, fmu->in_description);
  auto report = [&](const fmi::Problem& problem, const char* file) {
    std::string place = problem.line > 0 ? fmt::format("{}{}: ", file, problem.line) : "";
    session.sink().Report(fmi::kWrongFmu, {}, fmt::format("{}: {}{}", fmu->path, place, problem.text));
  };
  for (const fmi::Problem& problem : fmu->problems) report(problem, "");
  for (const fmi::Problem& problem : fmu->in_description) report(problem, "modelDescription.xml:");
  bool is_good = fmu->problems.empty() && fmu->in_description.empty();
  if (is_good && !arguments.quiet) fmt::print("{}: no problems found\n", fmu->path);
  return messages.Close(is_good ? Outcome::kDone : Outcome::kModelWrong);
}

// A model and, beside it, the FMU unpacked.
int Import(const Arguments& arguments) {
  namespace fs = std::filesystem;
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  std::optional<fmi::OpenFmu> fmu = fmi::Open(arguments.model.model, fmi::Unpacking::kNothing, session.sink());
  if (!fmu) return messages.Close(Outcome::kModelWrong);
  fs::path output = arguments.output.value_or(fs::path(arguments.model.model).stem().string() + ".mo");
  fmi::ImportRequest request;
  request.model = output.string();
  if (arguments.fmu_type != "both")
    request.interface =
        arguments.fmu_type == "me" ? fmi::FmuInterface::kModelExchange : fmi::FmuInterface::kCoSimulation;
  request.step = arguments.simulation.step;
  Outcome outcome = fmi::ImportFmu(*fmu, request, session.sink());
  messages.Show();
  if (outcome == Outcome::kDone && !arguments.quiet) fmt::print("{}: {}\n", fmu->path, output.string());
  return messages.Close(outcome);
}

int Info(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  std::optional<fmi::OpenFmu> fmu = fmi::Open(arguments.model.model, fmi::Unpacking::kNothing, session.sink());
  if (!fmu) return messages.Close(Outcome::kModelWrong);
  if (fmu->description.version == 0) {
    session.sink().Report(fmi::kNotAnFmu, {},
                          fmt::format("{} cannot be read as an FMU: {}", fmu->path, fmu->in_description.front().text));
    return messages.Close(Outcome::kModelWrong);
  }
  fmt::print("{}", fmi::FmuInfo(*fmu, arguments.shows_all));
  return messages.Close(Outcome::kDone);
}

}  // namespace

int Fmu(const Arguments& arguments) {
  if (arguments.stage == "info") return Info(arguments);
  if (arguments.stage == "import") return Import(arguments);
  return arguments.stage == "validate" ? Validate(arguments) : WriteFmu(arguments);
}

}  // namespace mica::cli
