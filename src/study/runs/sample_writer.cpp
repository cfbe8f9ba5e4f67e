#include "study/runs/sample_writer.h"

namespace mica::study {

bool SampleWriter::Begin(const SignalTable& signals, std::span<const double> constants, double, double) {
  samples_.Clear();
  samples_.columns.resize(names_.size());
  sources_.clear();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    SignalId id = signals.Find(names_[i]);
    if (!id.valid()) {
      unknown_ = names_[i];
      return false;
    }
    const Signal& signal = signals[id];
    double sign = signal.negated ? -1 : 1;
    if (signal.constant())
      samples_.columns[i].push_back(sign * constants[signal.slot]);
    else
      sources_.push_back({signal.slot, i, sign});
  }
  return true;
}

bool SampleWriter::Append(double time, std::span<const double> values) {
  samples_.time.push_back(time);
  for (const Source& source : sources_) samples_.columns[source.column].push_back(source.sign * values[source.slot]);
  return true;
}

}  // namespace mica::study
