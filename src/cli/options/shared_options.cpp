#include "cli/options/shared_options.h"

#include <fmt/ranges.h>

#include "plot/plot_request.h"
#include "run/method.h"

namespace mica::cli {

void AddModel(CLI::App& app, Arguments& a) {
  app.add_option("MODEL", a.model.model,
                 "full name of a class, a .mo file (its last class), or the directory of a package")
      ->required();
  app.add_option("FILE", a.model.files, "further .mo files to read")->type_name("");
  app.add_option("--class", a.model.class_name, "the class in the file, if it is not the last")->type_name("NAME");
}

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
  AddVersions(app, "--use", a.versions, "use this version of a library and no other; may be repeated");
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

void AddJobs(CLI::App& app, Arguments& a) {
  app.add_option("--jobs", a.jobs, "runs at a time; default: as many as there are processors")->type_name("N");
}

void AddStatistics(CLI::App& app, Arguments& a) {
  app.add_option("--stats", a.stats, "write times and counts to a file, as JSON")->type_name("FILE");
}

void AddStrictness(CLI::App& app, Arguments& a) {
  app.add_flag("--strict", a.is_strict, "treat breaches of the specification that other tools accept as errors");
  AddNumber(app, "--limit-scalars", a.limit_scalars, "how many scalars a model may have; default: 5000000", "N");
}

std::string MethodNames() {
  std::vector<std::string_view> names;
  for (const run::Method& method : run::Methods()) names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void AddBounds(CLI::App& app, Arguments& a) {
  run::SimulationOptions& s = a.simulation;
  run::WorkLimits usual;
  auto add = [&](const char* name, std::optional<int>& into, const char* what, int by_default) {
    AddNumber(app, name, into, fmt::format("inlined methods: at most so many {}; default: {}", what, by_default), "N");
  };
  add("--max-newton", s.max_newton, "Newton iterations of one solution", usual.newton_iterations);
  add("--max-passes", s.max_passes, "passes of an event iteration", usual.event_passes);
  add("--max-modes", s.max_modes, "modes tried of a mixed system", usual.mode_trials);
}

void AddPartition(CLI::App& app, Arguments& a) {
  run::SimulationOptions& s = a.simulation;
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

static void AddPassesOff(CLI::App& app, Arguments& a) {
  app.add_option(
         "--passes-off", a.passes_off,
         "leave out structure passes that only make a model smaller: a,b; results stay the same; may be repeated")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void AddStartTime(CLI::App& app, Arguments& a) {
  AddNumber(app, "--start-time", a.simulation.start, "start of the run; default: as the model says, or 0", "T");
}

void AddTimes(CLI::App& app, Arguments& a) {
  AddStartTime(app, a);
  AddNumber(app, "--stop-time", a.simulation.stop, "end of the run; default: as the model says, or 1", "T");
  AddNumber(app, "--tolerance", a.simulation.tolerance, "relative tolerance; default: as the model says, or 1e-6", "R");
}

void AddOutputGrid(CLI::App& app, Arguments& a) {
  run::SimulationOptions& s = a.simulation;
  AddTimes(app, a);
  auto* intervals =
      AddNumber(app, "--intervals", s.intervals, "number of output intervals; default: as the model says, or 500", "N");
  AddNumber(app, "--interval", s.interval, "length of an output interval", "H")->excludes(intervals);
  AddNumber(app, "--step", s.step, "step of methods with a fixed one; default: the output interval", "H");
}

void AddInput(CLI::App& app, Arguments& a) {
  app.add_option("--input", a.input, "data for inputs of the top level, .csv or .mat: time and a column for each")
      ->type_name("FILE");
}

void AddExperiment(CLI::App& app, Arguments& a) {
  run::SimulationOptions& s = a.simulation;
  AddOutputGrid(app, a);
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
  AddPartition(app, a);
  AddBounds(app, a);
  app.add_option_function<std::string>(
         "--modes",
         [&s](const std::string& word) {
           s.modes = word == "on" ? run::ModeUse::kOn : word == "wait" ? run::ModeUse::kWait : run::ModeUse::kOff;
         },
         "compile special code for modes that a run stays in: on (in the background), wait (the run waits for it), "
         "off; default: on for inlined methods")
      ->type_name("on|wait|off")
      ->check(CLI::IsMember({"on", "wait", "off"}));
  AddValues(app, a);
  AddInput(app, a);
  app.add_option(
         "--initial", a.initial,
         "start from the end of an earlier result, or from a time in it, in place of the model's initial conditions")
      ->type_name("RESULT[@TIME]");
  app.add_flag("--all-steps", s.all_steps, "write a row of the result at each step of the integrator, too");
  AddPassesOff(app, a);
  app.add_flag("--fresh", a.fresh, "ignore what earlier runs kept of the translated model");
}

}  // namespace mica::cli
