// The program `mica`: reads the command line and runs one command.
#include <csignal>
#include <cstdio>
#include <exception>

#include "cli/commands.h"
#include "cli/crash_report.h"
#include "cli/options/arguments.h"
#include "session/outcome.h"

namespace mica::cli {

namespace {

int Run(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::kCheck:
      return Check(arguments);
    case Command::kShow:
      return Show(arguments);
    case Command::kSimulate:
      return Simulate(arguments);
    case Command::kSweep:
      return Sweep(arguments);
    case Command::kOptimize:
      return Optimize(arguments);
    case Command::kLinearize:
      return Linearize(arguments);
    case Command::kSplit:
      return Split(arguments);
    case Command::kSteady:
      return Steady(arguments);
    case Command::kEstimate:
      return Estimate(arguments);
    case Command::kSpectrum:
      return Spectrum(arguments);
    case Command::kRealtime:
      return Realtime(arguments);
    case Command::kExport:
      return Export(arguments);
    case Command::kFmu:
      return Fmu(arguments);
    case Command::kPlot:
      return Plot(arguments);
    case Command::kCompare:
      return Compare(arguments);
    case Command::kFormat:
      return Format(arguments);
    case Command::kList:
      return List(arguments);
    case Command::kDoc:
      return Doc(arguments);
    case Command::kConvert:
      return Convert(arguments);
    case Command::kInstall:
      return Install(arguments);
    case Command::kTest:
      return Test(arguments);
    case Command::kTrust:
      return TrustLibraries(arguments);
    case Command::kVersion:
      return Version(arguments);
  }
  return static_cast<int>(Outcome::kFault);
}

}  // namespace

}  // namespace mica::cli

int main(int count, char** words) {
  mica::cli::InstallCrashReport();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing, and reported as such
  try {
    mica::cli::Parsed parsed = mica::cli::ParseArguments(count, words);
    int code = parsed.arguments ? mica::cli::Run(*parsed.arguments) : parsed.exit_code;
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
    std::fputs("mica: the standard output cannot be written\n", stderr);
  } catch (const std::exception& error) {
    // The session catches what stages throw; what is left is output that nobody takes.
    std::fprintf(stderr, "mica: %s\n", error.what());
  }
  return static_cast<int>(mica::Outcome::kCallWrong);
}
