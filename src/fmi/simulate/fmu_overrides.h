// FMI: values that the user gives an FMU before it is initialized, `--set name=value`: of parameters, inputs and start
// values. Sizes of arrays (structural parameters) are set first. An array is set as a whole, `x={1,2,3}`.
//
// All mistakes of one call are reported: E6002 no such variable, E6003 one that cannot be set, E6005 a value of the
// wrong type.
#pragma once

#include "base/diagnostic.h"
#include "fmi/simulate/fmu_signals.h"
#include "run/overrides.h"

namespace mica::fmi {

class FmuOverrides {
 public:
  FmuOverrides(const std::vector<run::Override>& overrides, const Description& description, DiagnosticSink& sink);

  bool ok() const { return ok_; }
  // With the sizes that were given.
  const StructuralSizes& sizes() const { return sizes_; }
  bool Sets(const std::string& name) const;
  // Between instantiation and initialization.
  void Apply(ForeignFmu& fmu);

 private:
  struct Setting {
    const DescribedVariable* variable = nullptr;
    std::vector<double> numbers;
    std::string text;  // of a String
  };
  bool Read(const std::string& value, const Description& description, Setting& setting) const;

  int version_;
  std::vector<Setting> settings_;
  StructuralSizes sizes_;
  bool ok_ = true;
};

}  // namespace mica::fmi
