// FMI: an FMU for Model Exchange as what an integrator steps: der(x) = f(t, x), with its event indicators as the
// functions whose change of sign ends a step. An indicator of zero counts as negative, as the standards have it
// (z > 0 is one side, z <= 0 the other). The Jacobian is that of the FMU where it gives directional derivatives.
#pragma once

#include "fmi/simulate/fmu_inputs.h"
#include "graph/compressed_rows.h"
#include "run/integrators/integrator.h"

namespace mica::fmi {

class FmuOde final : public run::OdeProblem {
 public:
  FmuOde(ForeignFmu& fmu, FmuInputs& inputs, const Description& description, const StructuralSizes& sizes,
         std::size_t states, std::size_t indicators);

  std::size_t state_count() const override { return nominal_.size(); }
  std::size_t crossing_count() const override { return indicators_; }
  run::Status Evaluate(double time, std::span<const double> states, std::span<double> derivatives) override;
  run::Status Watch(double time, std::span<const double> states, std::span<double> values) override;
  bool has_products() const override { return has_products_; }
  run::Status Product(double time, std::span<const double> states, std::span<const double> direction,
                      std::span<double> product) override;
  std::span<const double> nominal() const override { return nominal_; }

  // Puts the FMU to a point. kFailed: it cannot be there.
  run::Status Move(double time, std::span<const double> states);
  void ReadNominals();
  // Row i: the states that der(state i) depends on. Null: all may.
  const graph::CompressedRows* pattern() const { return pattern_ ? &*pattern_ : nullptr; }

 private:
  void FindPattern(const Description& description);

  ForeignFmu& fmu_;
  FmuInputs& inputs_;
  std::size_t indicators_;
  std::vector<double> nominal_;
  bool has_products_ = false;
  std::vector<std::uint32_t> state_references_, derivative_references_;
  std::optional<graph::CompressedRows> pattern_;
};

}  // namespace mica::fmi
