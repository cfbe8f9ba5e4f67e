// A result in memory: the signals, the time points, and a column of values for each slot. At an event there are two
// rows of equal time, the values before and after. Times never decrease.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/signal.h"

namespace mica {

// The values of one signal, row by row: sign and constancy are taken care of. Valid as long as the trajectory is.
class SignalView {
 public:
  SignalView(const double* first, std::size_t rows, bool constant, bool negated)
      : first_(first), rows_(rows), stride_(constant ? 0 : 1), sign_(negated ? -1.0 : 1.0) {}

  double operator[](std::size_t row) const { return sign_ * first_[row * stride_]; }
  std::size_t size() const { return rows_; }
  bool constant() const { return stride_ == 0; }

 private:
  const double* first_;
  std::size_t rows_;
  std::size_t stride_;
  double sign_;
};

struct Trajectory {
  SignalTable signals;
  std::vector<double> time;
  std::vector<double> constants;             // by slot
  std::vector<std::vector<double>> columns;  // by slot, each as long as `time`

  std::size_t rows() const { return time.size(); }
  SignalView View(SignalId id) const;
  SignalView TimeView() const { return {time.data(), time.size(), false, false}; }
  // The signal of that name, or time itself for "time" (and "Time", as Dymola spells it).
  std::optional<SignalView> FindView(std::string_view name) const;
};

// Where `at` lies among non-decreasing times: the row k-1 before and k after, and the share 0…1 of the way. Of rows of
// equal time, the last counts. Needs at least one row; with a single one both are it.
struct TimeBracket {
  std::size_t before = 0;
  std::size_t after = 0;
  double share = 1.0;
};
TimeBracket Bracket(std::span<const double> times, double at);

}  // namespace mica
