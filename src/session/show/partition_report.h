// The partition of states that a trial run chose (run/partition/choose_partition.h), as the structure stage takes it
// and as it is reported to the user.
#pragma once

#include "base/diagnostic.h"
#include "run/partition/choose_partition.h"
#include "structure/block_model.h"

namespace mica {

structure::StepPartition NamedPartition(const run::ChosenPartition& chosen, const structure::BlockModel& model);
// N6504: which states are implicit; W6505: the step is not stable all the same; W6506: the trial ended early.
void ReportPartition(const structure::StepPartition& partition, const run::ChosenPartition& chosen,
                     DiagnosticSink& sink);

}  // namespace mica
