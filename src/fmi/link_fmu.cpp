#include "fmi/link_fmu.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/own_binary.h"
#include "base/process.h"
#include "fmi/codes.h"

namespace mica::fmi {

namespace fs = std::filesystem;

namespace {

constexpr double kLinkSeconds = 60;  // a linker that takes longer hangs

// The directory with the archives: fmu/ beside the engine, or above.
fs::path ArchiveDirectory() {
  std::error_code error;
  fs::path own = OwnBinary();
  if (own.empty()) return {};
  for (fs::path above = own.parent_path(); above != above.root_path(); above = above.parent_path())
    if (fs::exists(above / "fmu" / "libmica_fmu.a", error)) return above / "fmu";
  return {};
}

}  // namespace

std::optional<std::string> LinkFmu(const std::vector<std::string>& objects, const code::ForeignParts& parts,
                                   int version, DiagnosticSink& sink) {
  auto fail = [&](const std::string& why) {
    sink.Report(kCannotLinkFmu, {}, fmt::format("the shared object of the FMU cannot be made: {}", why));
    return std::nullopt;
  };
  fs::path archives = ArchiveDirectory();
  if (archives.empty()) return fail("the archives of its runtime (fmu/libmica_fmu.a) are not beside the engine");
  ScratchDirectory scratch;
  if (scratch.path().empty()) return fail("there is no place for temporary files");
  std::vector<std::string> files;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    files.push_back(fmt::format("{}/part{}.o", scratch.path(), i));
    if (!WriteWholeFile(files.back(), objects[i])) return fail("a temporary file cannot be written");
  }
  std::string exports = scratch.path() + "/exports", result = scratch.path() + "/model.so";
  const char* for_libraries = parts.shared.empty() ? "" : " Modelica*;";  // they call ModelicaUtilities
  if (!WriteWholeFile(exports, fmt::format("{{ global: fmi{}*;{} local: *; }};\n", version, for_libraries)))
    return fail("a temporary file cannot be written");
  std::vector<std::string> call = {
      "ld", "-m",         "elf_x86_64", "-shared", "-o", result,        "--gc-sections",
      "-s", "-Bsymbolic", "-z",         "now",     "-z", "noexecstack", "--version-script=" + exports};
  call.insert(call.end(), files.begin(), files.end());
  if (!parts.objects.empty()) call.insert(call.end(), {"-z", "muldefs"});
  call.insert(call.end(), parts.objects.begin(), parts.objects.end());
  call.insert(call.end(), parts.archives.begin(), parts.archives.end());
  for (const auto& [name, own] : parts.other_names)
    call.insert(call.end(), {"-u", own, fmt::format("--defsym={}={}", name, own)});
  call.insert(call.end(), {"--whole-archive", (archives / fmt::format("libmica_fmi{}.a", version)).string(),
                           "--no-whole-archive", (archives / "libmica_fmu.a").string()});
  if (fs::exists(archives / "libsundials_cvode.a")) call.push_back((archives / "libsundials_cvode.a").string());
  for (const char* place : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib/x86_64-linux-gnu"})
    call.push_back(std::string("-L") + place);
  if (!parts.shared.empty()) call.insert(call.end(), {"-rpath", "$ORIGIN"});
  for (const std::string& library : parts.shared)
    call.insert(call.end(),
                {"-L" + fs::path(library).parent_path().string(), "-l:" + fs::path(library).filename().string()});
  for (const std::string& library : parts.systems) call.push_back("-l:" + library);
  call.insert(call.end(), {"-lm", "-lc", "--no-undefined"});
  ProgramRun run = RunProgram(call, scratch.path() + "/log", kLinkSeconds);
  if (run.outcome == ProgramOutcome::kMissing) return fail("there is no linker; Debian has it in the package binutils");
  if (run.outcome != ProgramOutcome::kDone || run.code != 0)
    return fail(fmt::format("the linker failed\n{}", run.output.substr(0, 2000)));
  return ReadWholeFile(result);
}

}  // namespace mica::fmi
