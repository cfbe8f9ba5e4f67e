// Run stage: what a simulation starts from: the compiled code of a model (runtime/model_code.h) and its table
// (runtime/model_table.h). Everything else is offered by whoever has the model's text and may be absent. None of it is
// changed by a run, so several runs may share one Runnable in several threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "run/model_words.h"
#include "run/table_view.h"

namespace mica::run {

// Code that serves in one mode (run/modes/mode_codes.h), its table, of which only the systems are read, and what both
// live in.
struct ModeProgram {
  const MicaCode* code = nullptr;
  const MicaModelTable* table = nullptr;
  std::shared_ptr<const void> owner;
  std::vector<std::int64_t> linear, nonlinear;  // sizes of its systems
};

// `mode`: values of the table's mode variables. `reals`: storage after initialization, which has the values of the
// parameters.
using ModeCompiler =
    std::function<std::optional<ModeProgram>(std::span<const std::int32_t> mode, std::span<const double> reals)>;

struct Runnable {
  const MicaCode* code = nullptr;
  const MicaModelTable* table = nullptr;
  const ModelWords* words = nullptr;  // may be null
  // The file that `modelica://Library/path` names, or nothing; may be empty: there are no such files then.
  std::function<std::optional<std::string>(std::string_view)> resource_file = {};
  // Compiles the model with a mode put in; called in another thread, by one at a time. Empty: there is no code per
  // mode.
  ModeCompiler compile_mode = {};
  std::string mode_directory = {};  // where modes are remembered; empty: nowhere
};

// The place of an origin of the table.
Span SpanOf(const MicaModelTable& table, std::uint32_t origin);
// "component a.b: " of an origin, or "" at the top of the model.
std::string ComponentText(const MicaModelTable& table, std::uint32_t origin);
// The component and the text of a relation.
std::string RelationText(const MicaModelTable& table, std::uint32_t relation);
// A number as messages show it: shortest text that reads back to six significant digits.
std::string NumberText(double value);

}  // namespace mica::run
