// Run stage: from the storage of an instance to rows of a result: which scalars become signals, in which order, and
// where their values are.
//
// Every scalar of the model that is not hidden is a signal; aliases share the column of what they equal. Strings and
// external objects have no place in a result. Parameters and variables that turned out constant are written once.
#pragma once

#include <span>
#include <vector>

#include "result/signal.h"
#include "run/instance.h"

namespace mica::run {

class ResultRows {
 public:
  explicit ResultRows(const Runnable& runnable);

  const SignalTable& signals() const { return signals_; }
  std::vector<double> Constants(Instance& instance) const;
  // The present row.
  std::span<const double> Row(Instance& instance);
  // A discrete signal has a value during an event that it has neither before nor after.
  bool HasPulse(std::span<const double> before, std::span<const double> during, std::span<const double> after) const;

 private:
  struct Source {
    std::uint32_t slot = 0;
    double sign = 1;
    bool is_discrete = false;
  };

  SignalTable signals_;
  std::vector<Source> constants_, columns_;
  std::vector<double> row_;
};

}  // namespace mica::run
