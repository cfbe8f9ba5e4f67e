// Run stage: what the calls of spatialDistribution() remember: the lines of the runtime
// (runtime/history/spatial_distribution.h), with memory of their own that grows, from the first accepted point on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/state_bytes.h"
#include "runtime/history/spatial_distribution.h"
#include "runtime/model_table.h"

namespace mica::run {

class Distributions {
 public:
  explicit Distributions(const MicaModelTable& table);
  Distributions(const Distributions&) = delete;
  Distributions& operator=(const Distributions&) = delete;

  // Before the first point is recorded, what comes in.
  double Value(std::uint32_t output, double in0, double in1, double x, bool positive_velocity) const noexcept;
  // Where MicaCode.distributions writes; Record() takes it from there.
  std::span<double> values() { return values_; }
  void Record();
  std::span<const MicaDistribution> raw() const { return distributions_; }
  void Visit(StateBytes& bytes);

 private:
  // There is room for what the next step adds.
  void MakeRoom(std::size_t which, std::size_t points);

  std::vector<MicaDistribution> distributions_;
  std::vector<std::vector<double>> memory_;
  std::vector<std::uint32_t> points_;  // initial ones of each
  std::vector<double> values_;
  bool has_begun_ = false;
};

}  // namespace mica::run
