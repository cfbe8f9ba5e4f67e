// Run stage: the latest solutions of a nonlinear system (runtime/systems/solution_history.h), with memory of its own.
#pragma once

#include <span>
#include <vector>

#include "runtime/systems/solution_history.h"

namespace mica::run {

class SolutionHistory {
 public:
  explicit SolutionHistory(std::size_t size) : memory_(MICA_HISTORY_DOUBLES(size)) {
    mica_history_place(&history_, static_cast<std::uint32_t>(size), memory_.data());
  }
  SolutionHistory(const SolutionHistory&) = delete;
  SolutionHistory& operator=(const SolutionHistory&) = delete;

  void Forget() { mica_history_forget(&history_); }
  bool is_empty() const { return history_.count == 0; }
  std::span<const double> latest() const { return {history_.point[0], history_.size}; }
  void Add(double time, std::span<const double> solution) { mica_history_add(&history_, time, solution.data()); }
  // What is expected at `time`. False: too few are known, or it is too far away.
  bool Predict(double time, bool is_regular) {
    return (predicted_ = mica_history_predict(&history_, time, is_regular)) != nullptr;
  }
  std::span<const double> predicted() const { return {predicted_, history_.size}; }

 private:
  std::vector<double> memory_;
  MicaHistory history_;
  const double* predicted_ = nullptr;
};

}  // namespace mica::run
