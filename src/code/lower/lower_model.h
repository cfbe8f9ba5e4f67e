// From a block model to the lowered program: the routines of every entry point of MicaCode, cut to bounded size.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "code/program.h"
#include "structure/block_model.h"

namespace mica::code {

class ExternalLibraries;

struct LowerOptions {
  // A routine is closed after the step with which it passes this many instructions: compile time stays linear in the
  // model.
  std::size_t longest_routine = 1500;
  // Derivatives, stage, crossing functions and systems alone: what a model with a mode put in has.
  bool continuous_only = false;
  // External functions that a kernel does as well (tables) are calls of that kernel: no foreign code is left.
  bool kernels_for_externals = false;
  // For code that runs elsewhere: the address (modelica://…) by which a literal text that names a file is found there;
  // empty: the text is no such name.
  std::function<std::string(const std::string&)> resource_address = {};
};

// `externals` resolves external functions in this process; null leaves them as symbols (for C). With `objects_alone`
// the sections `parameters` and `destroy` make and destroy the external objects at these slots, and nothing else: for a
// program that has its values from elsewhere.
Program LowerModel(const structure::BlockModel& model, const Store& store, ExternalLibraries* externals,
                   const LowerOptions& options, DiagnosticSink& sink,
                   const std::vector<std::uint32_t>* objects_alone = nullptr);

}  // namespace mica::code
