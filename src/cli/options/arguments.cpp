#include "cli/options/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/options/command_options.h"
#include "cli/options/refuse_words.h"
#include "cli/options/shared_options.h"
#include "session/show/show.h"

namespace mica::cli {

namespace {

void AddPlot(CLI::App& app, Arguments& a) {
  app.add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  app.add_option(
      "NAME", a.curves,
      "further results to draw into the same diagrams; then variables (* and ? stand for any characters): each "
      "word is a diagram, a,b draws both in one");
  app.add_option("--save", a.save, "draw to a file, .svg, .png or .html, instead of the terminal")->type_name("FILE");
  app.add_option("--x", a.x, "variable along the horizontal axis instead of time")->type_name("NAME");
  app.add_option("--title", a.title, "title above the plot")->type_name("TEXT");
}

void AddMatch(CLI::App& app, Arguments& a) {
  app.add_option("--match", a.filter.pattern, "only full names that match; * and ? stand for any characters")
      ->type_name("PATTERN");
}

void AddCheckOnly(CLI::App& app, Arguments& a) {
  app.add_flag("--check", a.check_only,
               "change nothing; name the files that would change, and end with 1 if there are any");
}

void AddCheck(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  AddStatistics(app, a);
  app.add_flag("--evaluated", a.shows_evaluated, "show the parameters whose values translation has used, and for what");
}

void AddShow(CLI::App& app, Arguments& a) {
  std::vector<std::string> stages;
  for (const ShownStage& stage : ShownStages()) stages.push_back(fmt::format("{}: {}", stage.name, stage.description));
  app.add_option("STAGE", a.stage, fmt::format("{}", fmt::join(stages, "; ")))->required();
  AddModel(app, a);
  app.add_flag("--html", a.as_page, "blocks: write the incidence matrix before and after sorting, as a page");
  AddExperiment(app, a);
  app.add_option("-o,--output", a.output, "file to write; default: the standard output")->type_name("FILE");
  AddLibraries(app, a);
  AddStrictness(app, a);
}

void AddCompare(CLI::App& app, Arguments& a) {
  app.add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  app.add_option("REFERENCE", a.reference, "reference, .csv (values or low:high) or .mat")->required();
  app.add_flag("--all", a.all_signals, "report every signal, not only those that differ");
  app.add_option("--save", a.save, "draw what differs to a file, .svg, .png or .html")->type_name("FILE");
}

void AddTest(CLI::App& app, Arguments& a) {
  app.add_option("LIBRARY", a.name, "full name, file or directory of a package or a model")->required();
  app.add_option("--reference", a.reference, "a directory with MODEL.csv or MODEL.mat for models that have a reference")
      ->type_name("DIRECTORY");
  AddMatch(app, a);
  AddJobs(app, a);
  app.add_option("--limit", a.limit, "time limit for each model")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--report", a.report, "file for the report; default: last name of the library, _test.html")
      ->type_name("FILE.html");
  AddStatistics(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
}

void AddFormat(CLI::App& app, Arguments& a) {
  app.add_option("FILE", a.paths, ".mo files, or directories with them; - formats the standard input")->required();
  AddCheckOnly(app, a);
}

void AddTrust(CLI::App& app, Arguments& a) {
  app.add_option("CHANGE", a.trust_change, "list, add or remove")
      ->default_val("list")
      ->check(CLI::IsMember({"list", "add", "remove"}));
  app.add_option("LIBRARY", a.name, "add, remove: the name of a library, or its file or directory");
  AddLibraries(app, a);
}

void AddList(CLI::App& app, Arguments& a) {
  app.add_option("PACKAGE", a.name,
                 "full name, file or directory of a package; or a result file, to list its variables; default: all "
                 "libraries");
  app.add_flag("-r,--recursive", a.recursive, "list everything below, too");
  app.add_flag_function(
      "--examples", [&a](std::int64_t) { a.filter.examples_only = a.recursive = true; },
      "list models with an experiment, everywhere below");
  app.add_option("--kind", a.filter.kind, "only classes of this kind: model, block, function, …")->type_name("KIND");
  AddMatch(app, a);
  app.add_flag("--json", a.as_json, "print JSON");
  AddLibraries(app, a);
}

void AddDoc(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  auto* page = app.add_flag("--html", a.as_page, "write a page");
  auto* json = app.add_flag("--json", a.as_json, "print JSON")->excludes(page);
  auto* output =
      app.add_option("-o,--output", a.output,
                     "file to write; with --recursive a directory, with a page for each class; default: the standard "
                     "output")
          ->type_name("FILE");
  app.add_flag("-r,--recursive", a.recursive, "document everything below, too")
      ->needs(page)
      ->needs(output)
      ->excludes(json);
  AddLibraries(app, a);
}

void AddConvert(CLI::App& app, Arguments& a) {
  app.add_option("PATH", a.paths, ".mo files, or directories of libraries")->required();
  AddVersions(app, "--from", a.from,
              "the version that files were written for, where no annotation `uses` says it; may be repeated");
  AddCheckOnly(app, a);
  AddLibraries(app, a);
}

void AddInstall(CLI::App& app, Arguments& a) {
  app.add_option("LIBRARY", a.name,
                 "a name that Mica knows (Modelica, Buildings, …), a directory, a .zip archive or the address of a "
                 "Git repository")
      ->required();
  app.add_option("--version", a.version, "install this version; of a Git repository, this tag")->type_name("VERSION");
  app.add_option("--mirror", a.mirror,
                 "where repositories are fetched from by name: a directory with them, or the start of an address")
      ->type_name("PLACE")
      ->envname("MICA_MIRROR");
  app.add_flag("--force", a.force, "replace a library that is installed already");
}

void AddVersion(CLI::App&, Arguments&) {}

struct CommandRow {
  Command command;
  const char* name;
  const char* description;
  void (*add_options)(CLI::App&, Arguments&);
};

// In the order of the help.
constexpr CommandRow kCommands[] = {
    {Command::kCheck, "check", "check a model and count its equations and unknowns, or all models of a package",
     AddCheck},
    {Command::kShow, "show", "show what a stage makes of a model, as a simulation with the same options has it",
     AddShow},
    {Command::kSimulate, "simulate", "simulate a model, from text to trajectory", AddSimulate},
    {Command::kSweep, "sweep", "run a model with many values of parameters, and measure each run", AddSweep},
    {Command::kOptimize, "optimize", "find values of parameters that make a measure smallest or largest", AddOptimize},
    {Command::kLinearize, "linearize", "linearize a model at a point: matrices, modes, zeros", AddLinearize},
    {Command::kSplit, "split", "show the parts of a model that only transmission lines join", AddSplit},
    {Command::kSteady, "steady", "find the operating point, where the derivatives of all states are zero", AddSteady},
    {Command::kEstimate, "estimate", "estimate parameters from measurements, with their confidence", AddEstimate},
    {Command::kSpectrum, "spectrum", "compute frequencies, amplitudes and phases of a variable of a result",
     AddSpectrum},
    {Command::kRealtime, "realtime", "run a model by the clock, with a controller outside that closes the loop",
     AddRealtime},
    {Command::kExport, "export", "write a model as a standalone C program with a fixed step", AddExport},
    {Command::kFmu, "fmu", "export, import, describe and validate Functional Mock-up Units", AddFmu},
    {Command::kPlot, "plot", "draw variables of a result", AddPlot},
    {Command::kCompare, "compare", "compare a result with a reference", AddCompare},
    {Command::kTest, "test", "run all examples of a library, and compare them with references", AddTest},
    {Command::kFormat, "format", "rewrite the layout of Modelica files", AddFormat},
    {Command::kTrust, "trust", "list or change the libraries whose native code may run", AddTrust},
    {Command::kList, "list", "list classes of a package, or the libraries on the path", AddList},
    {Command::kDoc, "doc", "show the documentation of a class: info, parameters, connectors, contents", AddDoc},
    {Command::kConvert, "convert", "convert files to the installed versions of the libraries they use", AddConvert},
    {Command::kInstall, "install", "install a library where Mica finds it", AddInstall},
    {Command::kVersion, "version", "print the version of this program", AddVersion},
};

struct Described {
  Command command;
  CLI::App* app;
};

// Options that every command has.
void AddMessages(CLI::App& app, Arguments& a) {
  app.add_flag("-q,--quiet", a.quiet, "print no progress, no notes and no closing line");
  app.add_flag("-v,--verbose", a.verbose, "print notes about the model with all their details");
  app.add_option("--warnings", a.warnings,
                 "which warnings about the text of a model are shown: all, own (not those about libraries), none")
      ->check(CLI::IsMember({"all", "own", "none"}))
      ->type_name("WHICH")
      ->capture_default_str();
  app.add_option("--colour,--color", a.colour, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
}

std::vector<Described> AddCommands(CLI::App& app, Arguments& a) {
  std::vector<Described> commands;
  for (const CommandRow& row : kCommands) {
    CLI::App* command = app.add_subcommand(row.name, row.description);
    row.add_options(*command, a);
    AddMessages(*command, a);
    commands.push_back({row.command, command});
  }
  return commands;
}

}  // namespace

Parsed ParseArguments(int count, char** words) {
  Arguments a;
  CLI::App app("Mica: a Modelica environment, from text to trajectory.", "mica");
  app.set_version_flag("--version", std::string("mica ") + MICA_VERSION);
  app.set_help_flag("-h,--help", "print this text");
  std::vector<Described> commands = AddCommands(app, a);
  CLI::App* help = app.add_subcommand("help", "print the help of a command: mica help simulate");
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
