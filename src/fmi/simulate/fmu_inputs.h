// FMI: inputs of an FMU that follow data (run/input_signals.h). Elements of arrays have names of their own.
#pragma once

#include "fmi/simulate/fmu_signals.h"
#include "run/input_signals.h"

namespace mica::fmi {

class FmuInputs {
 public:
  // `table` null: there are no data.
  FmuInputs(const run::InputTable* table, const Description& description, const StructuralSizes& sizes,
            DiagnosticSink& sink);

  bool ok() const { return !has_table_ || signals_->ok(); }
  bool any() const { return signals_.has_value(); }
  void PassTo(double time) {
    if (signals_) signals_->PassTo(time);
  }
  double next_jump() const;
  double NextPoint(double time) const;
  bool IsKink(double time) const { return signals_ && signals_->IsKink(time); }
  // `continuous`: only inputs that change between events, as continuous-time mode allows.
  void Set(ForeignFmu& fmu, double time, bool continuous);

 private:
  bool has_table_;
  std::optional<run::InputSignals> signals_;
  struct Part {
    FmuValues values;
    std::vector<std::uint32_t> slots;
    std::vector<double> numbers;
  };
  std::vector<double> slots_;
  Part continuous_, discrete_;
};

}  // namespace mica::fmi
