// Study stage: what is kept of a run to be measured: the times of its rows and the columns of some of its signals. A
// signal that is constant over the run has one value. At an event there are two rows of equal time.
#pragma once

#include <span>
#include <vector>

namespace mica::study {

struct Samples {
  std::vector<double> time;
  std::vector<std::vector<double>> columns;  // in the order of the names that were asked for; of size 1: constant

  void Clear() {
    time.clear();
    for (std::vector<double>& column : columns) column.clear();
  }
};

// Reductions of sampled values over time. `values` is as long as `time`, or has one value.
double IntegralOf(std::span<const double> time, std::span<const double> values);
// The value at `at`: linear between rows; of rows of equal time the last counts. Not a number outside the run.
double ValueAt(std::span<const double> time, std::span<const double> values, double at);
// How long after the first row the values stay within `band` of `target`: 0 if they always are, not a number if they
// are not at the end.
double SettlingTime(std::span<const double> time, std::span<const double> values, double target, double band);
// The first time at which the values pass `level`, interpolated; not a number if they never do.
double CrossingTime(std::span<const double> time, std::span<const double> values, double level, std::size_t from = 0);

}  // namespace mica::study
