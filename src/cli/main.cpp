// The program `mica`: reads the command line and runs one command.
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/crash_report.h"

int main(int count, char** words) {
  using namespace mica::cli;
  InstallCrashReport();
  Parsed parsed = ParseArguments(count, words);
  if (!parsed.arguments) return parsed.exit_code;
  switch (parsed.arguments->command) {
    case Command::kCheck: return Check(*parsed.arguments);
    case Command::kShow: return Show(*parsed.arguments);
    case Command::kSimulate: return Simulate(*parsed.arguments);
    case Command::kPlot: return Plot(*parsed.arguments);
    case Command::kCompare: return Compare(*parsed.arguments);
    case Command::kFormat: return Format(*parsed.arguments);
    case Command::kList: return List(*parsed.arguments);
    case Command::kInstall: return Install(*parsed.arguments);
    case Command::kVersion: return Version(*parsed.arguments);
  }
}
