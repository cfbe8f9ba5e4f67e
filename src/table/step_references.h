// Table stage: which scalars and held relations the steps of a block model refer to. The sparsity of the state
// equations and the relations of a mixed system are found from it. Linear in the number of distinct expressions.
#pragma once

#include <unordered_set>
#include <vector>

#include "structure/block_model.h"

namespace mica::table {

class StepReferences {
 public:
  explicit StepReferences(const Store& store) : store_(store) {}

  // Adds what the expression, statements or step refer to. Targets are not references, but for an indexed one, which
  // may keep elements.
  void Add(Expr expression);
  void Add(const std::vector<Statement>& statements);
  void Add(const structure::Step& step);
  void Clear();

  // In the order in which they were met, without repeats. Scalars read through pre() are not among them.
  const std::vector<ScalarId>& scalars() const { return scalars_; }
  const std::vector<structure::HeldId>& held() const { return held_; }

 private:
  const Store& store_;
  std::unordered_set<std::uint32_t> seen_;
  std::vector<ScalarId> scalars_;
  std::vector<structure::HeldId> held_;
  std::vector<Expr> stack_;
};

}  // namespace mica::table
