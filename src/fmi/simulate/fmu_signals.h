// FMI: the variables of an FMU as signals of a result: each number of a variable is one, elements of arrays too
// (`x[2]`, `A[1,2]`). Variables with one value reference share their values; parameters and constants are read once.
// Strings, binary values and clocks are not part of a result.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fmi/simulate/foreign_fmu.h"
#include "result/signal.h"

namespace mica::fmi {

// How many elements each structural parameter gives an array, by value reference.
using StructuralSizes = std::map<std::uint32_t, std::uint64_t>;
StructuralSizes StructuralSizesOf(const Description& description);

// By dimension; empty: a scalar.
std::vector<std::size_t> ShapeOf(const DescribedVariable& variable, const StructuralSizes& sizes);
std::size_t ElementCount(const std::vector<std::size_t>& shape);
// 'x', 'x[2]', 'A[1,2]': of element k, in the order of the standard (the last index runs fastest).
std::string ElementName(const std::string& name, const std::vector<std::size_t>& shape, std::size_t k);

// Nothing: it is not a number.
std::optional<MicaFmiType> TypeOf(const DescribedVariable& variable, int version);

// Numbers of variables of any types, as one list: those of one type are exchanged in one call.
class FmuValues {
 public:
  // The place of the first of its numbers.
  std::size_t Add(MicaFmiType type, std::uint32_t reference, std::size_t count);
  std::size_t size() const { return size_; }
  void Get(ForeignFmu& fmu, std::span<double> values);
  void Set(ForeignFmu& fmu, std::span<const double> values);

 private:
  struct Group {
    std::vector<std::uint32_t> references;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // first and count, for each reference
    std::vector<double> values;
  };
  std::map<MicaFmiType, Group> groups_;
  std::size_t size_ = 0;
};

class FmuSignals {
 public:
  FmuSignals(const Description& description, const StructuralSizes& sizes);

  const SignalTable& table() const { return table_; }
  std::vector<double> Constants(ForeignFmu& fmu);
  const std::vector<double>& Row(ForeignFmu& fmu);

 private:
  SignalTable table_;
  FmuValues constants_, rows_;
  std::vector<double> row_;
};

}  // namespace mica::fmi
