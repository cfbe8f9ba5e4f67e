// Where the rows of a simulation go: to the result file, thinned to the wanted variables, and the signals to be drawn
// to memory besides. The time that this takes is kept apart from that of the simulation.
#pragma once

#include <memory>

#include "base/diagnostic.h"
#include "result/memory_writer.h"
#include "session/simulation.h"

namespace mica {

class ResultRecorder {
 public:
  // Reports what is wrong with the request: E7012 an unknown kind of file, E9010 a wrong regular expression.
  ResultRecorder(const SimulationRequest& request, DiagnosticSink& sink);
  ~ResultRecorder();

  bool ok() const { return ok_; }
  ResultWriter& writer();
  // Whether a name to be drawn does not exist (E7030), or the file cannot be written (E7010): then nothing was run.
  bool refused() const;
  // Gives trajectory and figure to the report, once all rows are there.
  void Hand(SimulationReport& report);

  // Seconds until the first row was there, and for all rows.
  double seconds_before_rows() const;
  double seconds_of_rows() const;

 private:
  class Tee;
  const SimulationRequest& request_;
  DiagnosticSink& sink_;
  std::unique_ptr<Tee> tee_;
  MemoryWriter* memory_ = nullptr;  // of the whole result, when there is no file
  bool ok_ = true;
};

}  // namespace mica
