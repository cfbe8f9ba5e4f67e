// The structure passes, in the order of the pipeline (analyze.cpp). Each file states what its pass reads, changes and
// keeps.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

bool Scalarize(PassContext& context);           // scalarize.cpp
bool PartitionClocks(PassContext& context);     // partition_clocks.cpp
bool SortClocked(PassContext& context);         // sort_clocked.cpp
bool SortParameters(PassContext& context);      // sort_parameters.cpp
bool DecideConditions(PassContext& context);    // decide_conditions.cpp
bool CheckBalance(PassContext& context);        // check_balance.cpp
bool EliminateAliases(PassContext& context);    // eliminate_aliases.cpp
bool FindHiddenAliases(PassContext& context);   // hidden_aliases.cpp
bool JoinSemiLinear(PassContext& context);      // join_semi_linear.cpp
bool CheckDetermined(PassContext& context);     // check_balance.cpp
bool DropUnreachable(PassContext& context);     // drop_unreachable.cpp
bool HoldRelations(PassContext& context);       // hold_relations.cpp
bool PreferStates(PassContext& context);        // prefer_states.cpp
bool ReduceIndex(PassContext& context);         // reduce_index.cpp
bool SplitCalls(PassContext& context);          // inline_calls.cpp
bool InlineCalls(PassContext& context);         // inline_calls.cpp
bool SelectStates(PassContext& context);        // select_states.cpp
bool SortDynamics(PassContext& context);        // sort_dynamics.cpp
bool SortStage(PassContext& context);           // sort_stage.cpp
bool SortInitialization(PassContext& context);  // sort_initialization.cpp
bool FindInvariants(PassContext& context);      // find_invariants.cpp
bool DecideInvariants(PassContext& context);    // decide_conditions.cpp
bool ClassifySteps(PassContext& context);       // classify_steps.cpp
bool GatherSteps(PassContext& context);         // gather_steps.cpp
bool AssignStorage(PassContext& context);       // assign_storage.cpp

}  // namespace mica::structure
