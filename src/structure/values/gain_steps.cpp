#include "structure/values/gain_steps.h"

#include <algorithm>

#include "structure/sort/incidence.h"

namespace mica::structure {

bool PutGainStepsFirst(std::vector<Step>& stage, ScalarId gain, const IdVector<ScalarId, Scalar>& scalars,
                       const Store& store) {
  std::vector<bool> stays(scalars.size(), false);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    ScalarKind kind = scalars[ScalarId(i)].kind;
    stays[i] = kind == ScalarKind::kConstant || kind == ScalarKind::kParameter;
  }
  stays[gain.index()] = true;
  OccurrenceCollector reads(store);
  for (Step& step : stage) {
    if (step.kind != Step::Kind::kAssign) continue;
    reads.Clear();
    reads.Add(step);
    bool is_known =
        !reads.reads_time() && !reads.reads_history() && std::ranges::all_of(reads.found(), [&](const Occurrence& o) {
          return stays[(scalars[o.scalar].alias_of ? scalars[o.scalar].alias_of : o.scalar).index()];
        });
    if (!is_known) continue;
    step.changes = ChangesWith::kNever;
    stays[step.targets[0].index()] = true;
  }
  auto rest =
      std::ranges::stable_partition(stage, [](const Step& step) { return step.changes == ChangesWith::kNever; });
  return rest.begin() != stage.begin();
}

}  // namespace mica::structure
