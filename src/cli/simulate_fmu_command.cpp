// `mica simulate X.fmu`. The FMU runs in a child process: it is a stranger's program, and what it does to its process
// is reported, not suffered. The parent has unpacked it, waits, and removes the files.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <csignal>
#include <cstring>
#include <new>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "cli/progress_bar.h"
#include "fmi/codes.h"
#include "fmi/simulate/fmu_statistics.h"
#include "plot/save_plot.h"
#include "session/codes.h"

namespace mica::cli {

namespace {

// Between the two processes.
struct Shared {
  std::atomic<bool> is_done = false;  // the child came to its own end
  std::atomic<double> time = 0;       // that the run has reached
};

std::string ClosingLine(const std::string& output, const fmi::OpenFmu& fmu, const fmi::FmuRunReport& report,
                        double seconds) {
  const run::SimulationResult& run = report.simulation.run;
  auto many = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  bool is_exchange = report.interface == fmi::FmuInterface::kModelExchange;
  const char* end = run.outcome == run::Outcome::kTerminated ? ", where the FMU ended it" : "";
  if (report.simulation.outcome == Outcome::kCancelled) end = ", where you ended it";
  if (report.simulation.outcome == Outcome::kFailed) end = ", where it failed";
  return fmt::format(
      "{}: FMI {}.0, {}; {}, {} to t = {}{}, in {:.3g} s; {}", fmu.description.model_name, fmu.description.version,
      is_exchange ? "Model Exchange, " + many(report.states, "state") : "Co-Simulation",
      many(run.statistics.steps, "step"), many(run.statistics.state_events + run.statistics.time_events, "event"),
      run::NumberText(run.time), end, seconds, output);
}

// In the child.
int RunFmu(const fmi::OpenFmu& fmu, fmi::FmuRunRequest& request, const Arguments& arguments, Session& session,
           Messages& messages, Shared& shared) {
  ProgressBar bar(!arguments.quiet && isatty(STDERR_FILENO));
  request.simulation.progress = [&](double time, double start, double stop) {
    shared.time = time;
    bar.Update(time, start, stop);
  };
  fmi::FmuRunReport report;
  {
    Interrupt interrupt;
    request.simulation.stop = interrupt.token();
    report = fmi::SimulateFmu(fmu, request, session.sink());
  }
  bar.Clear();
  messages.Show();
  SimulationReport& simulation = report.simulation;
  if (!arguments.stats.empty() &&
      !WriteWholeFile(arguments.stats, fmi::FmuStatisticsJson(fmu, report, session.age_seconds()))) {
    session.sink().Report(kCannotWriteStatistics, {}, fmt::format("cannot write {}", arguments.stats));
    simulation.outcome = std::max(simulation.outcome, Outcome::kCallWrong);
  }
  bool is_saved = simulation.figure && !arguments.save.empty();
  if (is_saved && !ShowFigure(*simulation.figure, arguments, session)) {
    is_saved = false;
    simulation.outcome = std::max(simulation.outcome, Outcome::kCallWrong);
  }
  if (simulation.run.initialized && simulation.outcome != Outcome::kCallWrong && !arguments.quiet &&
      !IsStandardOutput(request.simulation.output))
    fmt::print("{}{}\n", ClosingLine(request.simulation.output, fmu, report, session.age_seconds()),
               is_saved ? ", " + arguments.save : "");
  if (simulation.figure && arguments.save.empty() && !ShowFigure(*simulation.figure, arguments, session))
    simulation.outcome = std::max(simulation.outcome, Outcome::kCallWrong);
  return messages.Close(simulation.outcome);
}

volatile pid_t the_child = 0;  // for the handler below: there is one child at a time
extern "C" void PassOn(int signal) {
  if (the_child > 0) kill(the_child, signal);
}

// The exit code of the child, or nothing where it did not come to its end; `how` says what happened then.
std::optional<int> Await(pid_t child, const Shared& shared, std::string& how) {
  the_child = child;
  // The terminal sends SIGINT to both.
  auto old_interrupt = std::signal(SIGINT, SIG_IGN);
  auto old_end = std::signal(SIGTERM, PassOn);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  the_child = 0;
  std::signal(SIGINT, old_interrupt);
  std::signal(SIGTERM, old_end);
  if (WIFEXITED(status) && (shared.is_done || WEXITSTATUS(status) == static_cast<int>(Outcome::kFault)))
    return WEXITSTATUS(status);
  how = WIFSIGNALED(status)
            ? fmt::format("its process was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
            : fmt::format("it ended the process with {}", WEXITSTATUS(status));
  return std::nullopt;
}

}  // namespace

int SimulateFmu(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  fmi::FmuRunRequest request;
  if (!CanSavePlot(arguments.save, session.sink()) || !MakeRequest(arguments, session, request.simulation))
    return messages.Close(Outcome::kCallWrong);
  if (!arguments.initial.empty()) {
    session.sink().Report(fmi::kCannotRunFmu, {}, "an FMU cannot start from a result: leave '--initial' out");
    return messages.Close(Outcome::kCallWrong);
  }
  if (session.sink().has_errors()) return messages.Close(Outcome::kCallWrong);
  if (arguments.fmu_type != "both")
    request.interface =
        arguments.fmu_type == "me" ? fmi::FmuInterface::kModelExchange : fmi::FmuInterface::kCoSimulation;
  request.is_logging = arguments.verbose;
  std::optional<fmi::OpenFmu> fmu = fmi::Open(arguments.model.model, fmi::Unpacking::kAll, session.sink());
  if (!fmu) return messages.Close(Outcome::kModelWrong);
  request.simulation.output = arguments.output.value_or(fmu->description.model_name + ".mat");

  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* shared = new (memory) Shared;
  messages.Show();
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int code = RunFmu(*fmu, request, arguments, session, messages, *shared);
    bool is_written = std::fflush(stdout) == 0;
    shared->is_done = true;
    // Neither destructors nor handlers of the FMU: its files are the parent's.
    _exit(is_written ? code : static_cast<int>(Outcome::kCallWrong));
  }
  if (child < 0) {
    session.sink().Report(fmi::kFmuEndedProcess, {}, "there is no process for the FMU to run in");
    return messages.Close(Outcome::kFailed);
  }
  std::string how;
  std::optional<int> code = Await(child, *shared, how);
  if (!code)
    session.sink()
        .Report(
            fmi::kFmuEndedProcess, {},
            fmt::format("{} failed at time = {}: {}", fmu->description.model_name, run::NumberText(shared->time), how))
        .hint = "the error is in the FMU: it runs in a process of its own, and this has ended";
  munmap(memory, sizeof(Shared));
  return code ? *code : messages.Close(Outcome::kFailed);
}

}  // namespace mica::cli
