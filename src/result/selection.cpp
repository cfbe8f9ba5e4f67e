#include "result/selection.h"

#include "base/check.h"

namespace mica {

void SignalSelection::Pick(std::span<const SlotSource> sources, std::span<const double> from, std::span<double> into) {
  Check(into.size() == sources.size(), "values do not fit the selection");
  for (std::size_t i = 0; i < sources.size(); ++i) {
    double value = from[sources[i].slot];
    into[i] = sources[i].negated ? 0.0 - value : value;
  }
}

SignalSelection SelectSignals(const SignalTable& signals, const std::function<bool(const Signal&)>& wanted) {
  struct Owner {
    SignalId selected;     // the first chosen signal on a slot
    bool negated = false;  // what it is of the slot
  };
  std::vector<Owner> constant_owners(signals.constant_slots()), row_owners(signals.row_slots());
  SignalSelection selection;
  for (const Signal& signal : signals.signals()) {
    if (!wanted(signal)) continue;
    Owner& owner = (signal.constant() ? constant_owners : row_owners)[signal.slot];
    if (owner.selected.valid()) {
      selection.table.AddAlias(signal, owner.selected, signal.negated != owner.negated);
      continue;
    }
    owner = {selection.table.Add(signal), signal.negated};
    (signal.constant() ? selection.constants : selection.rows).push_back({signal.slot, signal.negated});
  }
  return selection;
}

}  // namespace mica
