// Some of the signals of a table, as a table of its own: for `--variables REGEX` and for reading two signals out of a
// large file. Aliases among the chosen stay aliases; one whose partner is left out becomes the owner of the values.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "result/signal.h"

namespace mica {

struct SlotSource {
  std::uint32_t slot = 0;  // in the full table
  bool negated = false;
};

struct SignalSelection {
  SignalTable table;
  std::vector<SlotSource> constants;  // for each constant slot of `table`, where it comes from
  std::vector<SlotSource> rows;       // for each row slot

  // Values of the selection's slots from those of the full table.
  static void Pick(std::span<const SlotSource> sources, std::span<const double> from, std::span<double> into);
};

SignalSelection SelectSignals(const SignalTable& signals, const std::function<bool(const Signal&)>& wanted);

}  // namespace mica
