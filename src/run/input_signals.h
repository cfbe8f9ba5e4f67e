// Run stage: inputs of the top level that follow data, a column of a table over time for each.
//
// Between two rows a Real input is interpolated linearly; an Integer, Boolean or enumeration keeps the value of the
// earlier row. Two rows of one time are a jump. Before the first row and after the last one the nearest value holds.
// The table is cut into pieces in which all inputs are continuous: at the time where two pieces meet the run has an
// event, whose two sides see the earlier and the later piece. Of the present piece every time is asked, even a little
// outside it, so that no evaluation of an integrator sees values from beyond a jump.
//
// NextPoint is where slopes change: a step that goes no further never skips a row. At a kink, where a slope changes
// much, a method that remembers earlier steps must start afresh: its estimate of the error supposes a smooth solution.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "result/trajectory.h"

namespace mica::run {

class Instance;

// An input that a program computes, as a smooth function of time: what it jumps over is not an event.
struct InputFunction {
  std::string name;
  std::function<double(double time)> value;
};

// What the user gave: a table with the name of its file, and functions.
struct InputTable {
  std::string file;
  Trajectory data;
  std::vector<InputFunction> functions = {};
};

// An input of the model: where its value goes.
struct InputPlace {
  std::string name;
  std::uint32_t slot = 0;
  double sign = 1;
  bool is_discrete = false;
};

class InputSignals {
 public:
  // The columns and functions that are inputs of the model; `table` outlives it. E6028: there is none, or the table is
  // empty; N6028 names columns that are no inputs.
  InputSignals(const InputTable& table, const Instance& instance, DiagnosticSink& sink);
  // The same for a model of another kind.
  InputSignals(const InputTable& table, std::span<const InputPlace> inputs, DiagnosticSink& sink);

  bool ok() const { return ok_; }
  // Places of inputs that have data, in reals.
  bool Serves(std::uint32_t slot) const;

  // The inputs at `time`, seen from the present piece.
  void Apply(double time, std::span<double> reals) const;
  // The end of the present piece, infinity for the last one; and the next row after `time` in it.
  double next_jump() const;
  double NextPoint(double time) const;
  bool IsKink(double time) const;
  // From here on the piece that starts at `time`, or that `time` lies in.
  void PassTo(double time);

 private:
  struct Signal {
    std::uint32_t slot = 0;
    double sign = 1;
    bool is_discrete = false;
    std::vector<double> values;
  };
  struct Computed {
    std::uint32_t slot = 0;
    double sign = 1;
    const std::function<double(double)>* value = nullptr;
  };
  struct Piece {
    std::size_t first = 0, last = 0;  // rows
  };
  void CutIntoPieces();

  // Relative to the range of a signal: how far a row lies from the line through the two before it. What is smaller is
  // curvature of smooth data, which a line between rows misses by an eighth of as much anyway.
  static constexpr double kKink = 1e-3;
  void FindKinks();

  std::vector<double> times_;
  std::vector<double> kinks_;  // times
  std::vector<Signal> signals_;
  std::vector<Computed> computed_;
  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;
  bool ok_ = false;
};

}  // namespace mica::run
