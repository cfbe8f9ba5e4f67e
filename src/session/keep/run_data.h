// Files that a run starts from besides its model: values for parameters (--set-file), data for inputs (--input), an
// earlier result (--initial).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "run/experiment.h"

namespace mica {

// Lines `name=value`; empty ones and those that start with # or // do not count. E6018: the file cannot be read; E6006,
// with its line: not of that form.
[[nodiscard]] bool ReadOverrideFile(const std::string& path, std::vector<run::Override>& overrides,
                                    DiagnosticSink& sink);

// A CSV or MAT file. What is wrong with it is reported (E700x).
[[nodiscard]] bool ReadInputTable(const std::string& path, run::SimulationOptions& options, DiagnosticSink& sink);

// `RESULT` or `RESULT@TIME`; without a time the end of the result. E6058: a time outside it.
[[nodiscard]] bool ReadInitialPoint(const std::string& text, run::SimulationOptions& options, DiagnosticSink& sink);

}  // namespace mica
