// Study stage: passes on the rows of a run at the points of its output grid alone. Where an event happens at such a
// point the values after it count. A run that ends between two points ends with a row there.
#pragma once

#include <vector>

#include "result/result_writer.h"
#include "run/experiment.h"

namespace mica::study {

class GridWriter final : public ResultWriter {
 public:
  // Both outlive it.
  GridWriter(ResultWriter& next, const run::RunPlan& plan) : next_(next), plan_(plan) {}

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override;

 private:
  bool PassOn();

  ResultWriter& next_;
  const run::RunPlan& plan_;
  std::int64_t point_ = 0;   // the next one that has no row yet
  std::vector<double> row_;  // the last one
  double time_ = 0;          // its time, or that of the point that it stands for
  double row_time_ = 0;
  bool is_open_ = false;  // it belongs to a point, and has not been passed on
  bool is_last_ = false;  // it belongs to none, so far
};

}  // namespace mica::study
