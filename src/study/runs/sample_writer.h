// Study stage: keeps the columns of some signals of a run in memory, for measures. Nothing else of a row is stored.
#pragma once

#include <string>
#include <vector>

#include "result/result_writer.h"
#include "study/measure/samples.h"

namespace mica::study {

class SampleWriter final : public ResultWriter {
 public:
  // `names` and `samples` outlive it; the samples are overwritten.
  SampleWriter(const std::vector<std::string>& names, Samples& samples) : names_(names), samples_(samples) {}

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override { return true; }

  // A name that is not a signal of the model; empty: all are.
  const std::string& unknown() const { return unknown_; }

 private:
  struct Source {
    std::size_t slot = 0, column = 0;
    double sign = 1;
  };
  const std::vector<std::string>& names_;
  Samples& samples_;
  std::vector<Source> sources_;
  std::string unknown_;
};

}  // namespace mica::study
