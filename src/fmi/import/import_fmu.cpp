#include "fmi/import/import_fmu.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/process.h"
#include "fmi/codes.h"
#include "fmi/import/adapter_files.h"
#include "session/libraries/archive.h"

namespace mica::fmi {

namespace fs = std::filesystem;

Outcome ImportFmu(const OpenFmu& fmu, const ImportRequest& request, DiagnosticSink& sink) {
  const Description& d = fmu.description;
  auto refuse = [&](const std::string& why) {
    sink.Report(kCannotImportFmu, {}, fmt::format("{} cannot be imported: {}", fmu.path, why));
    return Outcome::kModelWrong;
  };
  if (d.version == 0) return refuse(fmu.in_description.front().text);
  bool is_exchange =
      request.interface ? *request.interface == FmuInterface::kModelExchange : d.model_exchange.has_value();
  const std::optional<DescribedInterface>& interface = is_exchange ? d.model_exchange : d.cosimulation;
  if (!interface) return refuse(fmt::format("it does not offer {}", is_exchange ? "Model Exchange" : "Co-Simulation"));
  fs::path model = fs::absolute(request.model);
  ComponentRequest component;
  component.name = model.stem().string();
  component.directory = (model.parent_path() / (component.name + "_fmu")).string();
  component.library =
      fmt::format("/binaries/{}/{}.so", d.version == 2 ? "linux64" : "x86_64-linux", interface->identifier);
  component.interface = is_exchange ? FmuInterface::kModelExchange : FmuInterface::kCoSimulation;
  component.step = request.step;
  std::optional<std::string> text = WriteComponent(fmu, component, sink);
  if (!text) return Outcome::kModelWrong;

  // An earlier import of the same name is replaced; what is not one is left alone.
  std::error_code error;
  if (fs::exists(component.directory, error) &&
      !fs::exists(fs::path(component.directory) / "modelDescription.xml", error)) {
    sink.Report(kCannotWriteFmu, {},
                fmt::format("{} is there, and is not an FMU that was imported", component.directory));
    return Outcome::kCallWrong;
  }
  fs::remove_all(component.directory, error);
  fs::create_directories(component.directory, error);
  if (std::string problem = error ? error.message() : UnpackZip(fmu.path, component.directory); !problem.empty()) {
    sink.Report(kCannotWriteFmu, {},
                fmt::format("{} cannot be unpacked to {}: {}", fmu.path, component.directory, problem));
    return Outcome::kCallWrong;
  }
  if (!fs::exists(component.directory + component.library, error))
    return refuse("it has no shared object for this platform");
  fs::path adapter = fs::path(component.directory) / kAdapterDirectory;
  fs::create_directories(adapter, error);
  bool is_written = WriteWholeFile(model.string(), *text);
  for (const AdapterFile& file : AdapterFiles())
    is_written = is_written && WriteWholeFile((adapter / file.name).string(), std::string(file.text));
  if (!is_written) {
    sink.Report(kCannotWriteFmu, {}, fmt::format("cannot write {}", model.string()));
    return Outcome::kCallWrong;
  }
  return Outcome::kDone;
}

}  // namespace mica::fmi
