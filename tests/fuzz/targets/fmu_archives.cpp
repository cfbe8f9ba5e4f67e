// FMUs: archives, and their descriptions (bytes that begin as XML does). They are read, or refused, and none of their
// code runs.
#include <filesystem>

#include "archive_input.h"
#include "base/process.h"
#include "fmi/import/fmu_info.h"
#include "fmi/import/import_fmu.h"
#include "fmi/import/open_fmu.h"
#include "target.h"

MICA_FUZZ_TARGET(fmu_archives) {
  using namespace mica;
  std::string bytes = fuzz::TextOf(data, size);
  ScratchDirectory scratch;
  std::string path = scratch.path() + "/model.fmu";
  if (bytes.starts_with("<")) bytes = "@ modelDescription.xml\n" + bytes;
  if (fuzz::ArchiveOf(bytes, path).empty()) return 0;
  DiagnosticSink sink;
  std::optional<fmi::OpenFmu> fmu = fmi::Open(path, fmi::Unpacking::kAll, sink);
  if (!fmu) return 0;
  fmi::CheckDescription(fmu->description, fmu->problems);
  (void)fmi::FmuInfo(*fmu, true);
  (void)fmi::ImportFmu(*fmu, {scratch.path() + "/Model.mo", {}, {}}, sink);
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch.path())) {
    std::string name = entry.path().filename().string();
    if (name != "model.fmu" && name != "Model.mo" && name != "Model_fmu")
      fuzz::Fault("a file was written that nobody named: " + name);
  }
  return 0;
}
