// Makes the steps of one block: an assignment where an equation can be solved in a formula, the step itself where it
// has outputs, and a simultaneous system (build_system.h) for everything else.
#pragma once

#include <span>
#include <vector>

#include "structure/sort/partial_derivative.h"
#include "structure/sort/solve_equation.h"
#include "structure/sort/sort_blocks.h"
#include "structure/systems/build_system.h"

namespace mica::structure {

class BlockBuilder {
 public:
  BlockBuilder(PassContext& context, bool is_initial)
      : context_(context), systems_(context, is_initial), occurrences_(context.store), solver_(context) {}

  bool Build(std::span<const BlockNode* const> block, std::vector<Step>& out);

 private:
  bool BuildSingle(const BlockNode& node, std::vector<Step>& out);
  bool BuildEquality(const BlockNode& node, std::vector<Step>& out);

  PassContext& context_;
  SystemBuilder systems_;
  OccurrenceCollector occurrences_;
  EquationSolver solver_;
};

// The step that a node with outputs of its own is, with its origin.
Step StepOf(const BlockNode& node, const ScalarModel& model);

}  // namespace mica::structure
