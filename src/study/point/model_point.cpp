#include "study/point/model_point.h"

#include "run/initialize.h"
#include "run/table_view.h"

namespace mica::study {

ModelPoint::ModelPoint(const run::Runnable& runnable, run::RunPlan plan, const std::vector<std::string>& outputs)
    : plan_(std::move(plan)),
      output_names_(outputs),
      reports_(runnable, sink_),
      instance_(runnable, reports_),
      solvers_(instance_, work_, sink_),
      iteration_(instance_, solvers_, work_, sink_),
      selection_(instance_) {
  instance_.SetSystemHost(&solvers_);
}

bool ModelPoint::Start() {
  if (!shape_.Find(instance_.table(), {}, output_names_, sink_)) return false;
  run::InitializationOutcome outcome = run::Initialize(plan_.start, plan_.stop - plan_.start, plan_.values, instance_,
                                                       solvers_, iteration_, selection_, sink_, plan_.initial.get());
  return outcome.ok;
}

std::vector<std::string> ModelPoint::NamesOf(const std::vector<Place>& places) const {
  std::vector<std::string> names;
  for (const Place& place : places) names.emplace_back(run::NameOf(instance_.table(), place.scalar));
  return names;
}

std::vector<std::string> ModelPoint::UnitsOf(const std::vector<Place>& places) const {
  std::vector<std::string> units;
  for (const Place& place : places)
    units.emplace_back(run::Text(instance_.table(), instance_.table().scalars[place.scalar].unit));
  return units;
}

double ModelPoint::StateMagnitude(std::size_t state) const {
  double nominal = std::abs(instance_.nominal()[instance_.state_slots()[state]]);
  return nominal > 0 && std::isfinite(nominal) ? nominal : 1.0;
}

void ModelPoint::GetInputs(std::span<double> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = shape_.inputs[i].sign * instance_.reals()[shape_.inputs[i].slot];
}

void ModelPoint::Move(double time, std::span<const double> states, std::span<const double> inputs) {
  instance_.SetTime(time);
  instance_.SetStates(states);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    instance_.SetReal(shape_.inputs[i].slot, shape_.inputs[i].sign * inputs[i]);
  instance_.raw().event = 0;
  sink_.Clear();
  reports_.ClearFailure();
  solvers_.ClearFailure();
}

bool ModelPoint::Derivatives(std::span<double> derivatives) {
  if (instance_.Derivatives() != run::Status::kOk) return false;
  instance_.GetDerivatives(derivatives);
  return true;
}

bool ModelPoint::Outputs(std::span<double> outputs) {
  if (instance_.Derivatives() != run::Status::kOk || instance_.Outputs() != run::Status::kOk) return false;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    outputs[i] = shape_.outputs[i].sign * instance_.reals()[shape_.outputs[i].slot];
  return true;
}

bool ModelPoint::Events(std::span<double> values) {
  return instance_.Derivatives() == run::Status::kOk && instance_.Crossings(values) == run::Status::kOk;
}

bool ModelPoint::Jacobian(Eigen::MatrixXd& all) {
  if (instance_.Derivatives() != run::Status::kOk || instance_.Outputs() != run::Status::kOk) return false;
  return PointJacobian(instance_, shape_).Compute(all);
}

bool ModelPoint::Settle() {
  if (instance_.Derivatives() != run::Status::kOk || instance_.Outputs() != run::Status::kOk) return false;
  bool settled = iteration_.Run();
  instance_.raw().event = 0;
  if (settled && selection_.any() && selection_.Update()) settled = instance_.Derivatives() == run::Status::kOk;
  return settled;
}

}  // namespace mica::study
