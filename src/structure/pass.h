// What a structure pass is: a name, why it stands where it stands, and a function over the context that all passes
// share.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "structure/block_model.h"
#include "structure/scalar/scalar_model.h"
#include "symbolic/derivative_function.h"

namespace mica::structure {

struct PassTime {
  std::string_view pass;
  double seconds = 0;
};

// What the nonlinear systems of the initial instant are iterated on. A torn-out variable starts from what follows from
// the iteration variables, whatever its own start value says: a good guess of a flow is of no use where two pressures
// give it, and are equal at the start.
enum class InitialIteration : std::uint8_t {
  kFewest,       // as few variables as tearing finds
  kModelStarts,  // and all whose start value is a formula: a guess for this model
  kAllStarts,    // and all that have a start value, were it that of a type
};

// The section `stage`, which a method that is put into the equations has besides the dynamics.
struct StageRequest {
  enum class Kind : std::uint8_t {
    kNone,      // there is none, unless a switch fixes a state (inline_switches.h)
    kFormulas,  // the equations with an implicit formula for each state (sort_stage.cpp)
    kTangent,   // the equations linearised, for Rosenbrock methods (sort_tangent.h)
  };
  Kind kind = Kind::kNone;
  std::optional<StepPartition> partition = {};  // formulas for its implicit states alone; absent: for all
  bool has_short_steps = false;                 // steps may be of any length, as after an event

  bool operator==(const StageRequest&) const = default;
};

struct Options {
  std::vector<std::string> switched_off;  // names of passes that may be left out; an unknown name is an internal error
  std::string dump_after;                 // name of a pass: its scalar model goes to `dump` as text
  std::function<void(const std::string&)> dump;
  std::function<void(PassTime)> on_pass;  // called after each pass
  std::function<bool()> is_cancelled;     // asked before each pass
  StageRequest stage;
  InitialIteration initial_iteration = InitialIteration::kFewest;
  std::size_t symbolic_limit =
      2;  // equations of a linear system that are solved in formulas at the end of elimination, 1 or 2
  std::size_t message_limit = 8;  // variables and equations named in one diagnostic

  bool leaves_out(std::string_view pass) const { return std::ranges::find(switched_off, pass) != switched_off.end(); }
};

struct PassContext {
  const flat::Model& flat;
  Store& store;
  const SourceMap& sources;
  DiagnosticSink& sink;
  const Options& options;
  ScalarModel model;
  BlockModel blocks;
  symbolic::FunctionDerivatives derivatives;  // of functions, made once for all passes
  bool in_stage = false;                      // the section `stage` is being built
  std::unordered_map<ScalarId, ScalarId>
      stage_bases;  // of states: the inputs that their step formulas read (step_formula.h)
  std::optional<std::uint32_t> step_formula_origin;
};

struct Pass {
  std::string_view name;
  std::string_view why;
  bool (*run)(PassContext&);  // false: the model is wrong, and the sink knows why
  bool is_optional = false;   // may be switched off without changing trajectories
};

}  // namespace mica::structure
