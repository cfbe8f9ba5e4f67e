#include "fmi/simulate/fmu_inputs.h"

#include <algorithm>
#include <limits>

namespace mica::fmi {

FmuInputs::FmuInputs(const run::InputTable* table, const Description& d, const StructuralSizes& sizes,
                     DiagnosticSink& sink)
    : has_table_(table != nullptr) {
  if (!table) return;
  std::vector<run::InputPlace> places;
  for (const DescribedVariable& v : d.variables) {
    std::optional<MicaFmiType> type = TypeOf(v, d.version);
    if (v.causality != "input" || !type) continue;
    std::vector<std::size_t> shape = ShapeOf(v, sizes);
    std::size_t count = ElementCount(shape);
    bool is_discrete = v.variability != "continuous";
    // Only those with data are set: others keep what they have.
    std::size_t served = 0;
    for (std::size_t k = 0; k < count; ++k)
      served += table->data.signals.Find(ElementName(v.name, shape, k)).valid() ? 1 : 0;
    Part& part = is_discrete ? discrete_ : continuous_;
    for (std::size_t k = 0; k < count; ++k) {
      auto slot = static_cast<std::uint32_t>(places.size());
      places.push_back({ElementName(v.name, shape, k), slot, 1, is_discrete});
      if (served == count) part.slots.push_back(slot);
    }
    if (served == count) part.values.Add(*type, v.reference, count);
  }
  slots_.resize(places.size());
  for (Part* part : {&continuous_, &discrete_}) part->numbers.resize(part->slots.size());
  signals_.emplace(*table, places, sink);
}

double FmuInputs::next_jump() const {
  return signals_ ? signals_->next_jump() : std::numeric_limits<double>::infinity();
}

double FmuInputs::NextPoint(double time) const {
  return signals_ ? signals_->NextPoint(time) : std::numeric_limits<double>::infinity();
}

void FmuInputs::Set(ForeignFmu& fmu, double time, bool continuous) {
  if (!signals_) return;
  signals_->Apply(time, slots_);
  auto set = [&](Part& part) {
    for (std::size_t k = 0; k < part.slots.size(); ++k) part.numbers[k] = slots_[part.slots[k]];
    part.values.Set(fmu, part.numbers);
  };
  set(continuous_);
  if (!continuous) set(discrete_);
}

}  // namespace mica::fmi
