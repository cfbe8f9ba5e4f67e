#include "fmi/simulate/fmu_ode.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::fmi {

using run::Status;

namespace {

Status StatusOf(int status) { return status <= MICA_FMI_WARNING ? Status::kOk : Status::kFailed; }

bool AreFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

FmuOde::FmuOde(ForeignFmu& fmu, FmuInputs& inputs, const Description& d, const StructuralSizes& sizes,
               std::size_t states, std::size_t indicators)
    : fmu_(fmu), inputs_(inputs), indicators_(indicators), nominal_(states, 1.0) {
  ReadNominals();
  std::size_t listed = 0;
  for (const DescribedUnknown& unknown : d.derivatives) {
    const DescribedVariable& derivative = d.variables[unknown.variable];
    if (!derivative.derivative) return;  // a broken description: differences then
    const DescribedVariable& state = d.variables[*derivative.derivative];
    state_references_.push_back(state.reference);
    derivative_references_.push_back(derivative.reference);
    listed += ElementCount(ShapeOf(state, sizes));
  }
  if (listed != states) return;
  has_products_ = d.model_exchange->has_directional;
  if (d.derivatives.size() == states) FindPattern(d);
}

void FmuOde::FindPattern(const Description& d) {
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (std::size_t i = 0; i < d.derivatives.size(); ++i) {
    if (!d.derivatives[i].dependencies) return;
    for (std::uint32_t one : *d.derivatives[i].dependencies) {
      // By index from 1 in FMI 2, by value reference in FMI 3.
      std::uint32_t reference = d.version == 3                          ? one
                                : one >= 1 && one <= d.variables.size() ? d.variables[one - 1].reference
                                                                        : std::numeric_limits<std::uint32_t>::max();
      for (std::size_t j = 0; j < state_references_.size(); ++j)
        if (state_references_[j] == reference)
          pairs.emplace_back(static_cast<graph::Index>(i), static_cast<graph::Index>(j));
    }
  }
  auto n = static_cast<graph::Index>(nominal_.size());
  pattern_ = graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats();
}

void FmuOde::ReadNominals() {
  fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_get_nominals(f, nominal_.data(), nominal_.size()); });
  for (double& nominal : nominal_) nominal = std::isfinite(nominal) && nominal != 0 ? std::abs(nominal) : 1.0;
}

Status FmuOde::Move(double time, std::span<const double> states) {
  // CVODE may try what no number is.
  if (!AreFinite(states)) return Status::kFailed;
  int status = fmu_.Try([&](MicaForeignFmu* f) { return mica_foreign_set_time(f, time); });
  if (status > MICA_FMI_WARNING) return Status::kFailed;
  inputs_.Set(fmu_, time, true);
  return StatusOf(
      fmu_.Try([&](MicaForeignFmu* f) { return mica_foreign_set_states(f, states.data(), states.size()); }));
}

Status FmuOde::Evaluate(double time, std::span<const double> states, std::span<double> derivatives) {
  if (Status status = Move(time, states); status != Status::kOk) return status;
  int status = fmu_.Try(
      [&](MicaForeignFmu* f) { return mica_foreign_get_derivatives(f, derivatives.data(), derivatives.size()); });
  return status <= MICA_FMI_WARNING && AreFinite(derivatives) ? Status::kOk : Status::kFailed;
}

Status FmuOde::Watch(double time, std::span<const double> states, std::span<double> values) {
  if (Status status = Move(time, states); status != Status::kOk) return status;
  Status status = StatusOf(
      fmu_.Try([&](MicaForeignFmu* f) { return mica_foreign_get_indicators(f, values.data(), values.size()); }));
  for (double& value : values)
    if (value == 0) value = -std::numeric_limits<double>::min();
  return status;
}

Status FmuOde::Product(double time, std::span<const double> states, std::span<const double> direction,
                       std::span<double> product) {
  if (Status status = Move(time, states); status != Status::kOk) return status;
  return StatusOf(fmu_.Try([&](MicaForeignFmu* f) {
    return mica_foreign_directional(f, derivative_references_.data(), derivative_references_.size(),
                                    state_references_.data(), state_references_.size(), direction.data(),
                                    direction.size(), product.data(), product.size());
  }));
}

}  // namespace mica::fmi
