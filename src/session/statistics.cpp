#include "session/statistics.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "session/codes.h"
#include "session/session.h"
#include "session/show/step_histogram.h"
#include "session/values/evaluated_parameters.h"

namespace mica {

double PeakMemoryMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;  // Linux counts kilobytes
}

namespace {

using Json = nlohmann::ordered_json;

void AddSolver(Json& json, const run::SimulationStatistics& solver) {
  json["solver"] = {{"method", solver.method},
                    {"steps", solver.steps},
                    {"fevals", solver.fevals},
                    {"jacobians", solver.jacobians},
                    {"state_events", solver.state_events},
                    {"time_events", solver.time_events}};
  if (solver.has_fixed_step) {
    const run::StepCost& cost = solver.step_cost;
    json["solver"]["newton_iterations"] = solver.newton_iterations;
    json["solver"]["modes"] = solver.modes;
    json["solver"]["mode_codes"] = solver.mode_codes;
    json["solver"]["step_us"] = {{"mean", cost.mean_us()}, {"p99", cost.QuantileUs(0.99)}, {"max", cost.largest_us()}};
  }
  if (solver.work.is_bound()) {
    auto use = [](const run::WorkBudget::Use& each) {
      return Json{{"limit", each.limit}, {"most", each.most}, {"reached", each.reached}};
    };
    json["solver"]["work"] = {
        {"newton", use(solver.work.newton)}, {"passes", use(solver.work.passes)}, {"modes", use(solver.work.modes)}};
  }
}

// Of mixed-mode integration: which states are implicit, and why.
void AddPartition(Json& json, const structure::StepPartition& partition) {
  json["partition"] = {{"step", partition.step},
                       {"implicit", partition.ImplicitCount()},
                       {"explicit", partition.states.size() - partition.ImplicitCount()}};
  for (const structure::StateMethod* state : InOrder(partition))
    json["partition"]["states"].push_back({{"name", state->state},
                                           {"implicit", state->is_implicit},
                                           {"mode", {state->rate, state->frequency}},
                                           {"why", WhyText(*state)}});
}

void AddRealtime(Json& json, const realtime::RealtimeReport& run, const run::StepCost& cost) {
  json["realtime"] = {{"scale", run.scale},           {"paced", run.is_paced},    {"fifo", run.is_fifo},
                      {"locked", run.is_locked},      {"overruns", run.overruns}, {"worst_late_us", run.worst_late_us},
                      {"inputs", run.inputs},         {"outputs", run.outputs},   {"inputs_taken", run.taken},
                      {"inputs_refused", run.refused}};
  json["realtime"]["wake_us"] = {
      {"mean", run.wake.mean_us()}, {"p99", run.wake.QuantileUs(0.99)}, {"max", run.wake.largest_us()}};
  json["realtime"]["histogram"] = Json::array();
  for (const HistogramRow& row : HistogramRows(cost))
    json["realtime"]["histogram"].push_back({{"from_us", row.from_us}, {"to_us", row.to_us}, {"steps", row.steps}});
}

}  // namespace

std::string StatisticsJson(Session& session, Translation& translation, const SimulationReport& report) {
  const StageSeconds& seconds = translation.seconds();
  const structure::Counts counts = translation.blocks() ? translation.blocks()->counts : structure::Counts();
  Json json;
  json["model"] = translation.name();
  json["seconds"] = {{"load", session.load_seconds()}, {"instantiate", seconds.instantiate},
                     {"flatten", seconds.flatten},     {"structure", seconds.structure},
                     {"compile", seconds.compile},     {"initialize", seconds.initialize},
                     {"integrate", seconds.integrate}, {"write", seconds.write},
                     {"total", session.age_seconds()}};
  if (seconds.trial > 0) json["seconds"]["trial"] = seconds.trial;
  if (seconds.restore > 0) json["seconds"]["restore"] = seconds.restore;
  if (seconds.keep > 0) json["seconds"]["keep"] = seconds.keep;
  json["counts"] = {{"unknowns", counts.unknowns}, {"equations", counts.equations}, {"states", counts.states},
                    {"aliases", counts.aliases},   {"linear", counts.linear},       {"nonlinear", counts.nonlinear},
                    {"mixed", counts.mixed}};
  AddSolver(json, report.run.statistics);
  if (const structure::BlockModel* blocks = translation.blocks(); blocks && !blocks->partition.states.empty())
    AddPartition(json, blocks->partition);
  if (report.realtime) AddRealtime(json, *report.realtime, report.run.statistics.step_cost);
  json["evaluated"] = Json::array();
  for (const EvaluatedParameter& parameter : EvaluatedParameters(session, translation))
    json["evaluated"].push_back(
        {{"name", parameter.name}, {"value", parameter.value}, {"why", parameter.why}, {"at", parameter.where}});
  json["peak_rss_mb"] = PeakMemoryMegabytes();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool WriteStatistics(const std::string& path, Session& session, Translation& translation,
                     const SimulationReport& report) {
  if (path.empty() || WriteWholeFile(path, StatisticsJson(session, translation, report))) return true;
  session.sink().Report(kCannotWriteStatistics, {}, fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  return false;
}

}  // namespace mica
