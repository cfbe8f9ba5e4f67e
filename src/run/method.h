// Run stage: the integration methods by name. No name is taken for another: an unknown one is an error that lists those there are.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "graph/compressed_rows.h"
#include "run/integrator.h"

namespace mica::run {

struct MethodSettings {
  double start = 0, stop = 1;
  double tolerance = 1e-6;
  double step = 0;           // of methods with a fixed step
  double first_steps = 0;    // longest of the first steps after a restart; 0: no limit
  double look_interval = 0;  // crossings inside of longer steps are looked for at points of this distance; 0: not at all
  const graph::CompressedRows* pattern = nullptr;
};

struct Method {
  std::string_view name;
  std::string_view description;
  bool has_fixed_step = false;
  bool has_bounded_work = false;  // events at the ends of steps, and the bounds of work_budget.h
  bool is_inlined = false;  // implicit, its formula among the equations: the model is translated for it
  std::unique_ptr<Integrator> (*make)(OdeProblem& problem, const MethodSettings& settings) = nullptr;
  bool uses_jacobian = false;  // of the derivatives by the states: one with a fixed step that wants its pattern
  bool is_mixed = false;  // explicit for some states, implicit for others: a trial run tells which (trial_run.h)
};

std::span<const Method> Methods();
// The one for models whose dynamics have integrators in them (BlockModel::inlined): no other with step-size control can integrate these.
const Method& VariableInlineMethod();
// E6001 for a name that is not among them.
const Method* FindMethod(std::string_view name, DiagnosticSink& sink);

}  // namespace mica::run
