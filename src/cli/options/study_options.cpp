// Options of the studies: many runs of one model, or an analysis of one result.
#include <fmt/ranges.h>

#include "cli/options/command_options.h"
#include "cli/options/shared_options.h"
#include "study/optimize/optimize.h"
#include "study/spectrum/spectrum.h"

namespace mica::cli {

namespace {

// What all studies take: the model, and the experiment of its runs.
void AddStudy(CLI::App& app, Arguments& a) {
  AddModel(app, a);
  AddLibraries(app, a);
  AddStrictness(app, a);
  AddOutputGrid(app, a);
  AddValues(app, a);
}

void AddTuned(CLI::App& app, Arguments& a) {
  app.add_option("--tune", a.study.tune, "a parameter with its bounds; may be repeated")
      ->type_name("NAME=LOW:HIGH")
      ->allow_extra_args(false)
      ->required();
}

void AddJson(CLI::App& app, Arguments& a) { app.add_flag("--json", a.as_json, "print JSON"); }

}  // namespace

void AddSweep(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  app.add_option("--method", a.method, "one of " + MethodNames())->type_name("NAME")->capture_default_str();
  AddInput(app, a);
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
  app.add_option("--seed", s.seed, "seed of the random numbers")->type_name("N")->capture_default_str();
  AddJobs(app, a);
  app.add_option("-o,--output", a.output, "file for the table, .csv; default: the standard output")->type_name("FILE");
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
  AddTuned(app, a);
  app.add_option("--method", s.method,
                 fmt::format("one of {}; default: brent for one parameter, bobyqa for several",
                             fmt::join(study::OptimizeMethods(), ", ")))
      ->type_name("NAME");
  app.add_option("--precision", s.precision, "precision of the parameters, relative to their ranges")
      ->type_name("R")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--evaluations", s.evaluations, "at most so many runs")->type_name("N")->capture_default_str();
  app.add_option("--seed", s.seed, "seed of methods that use random numbers")->type_name("N")->capture_default_str();
  AddJobs(app, a);
  AddJson(app, a);
}

void AddLinearize(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  StudyArguments& s = a.study;
  AddNumber(app, "--at", s.at, "simulate up to this time first; default: the start", "T");
  app.add_option("--input", s.inputs, "an input of the top level; default: all Real ones; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--output", s.outputs, "a variable; default: the outputs of the top level; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  AddJson(app, a);
}

void AddSteady(CLI::App& app, Arguments& a) {
  AddStudy(app, a);
  app.add_option("--output", a.study.outputs,
                 "a variable to show besides the states; default: the outputs of the top level; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  AddJson(app, a);
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
  AddTuned(app, a);
  app.add_option("--deviation", s.deviations,
                 "standard deviation of a measured variable; default: that of its values; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--evaluations", s.evaluations, "at most so many runs")->type_name("N")->capture_default_str();
  AddJobs(app, a);
  AddJson(app, a);
}

void AddSpectrum(CLI::App& app, Arguments& a) {
  SpectrumArguments& s = a.spectrum;
  app.add_option("RESULT", a.result, "result file, .mat or .csv")->required();
  app.add_option("NAME", a.name, "a variable of it")->required();
  AddNumber(app, "--sample", s.sample, "interval of the samples; default: the most frequent one of the result", "H");
  AddNumber(app, "--from", s.from, "start of the part to use; default: start of the result", "T");
  AddNumber(app, "--to", s.to, "end of the part to use; default: end of the result", "T");
  app.add_option("--points", s.points, "at most so many samples")->type_name("N");
  app.add_option("--window", s.window, fmt::format("one of {}", fmt::join(study::WindowNames(), ", ")))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_flag("--mean", s.keeps_mean, "keep the mean of the samples, which is removed otherwise");
  AddNumber(app, "--fundamental", s.fundamental,
            "frequency whose harmonics are the distortion; default: the largest peak", "F");
  app.add_flag("--json", a.as_json, "print all bins as JSON");
}

}  // namespace mica::cli
