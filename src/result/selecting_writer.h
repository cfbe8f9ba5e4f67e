// A writer in front of another that lets only some signals through: `--variables REGEX`.
#pragma once

#include <memory>
#include <vector>

#include "result/result_writer.h"
#include "result/selection.h"

namespace mica {

class SelectingWriter final : public ResultWriter {
 public:
  using Predicate = std::function<bool(const Signal&)>;
  SelectingWriter(std::unique_ptr<ResultWriter> inner, Predicate wanted);

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override { return inner_->Finish(); }

 private:
  std::unique_ptr<ResultWriter> inner_;
  Predicate wanted_;
  SignalSelection selection_;
  std::size_t row_slots_ = 0;  // of the full table
  std::vector<double> row_;
};

}  // namespace mica
