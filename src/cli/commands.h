// The commands: each hands its arguments to the session and shows what comes back. Each gives the exit code.
#pragma once

#include "cli/options/arguments.h"

namespace mica::cli {

int Check(const Arguments& arguments);
int Show(const Arguments& arguments);
int Simulate(const Arguments& arguments);
int SimulateFmu(const Arguments& arguments);  // of a model that is a file X.fmu
int Sweep(const Arguments& arguments);
int Optimize(const Arguments& arguments);
int Linearize(const Arguments& arguments);
int Split(const Arguments& arguments);
// `mica simulate --distributed`.
int SimulateParts(const Arguments& arguments);
int Steady(const Arguments& arguments);
int Estimate(const Arguments& arguments);
int Spectrum(const Arguments& arguments);
int Realtime(const Arguments& arguments);
int Export(const Arguments& arguments);
int Fmu(const Arguments& arguments);
int Plot(const Arguments& arguments);
// The variables of a result: `mica list RESULT.mat`.
int ListResult(const Arguments& arguments);
// A word that can only be a result file.
bool IsResultName(const std::string& word);
int Compare(const Arguments& arguments);
int Format(const Arguments& arguments);
int List(const Arguments& arguments);
int Doc(const Arguments& arguments);
int Convert(const Arguments& arguments);
int Install(const Arguments& arguments);
int Test(const Arguments& arguments);
int TrustLibraries(const Arguments& arguments);
int Version(const Arguments& arguments);

// Whose native code the command runs: asking for a run is consent.
TrustOptions TrustOptionsOf(const Arguments& arguments);

// The libraries that the call and the environment name.
SessionOptions SessionOptionsOf(const Arguments& arguments);

// What the options of simulate and show ask for. False: reported.
bool MakeRequest(const Arguments& arguments, Session& session, SimulationRequest& request);

// The values of --set and --set-file. False: reported.
bool ReadOverrides(const Arguments& arguments, std::vector<run::Override>& overrides, DiagnosticSink& sink);

// Draws in the terminal, or to the file of --save. False: reported.
bool ShowFigure(const Figure& figure, const Arguments& arguments, Session& session);

}  // namespace mica::cli
