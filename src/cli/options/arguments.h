// The command line as data: what the user asks for, read from the arguments of the program. docs/command-line.md
// explains every option.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/experiment.h"
#include "session/session.h"
#include "session/show/listing.h"

namespace mica::cli {

enum class Command {
  kCheck,
  kShow,
  kSimulate,
  kSweep,
  kOptimize,
  kLinearize,
  kSplit,
  kSteady,
  kEstimate,
  kSpectrum,
  kPlot,
  kCompare,
  kFormat,
  kList,
  kDoc,
  kInstall,
  kConvert,
  kTest,
  kRealtime,
  kExport,
  kFmu,
  kTrust,
  kVersion
};

// Of studies: many runs of one model.
struct StudyArguments {
  std::vector<std::string> vary, measures;                  // sweep
  std::optional<std::size_t> latin, sobol, random, normal;  // how ranges are sampled, and how often
  std::uint64_t seed = 1;
  std::vector<std::string> tune;  // optimize
  std::string objective, method;
  bool maximizes = false;
  double precision = 1e-6;
  std::size_t evaluations = 2000;
  std::optional<double> at;  // linearize
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> data, deviations;  // estimate: files; NAME=VALUE
};

// Of `mica spectrum`.
struct SpectrumArguments {
  std::optional<double> sample, from, to, fundamental;
  std::optional<std::size_t> points;
  std::string window = "rectangle";
  bool keeps_mean = false;
};

struct Arguments {
  Command command = Command::kVersion;
  bool quiet = false;
  bool verbose = false;                                       // notes with all their details
  std::string colour = "auto";                                // auto, always, never
  std::string warnings = "own";                               // all, own, none: of translation
  std::vector<std::string> libraries;                         // --library
  std::vector<std::pair<std::string, std::string>> versions;  // --use: a library and its version
  std::vector<std::pair<std::string, std::string>> from;      // convert: the same, of files that do not say it

  std::vector<std::string> trusted;  // --trust
  std::string trust_change;          // trust: list, add, remove

  bool is_strict = false;                      // --strict
  std::optional<std::uint64_t> limit_scalars;  // --limit-scalars

  ModelRequest model;            // check, show, simulate
  std::string stage;             // show
  bool shows_evaluated = false;  // check: structural parameters
  std::string stats;             // check, simulate: file for times and counts

  // simulate
  std::string method = "cvode";
  run::SimulationOptions simulation;  // overrides aside
  std::vector<std::string> set;       // name=value
  std::vector<std::string> passes_off;
  std::vector<std::string> set_files;  // files with such lines
  std::string input, initial;          // files: data for inputs; a result to start from
  std::string variables;
  std::optional<std::string> output;
  bool parameters_in_csv = false;
  bool fresh = false;  // whatever was kept
  bool is_distributed = false;
  unsigned threads = 0;                                           // 0: as many as there are processors
  std::vector<std::pair<std::string, std::string>> part_methods;  // of a distributed run: part, method

  // sweep, optimize, linearize, steady and estimate
  StudyArguments study;
  SpectrumArguments spectrum;

  // fmu
  bool shows_all = false;  // info
  int fmi_version = 3;
  std::string fmu_type = "both";  // me, cs, both

  // realtime
  realtime::RealtimeOptions realtime;
  bool endless = false;

  // simulate and plot
  std::vector<std::string> curves;  // as written: 'a,b;c'
  std::string save, x, title;

  // plot and compare
  std::string result, reference;
  bool all_signals = false;

  // test
  unsigned jobs = 0;  // 0: as many as there are processors
  double limit = 120;
  std::string report;

  // format
  std::vector<std::string> paths;
  bool check_only = false;

  // list, doc and install
  std::string name, version, mirror;
  ListFilter filter;  // list
  bool recursive = false, force = false, as_json = false, as_page = false;
};

struct Parsed {
  std::optional<Arguments> arguments;  // absent: there is nothing to do but to end
  int exit_code = 0;
};

// Help goes to the standard output; what is wrong with the call, with the nearest spelling, to the standard error.
Parsed ParseArguments(int count, char** words);

}  // namespace mica::cli
