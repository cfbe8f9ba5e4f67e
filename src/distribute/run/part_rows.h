// Distribute stage: the rows of one part, in memory, until they are gathered into one result (gather_rows.h).
#pragma once

#include <vector>

#include "result/result_writer.h"

namespace mica::distribute {

class PartRows final : public ResultWriter {
 public:
  // Of the slots of a row, those that are asked for.
  using Choose = std::function<std::vector<std::uint32_t>(const SignalTable&)>;
  explicit PartRows(Choose choose) : choose_(std::move(choose)) {}

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double, double) override {
    slots_ = choose_(signals);
    constants_.assign(constants.begin(), constants.end());
    times_.clear();
    values_.clear();
    return true;
  }
  [[nodiscard]] bool Append(double time, std::span<const double> values) override {
    if (slots_.empty()) return true;
    times_.push_back(time);
    for (std::uint32_t slot : slots_) values_.push_back(values[slot]);
    return true;
  }
  [[nodiscard]] bool Finish() override { return true; }

  std::span<const double> times() const { return times_; }
  std::span<const double> constants() const { return constants_; }
  // Of the slots that were chosen, in their order.
  double value(std::size_t row, std::size_t column) const { return values_[row * slots_.size() + column]; }
  std::size_t width() const { return slots_.size(); }

 private:
  Choose choose_;
  std::vector<std::uint32_t> slots_;
  std::vector<double> constants_, times_, values_;
};

}  // namespace mica::distribute
