#include "fmi/simulate/fmu_statistics.h"

#include <nlohmann/json.hpp>

#include "session/statistics.h"

namespace mica::fmi {

std::string FmuStatisticsJson(const OpenFmu& fmu, const FmuRunReport& report, double total_seconds) {
  const run::SimulationStatistics& s = report.simulation.run.statistics;
  nlohmann::ordered_json json;
  json["model"] = fmu.description.model_name;
  json["fmi"] = fmu.description.version;
  json["interface"] = report.interface == FmuInterface::kModelExchange ? "me" : "cs";
  json["seconds"] = {{"integrate", s.integrate_seconds}, {"total", total_seconds}};
  json["counts"] = {{"states", report.states}};
  json["solver"] = {{"method", s.method},
                    {"steps", s.steps},
                    {"fevals", s.fevals},
                    {"jacobians", s.jacobians},
                    {"state_events", s.state_events},
                    {"time_events", s.time_events}};
  json["peak_rss_mb"] = PeakMemoryMegabytes();
  return json.dump(2) + "\n";
}

}  // namespace mica::fmi
