// Run stage: what a simulation starts from. The compiled code of a model, the block model that the code was made from (names, systems,
// relations: everything a message needs), and the table of sites that the code's reports refer to. None of it is changed by a run, so
// several runs may share one Runnable in several threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "expression/store.h"
#include "kernels/model_code.h"
#include "structure/block_model.h"

namespace mica::run {

// A place in the model that reports at run time: an assertion, a terminate(), a division.
struct Site {
  std::string text;  // the expression or condition as the user wrote it
  flat::Origin origin;
};

// Code that serves in one mode (run/mode_codes.h), and what it lives in.
struct ModeProgram {
  const MicaCode* code = nullptr;
  std::shared_ptr<const void> owner;
};

struct Runnable {
  const MicaCode* code = nullptr;
  const structure::BlockModel* model = nullptr;
  const Store* store = nullptr;
  const flat::Model* flat = nullptr;  // units and descriptions of the result's signals; may be null
  std::span<const Site> sites;
  // The file that `modelica://Library/path` names, or nothing; may be empty: there are no such files then.
  std::function<std::optional<std::string>(std::string_view)> resource_file = {};
  // Compiles a model with a mode put in; called in another thread. Empty: there is no code per mode.
  std::function<std::optional<ModeProgram>(const structure::BlockModel&, const Store&)> compile_mode = {};
  std::string mode_directory = {};  // where modes are remembered; empty: nowhere
};

// "component a.b: " of an origin, or "" at the top of the model.
std::string ComponentText(const flat::Origin& origin, const Store& store);
// A number as messages show it: shortest text that reads back to six significant digits.
std::string NumberText(double value);
// The Modelica text of a relation or other expression of the block model, shortened to what fits in a message.
std::string ModelText(Expr expression, const Runnable& runnable);

}  // namespace mica::run
