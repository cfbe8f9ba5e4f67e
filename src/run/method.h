// Run stage: the integration methods, each a descriptor of how it makes its steps and what it asks of the translated
// model. Here a method is known by its id; names are for people, and only the session looks one up
// (session/find_method.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "graph/compressed_rows.h"
#include "run/integrators/integrator.h"

namespace mica::run {

struct MethodSettings {
  double start = 0, stop = 1;
  double tolerance = 1e-6;
  double step = 0;         // of methods with a fixed step
  double first_steps = 0;  // longest of the first steps after a restart; 0: no limit
  double look_interval =
      0;  // crossings inside of longer steps are looked for at points of this distance; 0: not at all
  const graph::CompressedRows* pattern = nullptr;
};

enum class MethodId : std::uint8_t {
  kCvode,
  kIda,
  kDopri45,
  kBogacki23,
  kHeun,
  kEsdirk5,
  kSdirk4,
  kTrbdf2,
  kEuler,
  kRk4,
  kImplicitEuler,
  kInlineEuler,
  kInlineImplicitEuler,
  kInlineRk2,
  kInlineRk3,
  kInlineRk4,
  kInlineMixed,
  kInlineRos2,
  kInlineRos3,
  kInlineSdirk4,
};

// How steps are made.
enum class Pacing : std::uint8_t {
  kControlled,  // as long as the error allows; events are located
  kFixed,       // of one length; events are located
  kBounded,     // of one length; events at their ends, and the work of each has the bounds of work_budget.h
};

// What of the method is part of the equations: the model is translated for it.
enum class Discretisation : std::uint8_t {
  kNone,        // nothing: derivatives are computed from states
  kImplicit,    // the implicit formula of each state
  kControlled,  // likewise, at steps of any length
  kMixed,       // that of some states, which a trial run tells (trial_run.h); the others are explicit
  kTangent,     // the equations linearised, for Rosenbrock methods
};

struct Method {
  MethodId id;
  std::string_view name;
  std::string_view description;
  Pacing pacing;
  Discretisation discretisation;
  std::unique_ptr<Integrator> (*make)(OdeProblem& problem, const MethodSettings& settings);

  bool has_fixed_step() const { return pacing != Pacing::kControlled; }
  bool has_bounded_work() const { return pacing == Pacing::kBounded; }
  // Whether states may be unknowns of its equations, as a switch that fixes them requires (MicaModelTable::inlined).
  bool has_formulas() const {
    return discretisation == Discretisation::kImplicit || discretisation == Discretisation::kControlled ||
           discretisation == Discretisation::kMixed;
  }
};

// In the order of their ids.
std::span<const Method> Methods();
const Method& MethodOf(MethodId id);
// What nobody names a method for.
inline constexpr MethodId kDefaultMethod = MethodId::kCvode;
// The one for models whose dynamics have integrators in them (MicaModelTable::inlined): no other with step-size control
// can integrate these.
inline constexpr MethodId kMethodOfSwitches = MethodId::kInlineSdirk4;

}  // namespace mica::run
