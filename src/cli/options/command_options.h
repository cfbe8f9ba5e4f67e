// The options of each command that has many.
#pragma once

#include "cli/options/arguments.h"

namespace CLI {
class App;
}

namespace mica::cli {

void AddSimulate(CLI::App& app, Arguments& a);
void AddSplit(CLI::App& app, Arguments& a);
void AddRealtime(CLI::App& app, Arguments& a);
void AddExport(CLI::App& app, Arguments& a);
void AddFmu(CLI::App& app, Arguments& a);

void AddSweep(CLI::App& app, Arguments& a);
void AddOptimize(CLI::App& app, Arguments& a);
void AddLinearize(CLI::App& app, Arguments& a);
void AddSteady(CLI::App& app, Arguments& a);
void AddEstimate(CLI::App& app, Arguments& a);
void AddSpectrum(CLI::App& app, Arguments& a);

}  // namespace mica::cli
