// Archives of libraries, installed: what they hold comes into the directory of libraries, and nothing anywhere else.
#include <filesystem>

#include "archive_input.h"
#include "base/process.h"
#include "session/libraries/install.h"
#include "session_input.h"

MICA_FUZZ_TARGET(installed_archives) {
  using namespace mica;
  namespace fs = std::filesystem;
  ScratchDirectory scratch;
  fs::path root = fs::path(scratch.path()) / "a", into = root / "b" / "libraries";
  fs::create_directories(into);
  std::string archive = fuzz::ArchiveOf(fuzz::TextOf(data, size), (root / "source.zip").string());
  if (archive.empty()) return 0;
  Session session;
  (void)InstallLibraries({archive, into, size % 2 == 0}, session, [](const std::string&) {});
  fuzz::FaultIf(session);
  for (const fs::path& place : {fs::path(scratch.path()), root, root / "b"})
    for (const auto& entry : fs::directory_iterator(place)) {
      std::string name = entry.path().filename().string();
      if (name != "a" && name != "b" && name != "libraries" && name != "source.zip")
        fuzz::Fault("written beside the directory of libraries: " + name);
    }
  for (const auto& entry : fs::recursive_directory_iterator(into))
    if (entry.is_symlink()) fuzz::Fault("a link was installed: " + entry.path().string());
  return 0;
}
