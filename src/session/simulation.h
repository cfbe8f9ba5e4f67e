// What a front asks of a simulation, and what it gets back.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "plot/figure.h"
#include "plot/plot_request.h"
#include "realtime/realtime.h"
#include "result/trajectory.h"
#include "run/simulate.h"
#include "session/outcome.h"

namespace mica {

struct SimulationRequest {
  std::string method = "cvode";  // by name; find_method.h
  run::SimulationOptions options;
  std::vector<std::string> passes_off;  // optional structure passes that the translation leaves out
  std::string output;  // a .mat or .csv file; "-" (or /dev/stdout): CSV to the standard output; empty: the result comes
                       // back in memory
  bool parameters_in_csv = false;
  std::string variables;            // a regular expression (ECMAScript) for whole names; empty: all
  std::optional<PlotRequest> plot;  // of the run, whatever `variables` leaves out
  bool keep = false;  // start from what an earlier run kept of the unchanged model; keep it for later ones
  run::Progress progress;
  std::stop_token stop;
  run::StepObserver* observer = nullptr;  // of a run with a fixed step
};

// A run in real time, without rows of a result.
struct RealtimeRequest {
  SimulationRequest simulation;  // with a step and a method for real time
  realtime::RealtimeOptions realtime;
  realtime::RealtimeRun::OnSignals on_signals;  // before the first step
};

struct SimulationReport {
  Outcome outcome = Outcome::kModelWrong;
  run::SimulationResult run;
  std::optional<Trajectory> trajectory;  // when there is no output file
  std::optional<Figure> figure;          // when a plot was asked for and there are rows
  std::optional<realtime::RealtimeReport> realtime;
};

// E6001, and what realtime::CheckRealtime finds.
bool CheckRealtimeRequest(const SimulationRequest& simulation, const realtime::RealtimeOptions& options,
                          DiagnosticSink& sink);

// "-" and its other spelling.
bool IsStandardOutput(const std::string& path);

}  // namespace mica
