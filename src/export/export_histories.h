// What an exported model remembers, as initialization left it: the histories of its delays, the lines of
// spatialDistribution(), and the sets of variables of which some are states (runtime/step/fixed_step.h).
#pragma once

#include <deque>
#include <vector>

#include "export/c_lists.h"
#include "run/experiment.h"
#include "run/systems/state_selection.h"
#include "runtime/step/fixed_step.h"

namespace mica {

class ExportedHistories {
 public:
  // Points of the history of one delay: 24 megabytes.
  static constexpr std::uint32_t kMostDelayPoints = std::uint32_t{1} << 20;

  ExportedHistories(run::Instance& instance, const run::RunPlan& plan);

  // False: the history of a delay takes more than kMostDelayPoints, or its longest delay is not known.
  bool fits() const;
  // Arrays of the model, and what sizes of memory depend on, which leads into this.
  void Write(CLists& lists, MicaStepModel& counted);
  // Of MicaStepModel, from `delays` to `sets`.
  std::string Fields() const;

 private:
  void FindRooms(const run::RunPlan& plan);
  void WriteDelays(CLists& lists);
  void WriteLines(CLists& lists);
  void WriteSets(CLists& lists);

  run::Instance& instance_;
  std::vector<std::uint32_t> rooms_;  // by delay; 0: none is large enough
  std::vector<MicaDelay> delays_;
  std::vector<MicaDistribution> lines_;
  std::deque<run::SelectionShape> shapes_;
  std::vector<MicaSelectionSet> sets_;
};

}  // namespace mica
