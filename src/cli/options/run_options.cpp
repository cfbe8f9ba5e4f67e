// Options of the commands that run a model, or make something that runs it.
#include "cli/options/command_options.h"
#include "cli/options/shared_options.h"

namespace mica::cli {

void AddSimulate(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  AddExperiment(app, a);
  app.add_option("--type", a.fmu_type,
                 "of an FMU: Model Exchange (me), by Mica's solvers, or Co-Simulation (cs), by its own; "
                 "default: me, if it offers both")
      ->type_name("TYPE")
      ->check(CLI::IsMember({"me", "cs"}));
  app.add_option("--variables", a.variables, "write only variables whose whole name matches this expression")
      ->type_name("REGEX");
  app.add_option(
         "-o,--output", a.output,
         "result file, .mat or .csv, or - for CSV on the standard output; default: last name of the model, .mat")
      ->type_name("FILE");
  app.add_flag("--parameters", a.parameters_in_csv, "write parameters to CSV files, too");
  auto* distributed = app.add_flag("--distributed", a.is_distributed,
                                   "cut the model at its transmission lines: a solver for each part, on threads");
  app.add_option("--threads", a.threads, "threads of a distributed run; default: as many as there are processors")
      ->type_name("N")
      ->needs(distributed);
  AddStatistics(app, a);
  app.add_option("--plot", a.curves, "draw these variables: a,b in one diagram, a;b one below the other")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  app.add_option("--save", a.save, "the plot as a file, .svg, .png or .html, instead of in the terminal")
      ->type_name("FILE")
      ->needs("--plot");
}

void AddSplit(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  AddStartTime(app, a);
  AddValues(app, a);
  app.add_option("--save", a.save, "draw the parts to a file, .svg")->type_name("FILE");
  app.add_flag("--json", a.as_json, "print JSON");
}

void AddRealtime(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  realtime::RealtimeOptions& r = a.realtime;
  AddNumber(app, "--step", s.step, "step of the method, in simulated seconds", "H");
  app.add_option("--method", a.method, "one whose name begins with 'inline'; default: inline-euler")->type_name("NAME");
  app.add_option("--scale", r.scale, "simulated seconds per second of wall-clock time")
      ->type_name("FACTOR")
      ->capture_default_str();
  AddStartTime(app, a);
  auto* stop = AddNumber(app, "--stop-time", s.stop, "end of the run; default: as the model says, or 1", "T");
  app.add_flag("--endless", a.endless, "run until Ctrl-C")->excludes(stop);
  AddNumber(app, "--tolerance", s.tolerance,
            "relative tolerance; equations are solved to a thousandth of it; default: as the model says, or 1e-6", "R");
  AddValues(app, a);
  app.add_option_function<int>(
         "--udp",
         [&r](int port) {
           if (!r.udp) r.udp.emplace();
           r.udp->port = port;
         },
         "receive inputs at this UDP port, and send outputs to the sender")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
  app.add_option_function<std::string>(
         "--peer",
         [&r](const std::string& peer) {
           if (!r.udp) r.udp.emplace();
           r.udp->peer = peer;
         },
         "send outputs to this address")
      ->type_name("HOST:PORT");
  app.add_option_function<std::string>(
         "--bind",
         [&r](const std::string& own) {
           if (!r.udp) r.udp.emplace();
           r.udp->address = own;
         },
         "own address of the port; default: 127.0.0.1")
      ->type_name("ADDRESS");
  app.add_option("--shm", r.shared_memory, "exchange inputs and outputs in shared memory of this name")
      ->type_name("NAME");
  app.add_flag("--lockstep", r.lockstep, "each step waits for the controller's answer, not for the clock");
  app.add_option("--input", r.inputs,
                 "an input of the top level to be taken, in this order; default: all; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--output", r.outputs, "a variable to be sent besides the outputs of the top level; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("-o,--result", r.result, "file for what was exchanged, a row for each step, .mat or .csv")
      ->type_name("FILE");
  app.add_option("--priority", r.priority, "priority under SCHED_FIFO, where permitted; 0: none")
      ->type_name("N")
      ->capture_default_str();
  AddPartition(app, a);
  AddBounds(app, a);
  AddStatistics(app, a);
}

void AddExport(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  app.add_flag_function("--c99", [](std::int64_t) {}, "write C of 1999 that needs libm alone (always so)");
  AddNumber(app, "--step", s.step, "step of the method", "H");
  app.add_option("--method", a.method, "one whose name begins with 'inline'; default: inline-euler")->type_name("NAME");
  AddStartTime(app, a);
  AddNumber(app, "--stop-time", s.stop, "end of the program's run; default: as the model says, or 1", "T");
  AddNumber(app, "--tolerance", s.tolerance,
            "relative tolerance; equations are solved to a thousandth of it; default: as the model says, or 1e-6", "R");
  AddValues(app, a);
  app.add_option("--output", a.realtime.outputs,
                 "a variable besides the outputs of the top level and the states; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("-o,--directory", a.output, "directory for the files; default: last name of the model")
      ->type_name("DIR");
  AddPartition(app, a);
  AddBounds(app, a);
}

void AddFmu(CLI::App& app, Arguments& a) {
  app.add_option(
         "ACTION", a.stage,
         "export: write an FMU of a model; import: a model of an FMU; info: what an FMU is; validate: what is wrong "
         "with one")
      ->required()
      ->check(CLI::IsMember({"export", "import", "info", "validate"}));
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  app.add_option("--fmi", a.fmi_version, "version of the standard, 2 or 3")
      ->type_name("N")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  app.add_option("--type", a.fmu_type, "Model Exchange (me), Co-Simulation (cs) or both")
      ->type_name("TYPE")
      ->check(CLI::IsMember({"me", "cs", "both"}))
      ->capture_default_str();
  app.add_option("--method", a.method,
                 "solver inside, for Co-Simulation: cvode, or one whose name begins with 'inline'")
      ->type_name("NAME")
      ->capture_default_str();
  AddNumber(app, "--step", s.step, "step of an inlined method; import: communication step of Co-Simulation", "H");
  AddTimes(app, a);
  AddValues(app, a);
  app.add_flag("--all", a.shows_all, "info: parameters and local variables too");
  app.add_option("-o,--output", a.output,
                 "the FMU, or the model of import; default: last name of the model, .fmu, or the name of the FMU, .mo")
      ->type_name("FILE");
}

}  // namespace mica::cli
