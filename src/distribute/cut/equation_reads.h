// Distribute stage: which scalars and delays the equations of a scalar model hold, right after scalarize.
//
// The first argument of delay() is not among what an equation holds: it is of the past, and its scalars are those of
// the delay itself (OfDelay). Cost: linear in the distinct nodes of each equation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "structure/scalar/epoch_map.h"
#include "structure/scalar/scalar_model.h"

namespace mica::distribute {

class EquationReads {
 public:
  EquationReads(const structure::ScalarModel& model, const Store& store) : model_(model), store_(store) {}

  // Each replaces what was found before. Steps give their targets, too.
  void Of(const structure::ScalarEquation& equation);
  void Of(const structure::Step& step);
  void OfDelay(std::uint32_t delay);      // its value
  void OfDelayTime(std::uint32_t delay);  // its time, and the longest
  void OfDistribution(std::uint32_t distribution);
  void OfAttributes(ScalarId scalar);  // start, nominal, min, max, value
  void Of(std::span<const Expr> expressions);

  // In the order of first occurrence, each once.
  std::span<const ScalarId> scalars() const { return scalars_; }
  std::span<const std::uint32_t> delays() const { return delays_; }
  std::span<const std::uint32_t> distributions() const { return distributions_; }

 private:
  void Clear();
  void Add(Expr e);
  void Add(const Statement& statement);
  void Add(const structure::Step& step);
  void Note(ScalarId scalar);

  const structure::ScalarModel& model_;
  const Store& store_;
  structure::EpochMap seen_, noted_;
  std::vector<ScalarId> scalars_;
  std::vector<std::uint32_t> delays_, distributions_;
  std::vector<Expr> stack_;
};

}  // namespace mica::distribute
