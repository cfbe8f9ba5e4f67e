// Study stage: a translated model as functions of time, states and inputs: derivatives, outputs, Jacobians and the
// functions whose zeros are events, to be called by other people's solvers.
//
// The model is initialized once, as a run of the plan would be. Its functions are those between events: relations,
// modes and discrete variables stay as they are until Settle() makes them agree with a point. Inputs that are not given
// keep their values.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "run/events/event_iteration.h"
#include "run/experiment.h"
#include "run/systems/state_selection.h"
#include "run/systems/system_solvers.h"
#include "study/linear/point_jacobian.h"

namespace mica::study {

class ModelPoint {
 public:
  // `runnable` outlives it. All Real inputs of the top level; outputs: any variables, none: those of the top level.
  ModelPoint(const run::Runnable& runnable, run::RunPlan plan, const std::vector<std::string>& outputs);

  // False: it cannot be initialized, or there is no such output. What was reported is in sink().
  [[nodiscard]] bool Start();

  std::vector<std::string> NamesOf(const std::vector<Place>& places) const;
  std::vector<std::string> UnitsOf(const std::vector<Place>& places) const;
  // The nominal value of a state; 1 where the model gives none.
  double StateMagnitude(std::size_t state) const;
  const LinearShape& shape() const { return shape_; }
  std::size_t event_count() const { return instance_.code().crossing_count; }
  double time() const { return instance_.time(); }
  void GetStates(std::span<double> states) const { instance_.GetStates(states); }
  void GetInputs(std::span<double> inputs);

  // Where the following are evaluated. `inputs` may be empty.
  void Move(double time, std::span<const double> states, std::span<const double> inputs);
  // False: the model cannot be evaluated here; what it said is in sink().
  [[nodiscard]] bool Derivatives(std::span<double> derivatives);
  [[nodiscard]] bool Outputs(std::span<double> outputs);
  [[nodiscard]] bool Events(std::span<double> values);
  // Rows: derivatives, outputs; columns: states, inputs.
  [[nodiscard]] bool Jacobian(Eigen::MatrixXd& all);
  // Events that are due at this point happen: relations and discrete variables agree with it, states may have jumped.
  [[nodiscard]] bool Settle();

  DiagnosticSink& sink() { return sink_; }

 private:
  run::RunPlan plan_;
  std::vector<std::string> output_names_;
  DiagnosticSink sink_;
  run::ModelReports reports_;
  run::Instance instance_;
  run::WorkBudget work_;
  run::SystemSolvers solvers_;
  run::EventIteration iteration_;
  run::StateSelection selection_;
  LinearShape shape_;
};

}  // namespace mica::study
