// Results into memory: the rows that a run appends become a Trajectory. Rows are gathered in blocks and transposed into
// the columns, so that a row of many signals does not touch as many places of memory.
#pragma once

#include "result/result_writer.h"
#include "result/trajectory.h"

namespace mica {

class MemoryWriter final : public ResultWriter {
 public:
  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override;

  // All rows appended so far. Ends writing.
  Trajectory Take();

 private:
  void Transpose();

  Trajectory trajectory_;
  std::vector<double> block_;  // whole rows, by rows
};

// Appends `rows` rows of `width` values, stored by rows, to `width` columns.
void AppendTransposed(const double* block, std::size_t rows, std::size_t width, std::span<std::vector<double>> columns);

}  // namespace mica
