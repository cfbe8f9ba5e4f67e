#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/refuse_words.h"
#include "plot/plot_request.h"
#include "run/method.h"
#include "session/outcome.h"
#include "session/show/show.h"
#include "study/optimize/optimize.h"
#include "study/spectrum/spectrum.h"

namespace mica::cli {

namespace {

void AddModel(CLI::App& app, Arguments& a) {
  app.add_option("MODEL", a.model.model,
                 "full name of a class, a .mo file (its last class), or the directory of a package")
      ->required();
  app.add_option("FILE", a.model.files, "further .mo files to read")->type_name("");
  app.add_option("--class", a.model.class_name, "the class in the file, if it is not the last")->type_name("NAME");
}

// A library and its version, in one word or two.
void AddVersions(CLI::App& app, const std::string& name, std::vector<std::pair<std::string, std::string>>& into,
                 const char* description) {
  auto add = [&into, name](const std::vector<std::string>& wishes) {
    for (const std::string& wish : wishes) {
      std::size_t blank = wish.find_first_of(" =");
      if (blank == 0 || blank >= wish.size() - 1 || wish.empty())
        throw CLI::ValidationError(name,
                                   fmt::format("a library and its version are expected, as in {} 'Name 1.2.3'", name));
      into.emplace_back(wish.substr(0, blank), wish.substr(blank + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>(name, add, description)
      ->type_name("'NAME VERSION'")
      ->allow_extra_args(false);
}

void AddLibraries(CLI::App& app, Arguments& a) {
  app.add_option("--library", a.libraries, "a directory of libraries, a library, or a .mo file; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  AddVersions(app, "--use", a.versions, "this version of a library and no other; may be repeated");
  app.add_option("--trust", a.trusted, "trust a library from now on: its native code runs; may be repeated")
      ->type_name("LIBRARY")
      ->allow_extra_args(false);
}

void AddValues(CLI::App& app, Arguments& a) {
  app.add_option(
         "--set", a.set,
         "a value for a parameter, an input or a start value: name=value, x.start=2, 'v={1,2}'; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--set-file", a.set_files,
                 "a file with such values, one on a line; # starts a comment; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void AddStatistics(CLI::App& app, Arguments& a) {
  app.add_option("--stats", a.stats, "times and counts, as JSON")->type_name("FILE");
}

template <class Number>
CLI::Option* AddNumber(CLI::App& app, const std::string& name, std::optional<Number>& into,
                       const std::string& description, const char* type) {
  return app.add_option_function<Number>(
                name, [&into](const Number& value) { into = value; }, description)
      ->type_name(type);
}

void AddStrictness(CLI::App& app, Arguments& a) {
  app.add_flag("--strict", a.is_strict, "treat breaches of the specification that other tools accept as errors");
  AddNumber(app, "--limit-scalars", a.limit_scalars, "how many scalars a model may have, 5000000 by default", "N");
}

std::string MethodNames() {
  std::vector<std::string_view> names;
  for (const run::Method& method : run::Methods()) names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// What a step of a method for real time may cost.
void AddBounds(CLI::App& app, run::SimulationOptions& s) {
  run::WorkLimits usual;
  auto add = [&](const char* name, std::optional<int>& into, const char* what, int by_default) {
    AddNumber(app, name, into, fmt::format("inlined methods: most {}; default {}", what, by_default), "N");
  };
  add("--max-newton", s.max_newton, "Newton iterations of one solution", usual.newton_iterations);
  add("--max-passes", s.max_passes, "passes of an event iteration", usual.event_passes);
  add("--max-modes", s.max_modes, "modes tried of a mixed system", usual.mode_trials);
}

// States of a mixed method, by name.
void AddPartition(CLI::App& app, run::SimulationOptions& s) {
  auto add = [&](const char* name, std::vector<std::string>& into, const char* how) {
    auto split = [&into](const std::vector<std::string>& words) {
      for (const std::string& word : words)
        for (const auto& names : ParseDiagrams(word)) into.insert(into.end(), names.begin(), names.end());
    };
    app.add_option_function<std::vector<std::string>>(
           name, split, fmt::format("inline-mixed: states that are {}, a,b; * and ? fit any; may be repeated", how))
        ->type_name("NAMES")
        ->allow_extra_args(false);
  };
  add("--fast", s.fast, "implicit");
  add("--slow", s.slow, "explicit");
}

void AddPassesOff(CLI::App& app, Arguments& a) {
  app.add_option("--passes-off", a.passes_off,
                 "leave out structure passes that only make a model smaller: a,b; the results stay the same; may be "
                 "repeated")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
}

// What a plan is made from (session/plan.h).
void AddExperiment(CLI::App& app, Arguments& a) {
  run::SimulationOptions& s = a.simulation;
  AddNumber(app, "--start-time", s.start, "default: of the model", "T");
  AddNumber(app, "--stop-time", s.stop, "default: of the model, or 1", "T");
  AddNumber(app, "--tolerance", s.tolerance, "relative; default: of the model, or 1e-6", "R");
  auto* intervals =
      AddNumber(app, "--intervals", s.intervals, "number of output intervals; default 500, or as the model says", "N");
  AddNumber(app, "--interval", s.interval, "length of an output interval", "H")->excludes(intervals);
  app.add_option_function<std::vector<std::string>>(
         "--method",
         [&a](const std::vector<std::string>& words) {
           for (const std::string& word : words) {
             std::size_t colon = word.rfind(':');
             if (colon == std::string::npos)
               a.method = word;
             else
               a.part_methods.emplace_back(word.substr(0, colon), word.substr(colon + 1));
           }
         },
         "one of " + MethodNames() + "; PART:NAME for a part of a distributed run, which may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->default_str(a.method);
  AddNumber(app, "--step", s.step, "step of methods with a fixed one; default: the output interval", "H");
  AddPartition(app, s);
  AddBounds(app, s);
  app.add_option_function<std::string>(
         "--modes",
         [&s](const std::string& word) {
           s.modes = word == "on" ? run::ModeUse::kOn : word == "wait" ? run::ModeUse::kWait : run::ModeUse::kOff;
         },
         "code of its own for each mode that a run stays in; wait: the same bits in each run; default: on for inline "
         "methods")
      ->type_name("on|wait|off")
      ->check(CLI::IsMember({"on", "wait", "off"}));
  AddValues(app, a);
  app.add_option("--input", a.input, "data for inputs of the top level, .csv or .mat: time and a column for each")
      ->type_name("FILE");
  app.add_option(
         "--initial", a.initial,
         "start from the end of an earlier result, or from a time in it, in place of the model's initial conditions")
      ->type_name("RESULT[@TIME]");
  app.add_flag("--all-steps", s.all_steps, "a row of the result at each step of the integrator, too");
  AddPassesOff(app, a);
  app.add_flag("--fresh", a.fresh, "translate the model anew, whatever an earlier run kept of it");
}

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
  app.add_option("--variables", a.variables, "only variables whose whole name this expression fits")
      ->type_name("REGEX");
  app.add_option(
         "-o,--output", a.output,
         "result file, .mat or .csv, or - for CSV on the standard output; default: last name of the model, .mat")
      ->type_name("FILE");
  app.add_flag("--parameters", a.parameters_in_csv, "parameters in CSV files too");
  auto* distributed = app.add_flag("--distributed", a.is_distributed,
                                   "cut the model at its transmission lines: a solver for each part, on threads");
  app.add_option("--threads", a.threads, "of a distributed run; default: as many as there are processors")
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

// What all studies take: the model, and the experiment of its runs.
void AddStudy(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  AddNumber(app, "--start-time", s.start, "default: of the model", "T");
  AddNumber(app, "--stop-time", s.stop, "default: of the model, or 1", "T");
  AddNumber(app, "--tolerance", s.tolerance, "relative; default: of the model, or 1e-6", "R");
  auto* intervals =
      AddNumber(app, "--intervals", s.intervals, "number of output intervals; default 500, or as the model says", "N");
  AddNumber(app, "--interval", s.interval, "length of an output interval", "H")->excludes(intervals);
  AddNumber(app, "--step", s.step, "step of methods with a fixed one; default: the output interval", "H");
  AddValues(app, a);
}

void AddSweep(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  app.add_option("--method", a.method, "one of " + MethodNames())->type_name("NAME")->capture_default_str();
  app.add_option("--input", a.input, "data for inputs of the top level, .csv or .mat: time and a column for each")
      ->type_name("FILE");
  app.add_option("--vary", s.vary,
                 "values of a parameter: p=first:step:last, p=1,2,5, p=@values.csv; a range p=low:high or a "
                 "distribution such as 'p=normal(1, 0.1)' to be sampled; may be repeated")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false)
      ->required();
  app.add_option(
         "--measure", s.measures,
         "a number from each run: 'max(x)', 'final(y)', 'settle(y, 2 %)', 'integral((a - b)^2)'; may be repeated")
      ->type_name("EXPRESSION")
      ->allow_extra_args(false);
  auto* latin = AddNumber(app, "--latin", s.latin, "sample by a Latin hypercube of N points", "N");
  auto* sobol = AddNumber(app, "--sobol", s.sobol, "sample by N points of the Sobol sequence", "N");
  auto* random = AddNumber(app, "--random", s.random, "sample N points at random", "N");
  auto* normal =
      AddNumber(app, "--normal", s.normal,
                "sample N points at random, normally distributed: a range is two deviations to each side", "N");
  latin->excludes(sobol)->excludes(random)->excludes(normal);
  sobol->excludes(random)->excludes(normal);
  random->excludes(normal);
  app.add_option("--seed", s.seed, "of random numbers")->type_name("N")->capture_default_str();
  app.add_option("--jobs", a.jobs, "runs at a time; default: as many as there are processors")->type_name("N");
  app.add_option("-o,--output", a.output, "the table, .csv; default: the standard output")->type_name("FILE");
}

void AddOptimize(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  auto* minimize =
      app.add_option("--minimize,--minimise", s.objective, "the measure to be made smallest")->type_name("EXPRESSION");
  app.add_option_function<std::string>(
         "--maximize,--maximise",
         [&s](const std::string& text) {
           s.objective = text;
           s.maximizes = true;
         },
         "the measure to be made largest")
      ->type_name("EXPRESSION")
      ->excludes(minimize);
  app.add_option("--tune", s.tune, "a parameter with its bounds; may be repeated")
      ->type_name("NAME=LOW:HIGH")
      ->allow_extra_args(false)
      ->required();
  app.add_option("--method", s.method,
                 fmt::format("one of {}; default: brent for one parameter, bobyqa for several",
                             fmt::join(study::OptimizeMethods(), ", ")))
      ->type_name("NAME");
  app.add_option("--precision", s.precision, "of the parameters, relative to their ranges")
      ->type_name("R")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--evaluations", s.evaluations, "most runs")->type_name("N")->capture_default_str();
  app.add_option("--seed", s.seed, "of methods that use random numbers")->type_name("N")->capture_default_str();
  app.add_option("--jobs", a.jobs, "runs at a time; default: as many as there are processors")->type_name("N");
  app.add_flag("--json", a.as_json, "as JSON");
}

void AddLinearize(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  AddNumber(app, "--at", s.at, "the time that is reached by simulation; default: the start", "T");
  app.add_option("--input", s.inputs, "an input of the top level; default: all Real ones; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--output", s.outputs, "a variable; default: the outputs of the top level; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_flag("--json", a.as_json, "as JSON");
}

void AddSplit(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  AddNumber(app, "--start-time", a.simulation.start, "default: of the model", "T");
  AddValues(app, a);
  app.add_option("--save", a.save, "a picture of the parts, .svg")->type_name("FILE");
  app.add_flag("--json", a.as_json, "as JSON");
}

void AddSteady(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  app.add_option("--output", a.study.outputs,
                 "a variable to show besides the states; default: the outputs of the top level; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_flag("--json", a.as_json, "as JSON");
}

void AddEstimate(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  app.add_option(
         "--data", s.data,
         "measurements of an experiment, .csv or .mat: columns of inputs drive the run, others are compared with "
         "it; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->required();
  app.add_option("--tune", s.tune, "a parameter with its bounds; may be repeated")
      ->type_name("NAME=LOW:HIGH")
      ->allow_extra_args(false)
      ->required();
  app.add_option("--deviation", s.deviations,
                 "standard deviation of a measured variable; default: that of its values; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--evaluations", s.evaluations, "most runs")->type_name("N")->capture_default_str();
  app.add_option("--jobs", a.jobs, "runs at a time; default: as many as there are processors")->type_name("N");
  app.add_flag("--json", a.as_json, "as JSON");
}

void AddSpectrum(CLI::App& app, Arguments& a) {
  SpectrumArguments& s = a.spectrum;
  app.add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  app.add_option("NAME", a.name, "a variable of it")->required();
  AddNumber(app, "--sample", s.sample, "interval of the samples; default: that of most rows", "H");
  AddNumber(app, "--from", s.from, "start of the part to take; default: of the result", "T");
  AddNumber(app, "--to", s.to, "end of the part to take; default: of the result", "T");
  app.add_option("--points", s.points, "most samples")->type_name("N");
  app.add_option("--window", s.window, fmt::format("one of {}", fmt::join(study::WindowNames(), ", ")))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_flag("--mean", s.keeps_mean, "keep the mean of the samples, which is left out otherwise");
  AddNumber(app, "--fundamental", s.fundamental,
            "frequency whose harmonics are the distortion; default: the largest peak", "F");
  app.add_flag("--json", a.as_json, "all bins, as JSON");
}

void AddRealtime(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  realtime::RealtimeOptions& r = a.realtime;
  AddNumber(app, "--step", s.step, "step of the method, seconds of the model", "H");
  app.add_option("--method", a.method, "one whose name begins with 'inline'; default: inline-euler")->type_name("NAME");
  app.add_option("--scale", r.scale, "seconds of the model in a second of wall-clock time")
      ->type_name("FACTOR")
      ->capture_default_str();
  AddNumber(app, "--start-time", s.start, "default: of the model", "T");
  auto* stop = AddNumber(app, "--stop-time", s.stop, "default: of the model, or 1", "T");
  app.add_flag("--endless", a.endless, "until Ctrl-C")->excludes(stop);
  AddNumber(app, "--tolerance", s.tolerance,
            "relative; equations are solved to a thousandth of it; default: of the model, or 1e-6", "R");
  AddValues(app, a);
  app.add_option_function<int>(
         "--udp",
         [&r](int port) {
           if (!r.udp) r.udp.emplace();
           r.udp->port = port;
         },
         "take inputs at this UDP port, send outputs to whom they come from")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
  app.add_option_function<std::string>(
         "--peer",
         [&r](const std::string& peer) {
           if (!r.udp) r.udp.emplace();
           r.udp->peer = peer;
         },
         "send outputs there")
      ->type_name("HOST:PORT");
  app.add_option_function<std::string>(
         "--bind",
         [&r](const std::string& own) {
           if (!r.udp) r.udp.emplace();
           r.udp->address = own;
         },
         "own address; default: 127.0.0.1")
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
  app.add_option("-o,--result", r.result, "what was exchanged, a row for each step, .mat or .csv")->type_name("FILE");
  app.add_option("--priority", r.priority, "of SCHED_FIFO, where permitted; 0: none")
      ->type_name("N")
      ->capture_default_str();
  AddPartition(app, s);
  AddBounds(app, s);
  AddStatistics(app, a);
}

void AddExport(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  run::SimulationOptions& s = a.simulation;
  app.add_flag_function("--c99", [](std::int64_t) {}, "as C of 1999 that needs libm alone: the only kind there is");
  AddNumber(app, "--step", s.step, "step of the method", "H");
  app.add_option("--method", a.method, "one whose name begins with 'inline'; default: inline-euler")->type_name("NAME");
  AddNumber(app, "--start-time", s.start, "default: of the model", "T");
  AddNumber(app, "--stop-time", s.stop, "of the program that runs it; default: of the model, or 1", "T");
  AddNumber(app, "--tolerance", s.tolerance,
            "relative; equations are solved to a thousandth of it; default: of the model, or 1e-6", "R");
  AddValues(app, a);
  app.add_option("--output", a.realtime.outputs,
                 "a variable besides the outputs of the top level and the states; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("-o,--directory", a.output, "where the files go; default: last name of the model")->type_name("DIR");
  AddPartition(app, s);
  AddBounds(app, s);
}

void AddPlot(CLI::App& app, Arguments& a) {
  app.add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  app.add_option("NAME", a.curves,
                 "further results to draw into the same diagrams; then variables, * and ? fitting any: each word is a "
                 "diagram, a,b in one");
  app.add_option("--save", a.save, "as a file, .svg, .png or .html, instead of in the terminal")->type_name("FILE");
  app.add_option("--x", a.x, "variable along the horizontal axis instead of time")->type_name("NAME");
  app.add_option("--title", a.title, "above the plot")->type_name("TEXT");
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
  AddNumber(app, "--start-time", s.start, "default: of the model", "T");
  AddNumber(app, "--stop-time", s.stop, "default: of the model, or 1", "T");
  AddNumber(app, "--tolerance", s.tolerance, "relative; default: of the model, or 1e-6", "R");
  AddValues(app, a);
  app.add_flag("--all", a.shows_all, "info: parameters and local variables too");
  app.add_option("-o,--output", a.output,
                 "the FMU, or the model of import; default: last name of the model, .fmu, or the name of the FMU, .mo")
      ->type_name("FILE");
}

struct Described {
  Command command;
  CLI::App* app;
};

std::vector<Described> AddCommands(CLI::App& app, Arguments& a) {
  std::vector<Described> commands;
  auto add = [&](Command command, const char* name, const char* description) {
    CLI::App* sub = app.add_subcommand(name, description);
    commands.push_back({command, sub});
    return sub;
  };
  CLI::App* check =
      add(Command::kCheck, "check", "does a model hold together? how many equations? or all models of a package");
  AddModel(*check, a);
  AddLibraries(*check, a);
  AddStrictness(*check, a);
  AddStatistics(*check, a);
  check->add_flag("--evaluated", a.shows_evaluated, "the parameters whose values translation has used, and what for");

  CLI::App* show =
      add(Command::kShow, "show", "what a stage makes of a model, as a simulation with the same options has it");
  std::vector<std::string> stages;
  for (const ShownStage& stage : ShownStages()) stages.push_back(fmt::format("{}: {}", stage.name, stage.description));
  show->add_option("STAGE", a.stage, fmt::format("{}", fmt::join(stages, "; ")))->required();
  AddModel(*show, a);
  show->add_flag("--html", a.as_page, "of blocks: the incidence matrix before and after sorting, as a page");
  AddExperiment(*show, a);
  show->add_option("-o,--output", a.output, "a file; default: the standard output")->type_name("FILE");
  AddLibraries(*show, a);
  AddStrictness(*show, a);

  AddSimulate(*add(Command::kSimulate, "simulate", "from text to trajectory"), a);
  AddSweep(*add(Command::kSweep, "sweep", "many runs with other values of parameters, measured"), a);
  AddOptimize(*add(Command::kOptimize, "optimize", "values of parameters that make a measure smallest or largest"), a);
  AddLinearize(*add(Command::kLinearize, "linearize", "the linear system about a point: matrices, modes, zeros"), a);
  AddSplit(*add(Command::kSplit, "split", "the parts of a model that only transmission lines join"), a);
  AddSteady(*add(Command::kSteady, "steady", "the operating point: states whose derivatives are zero"), a);
  AddEstimate(*add(Command::kEstimate, "estimate", "values of parameters from measurements, with their confidence"), a);
  AddSpectrum(*add(Command::kSpectrum, "spectrum", "frequencies, amplitudes and phases of a variable of a result"), a);
  AddRealtime(*add(Command::kRealtime, "realtime", "run in step with the clock, a controller outside closing the loop"),
              a);
  AddExport(*add(Command::kExport, "export", "a model as C that runs by itself with a fixed step"), a);
  AddFmu(*add(Command::kFmu, "fmu",
              "Functional Mock-up Units: of a model, for other tools; what is in one, and what is wrong with it"),
         a);
  AddPlot(*add(Command::kPlot, "plot", "draw variables of a result"), a);

  CLI::App* compare = add(Command::kCompare, "compare", "does a result agree with a reference?");
  compare->add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  compare->add_option("REFERENCE", a.reference, "reference, .csv (values or low:high) or .mat")->required();
  compare->add_flag("--all", a.all_signals, "report every signal, not only those that differ");
  compare->add_option("--save", a.save, "draw what differs: a file, .svg, .png or .html")->type_name("FILE");

  CLI::App* test = add(Command::kTest, "test", "run all examples of a library, and compare them with references");
  test->add_option("LIBRARY", a.name, "full name, file or directory of a package or a model")->required();
  test->add_option("--reference", a.reference,
                   "a directory with MODEL.csv or MODEL.mat for models that have a reference")
      ->type_name("DIRECTORY");
  test->add_option("--match", a.filter.pattern, "only full names that this fits; * and ? stand for any characters")
      ->type_name("PATTERN");
  test->add_option("--jobs", a.jobs, "runs at a time; default: as many as there are processors")->type_name("N");
  test->add_option("--limit", a.limit, "time for each model")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  test->add_option("--report", a.report, "the page; default: last name of the library, _test.html")
      ->type_name("FILE.html");
  AddStatistics(*test, a);
  AddLibraries(*test, a);
  AddStrictness(*test, a);

  CLI::App* format = add(Command::kFormat, "format", "rewrite the layout of Modelica files");
  format->add_option("FILE", a.paths, ".mo files, or directories with them; - formats the standard input")->required();
  format->add_flag("--check", a.check_only,
                   "change nothing; name the files that would change, and end with 1 if there are any");

  CLI::App* trust = add(Command::kTrust, "trust", "the libraries whose native code runs without being asked for");
  trust->add_option("CHANGE", a.trust_change, "list, add or remove")
      ->default_val("list")
      ->check(CLI::IsMember({"list", "add", "remove"}));
  trust->add_option("LIBRARY", a.name, "add, remove: the name of a library, or its file or directory");
  AddLibraries(*trust, a);

  CLI::App* list = add(Command::kList, "list", "classes of a package, or the libraries there are");
  list->add_option("PACKAGE", a.name,
                   "full name, file or directory; a result file, whose variables are listed; none: all libraries");
  list->add_flag("-r,--recursive", a.recursive, "everything below too");
  list->add_flag_function(
      "--examples", [&a](std::int64_t) { a.filter.examples_only = a.recursive = true; },
      "models with an experiment, everywhere below");
  list->add_option("--kind", a.filter.kind, "only classes of this kind: model, block, function, …")->type_name("KIND");
  list->add_option("--match", a.filter.pattern, "only full names that this fits; * and ? stand for any characters")
      ->type_name("PATTERN");
  list->add_flag("--json", a.as_json, "as JSON");
  AddLibraries(*list, a);

  CLI::App* doc =
      add(Command::kDoc, "doc", "what a class says about itself: its info layer, parameters, connectors, contents");
  AddModel(*doc, a);
  auto* page = doc->add_flag("--html", a.as_page, "as a page");
  auto* json = doc->add_flag("--json", a.as_json, "as JSON")->excludes(page);
  auto* output =
      doc->add_option("-o,--output", a.output,
                      "a file; with --recursive a directory, a page for each class; default: the standard output")
          ->type_name("FILE");
  doc->add_flag("-r,--recursive", a.recursive, "everything below too")->needs(page)->needs(output)->excludes(json);
  AddLibraries(*doc, a);

  CLI::App* convert = add(Command::kConvert, "convert", "rewrite files for the versions of libraries that are there");
  convert->add_option("PATH", a.paths, ".mo files, or directories of libraries")->required();
  AddVersions(*convert, "--from", a.from,
              "the version that files were written for which do not say it by an annotation `uses`; may be repeated");
  convert->add_flag("--check", a.check_only,
                    "change nothing; name the files that would change, and end with 1 if there are any");
  AddLibraries(*convert, a);

  CLI::App* install = add(Command::kInstall, "install", "put a library where Mica finds it");
  install
      ->add_option("LIBRARY", a.name,
                   "a name that Mica knows (Modelica, Buildings, …), a directory, a .zip archive or the address of a "
                   "Git repository")
      ->required();
  install->add_option("--version", a.version, "this version alone; of a Git repository, the tag of it")
      ->type_name("VERSION");
  install
      ->add_option("--mirror", a.mirror,
                   "where repositories are fetched from by name: a directory with them, or the start of an address")
      ->type_name("PLACE")
      ->envname("MICA_MIRROR");
  install->add_flag("--force", a.force, "replace a library that is there already");

  add(Command::kVersion, "version", "the version of this program");
  for (Described& each : commands) {
    each.app->add_flag("-q,--quiet", a.quiet, "no progress, no notes, no closing line");
    each.app->add_flag("-v,--verbose", a.verbose, "notes about the model with all their details");
    each.app
        ->add_option("--warnings", a.warnings,
                     "which warnings about the text of a model are shown: all, own (not those about libraries), none")
        ->check(CLI::IsMember({"all", "own", "none"}))
        ->type_name("WHICH")
        ->capture_default_str();
    each.app->add_option("--colour,--color", a.colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN")
        ->capture_default_str();
  }
  return commands;
}

}  // namespace

Parsed ParseArguments(int count, char** words) {
  Arguments a;
  CLI::App app("Mica: a Modelica environment, from text to trajectory.", "mica");
  app.set_version_flag("--version", std::string("mica ") + MICA_VERSION);
  app.set_help_flag("-h,--help", "this text");
  std::vector<Described> commands = AddCommands(app, a);
  CLI::App* help = app.add_subcommand("help", "the same as --help, of a command: mica help simulate");
  std::string about;
  help->add_option("COMMAND", about, "the command");
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 done, 1 the model is wrong, 2 the call is wrong, 3 the simulation failed, 4 an internal error of "
      "Mica, 130 cancelled.");

  auto chosen = [&]() -> const CLI::App* {
    auto parsed = app.get_subcommands();
    return parsed.empty() ? &app : parsed[0];
  };
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", chosen()->help());
    return {};
  } catch (const CLI::CallForVersion&) {
    fmt::print("mica {}\n", MICA_VERSION);
    return {};
  } catch (const CLI::ExtrasError& error) {
    return {std::nullopt, RefuseExtras(*chosen(), error)};
  } catch (const CLI::ConversionError& error) {
    // 'Could not convert: --stop-time = abc'
    std::string_view text = error.what();
    std::size_t colon = text.find(": "), equals = text.find(" = ");
    if (colon == std::string_view::npos || equals == std::string_view::npos)
      return {std::nullopt, Refuse(*chosen(), error.what())};
    return {std::nullopt,
            Refuse(*chosen(), fmt::format("{} requires a number, but '{}' is not one",
                                          text.substr(colon + 2, equals - colon - 2), text.substr(equals + 3)))};
  } catch (const CLI::ParseError& error) {
    // A misspelt option takes the place of a missing argument: that is the mistake to report.
    for (const std::string& word : chosen()->remaining(true))
      if (word.starts_with("--")) return {std::nullopt, RefuseExtras(*chosen(), error)};
    return {std::nullopt, Refuse(*chosen(), error.what())};
  }
  if (help->parsed()) {
    for (const Described& each : commands) {
      if (each.app->get_name() != about) continue;
      fmt::print("{}", each.app->help());
      return {};
    }
    if (!about.empty())
      return {std::nullopt, Refuse(app, fmt::format("there is no command '{}'{}", about, Suggest(about, app)))};
    fmt::print("{}", app.help());
    return {};
  }
  for (const Described& each : commands) {
    if (!each.app->parsed()) continue;
    a.command = each.command;
    bool needs_inlined = a.command == Command::kRealtime || a.command == Command::kExport;
    if (needs_inlined && each.app->count("--method") == 0) a.method = "inline-euler";
    return {std::move(a), 0};
  }
  fmt::print("{}", app.help());
  return {};
}

}  // namespace mica::cli
