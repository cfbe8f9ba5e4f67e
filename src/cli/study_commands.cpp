// `mica sweep`, `mica optimize` and `mica linearize`.
#include <fmt/format.h>
#include <unistd.h>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/opened_model.h"
#include "cli/progress_bar.h"
#include "study/linear/linear_text.h"
#include "study/linear/linearize.h"
#include "study/optimize/optimize.h"
#include "study/sweep/sweep.h"

namespace mica::cli {

namespace {

bool MakeDesign(const StudyArguments& study, study::Design& design, DiagnosticSink& sink) {
  bool good = true;
  for (const std::string& text : study.vary) {
    std::optional<study::Vary> vary = study::ParseVary(text, sink);
    good = good && vary.has_value();
    if (vary) design.varied.push_back(std::move(*vary));
  }
  auto sample = [&](const std::optional<std::size_t>& count, study::Sampling sampling) {
    if (!count) return;
    design.sampling = sampling;
    design.samples = *count;
  };
  sample(study.latin, study::Sampling::kLatin);
  sample(study.sobol, study::Sampling::kSobol);
  sample(study.random, study::Sampling::kRandom);
  sample(study.normal, study::Sampling::kNormal);
  design.seed = study.seed;
  return good;
}

}  // namespace

int Sweep(const Arguments& arguments) {
  OpenedModel opened(arguments);
  study::SweepRequest request;
  if (!MakeDesign(arguments.study, request.design, opened.sink())) return opened.Close(Outcome::kCallWrong);
  if (!opened.FindStudied()) return opened.Close();
  std::string output = arguments.output.value_or("-");
  if (!study::CanWriteSweep(output, opened.sink())) return opened.Close(Outcome::kCallWrong);
  request.measures = arguments.study.measures;
  request.jobs = arguments.jobs;
  ProgressBar bar(!arguments.quiet && isatty(STDERR_FILENO));
  request.progress = [&](std::size_t done, std::size_t all) {
    bar.Update(static_cast<double>(done), 0, static_cast<double>(all));
  };
  Interrupt interrupt;
  request.stop = interrupt.token();
  study::ModelRuns runs(opened.session, opened.model, opened.base);
  study::Sweep sweep = study::RunSweep(opened.session, runs, request);
  bar.Clear();
  bool has_rows =
      sweep.outcome == Outcome::kDone || sweep.outcome == Outcome::kCancelled || sweep.outcome == Outcome::kFailed;
  if (has_rows && !study::WriteSweep(sweep, output, opened.sink())) sweep.outcome = Outcome::kCallWrong;
  opened.messages.Show();
  if (has_rows && !arguments.quiet && output != "-")
    fmt::print("{}: {} runs, {} of them failed, {} translation{}; {:.3g} s of runs, {:.3g} s in all; {}\n",
               arguments.model.model, sweep.rows.size(), sweep.failed, sweep.variants, sweep.variants == 1 ? "" : "s",
               sweep.run_seconds, opened.session.age_seconds(), output);
  return opened.Close(sweep.outcome);
}

int Optimize(const Arguments& arguments) {
  OpenedModel opened(arguments);
  study::OptimizeRequest request;
  bool good = study::ParseTuned(arguments.study.tune, request.tuned, opened.sink());
  if (!good || !opened.FindStudied()) return opened.Close();
  request.objective = arguments.study.objective;
  request.maximize = arguments.study.maximizes;
  request.method = arguments.study.method;
  request.tolerance = arguments.study.precision;
  request.evaluations = arguments.study.evaluations;
  request.seed = arguments.study.seed;
  request.jobs = arguments.jobs;
  Interrupt interrupt;
  request.stop = interrupt.token();
  study::ModelRuns runs(opened.session, opened.model, opened.base);
  study::Optimum best = study::Optimize(opened.session, runs, request);
  opened.messages.Show();
  if (!best.values.empty()) {
    nlohmann::ordered_json json;
    json["model"] = arguments.model.model;
    json["objective"] = {{request.maximize ? "maximize" : "minimize", request.objective}, {"value", best.objective}};
    for (std::size_t i = 0; i < request.tuned.size(); ++i) json["parameters"][request.tuned[i].name] = best.values[i];
    json["method"] = best.method;
    json["evaluations"] = best.evaluations;
    json["failed"] = best.failed;
    json["end"] = best.end;
    if (arguments.as_json) {
      fmt::print("{}\n", json.dump(1));
    } else {
      for (std::size_t i = 0; i < request.tuned.size(); ++i)
        fmt::print("{} = {:.10g}\n", request.tuned[i].name, best.values[i]);
      fmt::print("{} = {:.10g}\n", request.objective, best.objective);
      if (!arguments.quiet)
        fmt::print("{}: {} runs by {}, {} of them failed; {}; {:.3g} s\n", arguments.model.model, best.evaluations,
                   best.method, best.failed, best.end, opened.session.age_seconds());
    }
  }
  return opened.Close(best.outcome);
}

int Linearize(const Arguments& arguments) {
  OpenedModel opened(arguments);
  if (!opened.FindStudied()) return opened.Close();
  study::LinearizeRequest request;
  request.at = arguments.study.at;
  request.inputs = arguments.study.inputs;
  request.outputs = arguments.study.outputs;
  Interrupt interrupt;
  request.stop = interrupt.token();
  study::ModelRuns runs(opened.session, opened.model, opened.base);
  study::Linearization made = study::Linearize(opened.session, runs, request);
  opened.messages.Show();
  if (made.outcome == Outcome::kDone)
    fmt::print("{}", arguments.as_json ? study::LinearJson(made.system) : study::LinearText(made.system));
  return opened.Close(made.outcome);
}

}  // namespace mica::cli
