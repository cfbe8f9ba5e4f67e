#include "fmi/simulate/simulate_fmu.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "fmi/codes.h"
#include "fmi/simulate/fmu_run.h"
#include "run/codes.h"
#include "session/find_method.h"
#include "session/values/result_recorder.h"

namespace mica::fmi {

namespace {

// The interface to run, or nothing after E9113.
std::optional<FmuInterface> ChooseInterface(const OpenFmu& fmu, const FmuRunRequest& request, std::string& library,
                                            DiagnosticSink& sink) {
  const Description& d = fmu.description;
  auto refuse = [&](const std::string& why) {
    sink.Report(kCannotRunFmu, {}, fmt::format("{} cannot be run: {}", fmu.path, why));
    return std::nullopt;
  };
  if (d.version == 0) return refuse(fmu.in_description.empty() ? "it is not FMI 2 or 3" : fmu.in_description[0].text);
  bool wants_exchange = request.interface != FmuInterface::kCoSimulation;
  if (request.interface && !(wants_exchange ? d.model_exchange : d.cosimulation))
    return refuse(fmt::format("it does not offer {}", wants_exchange ? "Model Exchange" : "Co-Simulation"));
  if (!d.model_exchange && !d.cosimulation) return refuse("it offers neither Model Exchange nor Co-Simulation");
  bool is_exchange = wants_exchange && d.model_exchange;
  const DescribedInterface& interface = is_exchange ? *d.model_exchange : *d.cosimulation;
  if (interface.needs_tool) return refuse("it requires the tool that made it");
  library = fmu.BinaryOf(interface.identifier);
  if (library.empty()) return refuse("it has no shared object for this platform");
  return is_exchange ? FmuInterface::kModelExchange : FmuInterface::kCoSimulation;
}

run::Experiment ExperimentOf(const Description& d) {
  run::Experiment e;
  e.start_time = d.experiment.start.value_or(0);
  e.has_stop_time = d.experiment.stop.has_value();
  e.stop_time = d.experiment.stop.value_or(e.start_time + 1);
  e.tolerance = d.experiment.tolerance.value_or(e.tolerance);
  e.interval = d.experiment.step.value_or(0);
  return e;
}

// What is left out or assumed.
void NoteGaps(const Description& d, const FmuOverrides& overrides, bool has_inputs, DiagnosticSink& sink) {
  std::string clocks, open;
  for (const DescribedVariable& v : d.variables) {
    if (v.type == "Clock" && v.causality == "input") clocks += (clocks.empty() ? "" : ", ") + v.name;
    if (v.causality == "input" && v.type != "Clock" && !has_inputs && !overrides.Sets(v.name))
      open += (open.empty() ? "" : ", ") + v.name;
  }
  if (!clocks.empty())
    sink.Report(kFmuWarns, {}, fmt::format("nothing makes the clocks {} of the FMU tick", clocks)).hint =
        "clocks from outside are not run: what hangs on them keeps its start values";
  if (!open.empty())
    sink.Report(run::kInputsAtStart, {}, fmt::format("inputs of the FMU keep their start values: {}", open)).hint =
        "--input FILE.csv gives inputs data over time, --set a constant";
}

}  // namespace

FmuRunReport SimulateFmu(const OpenFmu& fmu, const FmuRunRequest& request, DiagnosticSink& sink) {
  FmuRunReport report;
  SimulationReport& simulation = report.simulation;
  const Description& d = fmu.description;
  std::string library;
  std::optional<FmuInterface> interface = ChooseInterface(fmu, request, library, sink);
  if (!interface) return simulation.outcome = Outcome::kModelWrong, report;
  report.interface = *interface;

  // All mistakes of the call in one run.
  simulation.outcome = Outcome::kCallWrong;
  const run::Method* method = FindMethod(request.simulation.method, sink);
  if (!method) return report;
  bool is_exchange = *interface == FmuInterface::kModelExchange;
  if (is_exchange && (method->discretisation != run::Discretisation::kNone || method->has_bounded_work())) {
    sink.Report(run::kNotForMethod, {},
                fmt::format("'{}' is put into the equations of a model: an FMU has none to see", method->name))
        .hint = "'cvode', 'dopri45', 'esdirk5' and others integrate an FMU; so does '--type cs' by its own solver";
    return report;
  }
  std::optional<run::RunPlan> plan = run::MakeRunPlan(request.simulation.options, *method, ExperimentOf(d), sink);
  FmuOverrides overrides(request.simulation.options.overrides, d, sink);
  FmuInputs inputs(request.simulation.options.inputs.get(), d, overrides.sizes(), sink);
  ResultRecorder recorder(request.simulation, sink);
  if (!plan || !overrides.ok() || !inputs.ok() || !recorder.ok() || sink.has_errors()) return report;
  NoteGaps(d, overrides, inputs.any(), sink);

  run::SimulationResult& result = simulation.run;
  result.statistics.method = is_exchange ? std::string(method->name) : "of the FMU";
  FmuRunSetting setting{
      fmu, library, *plan, overrides, inputs, request.simulation, request.is_logging, recorder.writer(), sink};
  auto begin = std::chrono::steady_clock::now();
  try {
    if (is_exchange)
      RunExchange(setting, result, report.states);
    else
      RunStepped(setting, result);
  } catch (const FmuFailure& failure) {
    result.outcome = run::Outcome::kFailed;
    Diagnostic& error =
        sink.Report(kFmuFailed, {},
                    fmt::format("{} failed {}: {}", d.model_name,
                                result.initialized ? fmt::format("at time = {}", run::NumberText(result.time))
                                                   : "before its first row",
                                failure.text));
    if (failure.is_fault) error.hint = "the error is in the FMU: its code crashed";
  }
  result.statistics.integrate_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  bool is_written = !result.initialized || recorder.writer().Finish();
  recorder.Hand(simulation);
  simulation.outcome = recorder.refused()                                       ? Outcome::kCallWrong
                       : result.outcome == run::Outcome::kCancelled             ? Outcome::kCancelled
                       : result.outcome == run::Outcome::kFailed || !is_written ? Outcome::kFailed
                                                                                : Outcome::kDone;
  return report;
}

}  // namespace mica::fmi
