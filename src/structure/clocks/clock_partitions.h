// Base-partitions and sub-partitions of the equations (specification 16.7.3, 16.7.4), and their clocks.
//
// Two union-finds over unknowns and equations. An equation belongs together with the unknowns that stand in it outside
// conversion operators: these are the sub-partitions. Through subSample and the like, but not through sample and hold,
// base-partitions reach further. A base-partition is clocked if something in it says so: sample() or previous() in an
// equation, hold() of a variable, a clocked when-clause.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/union_find.h"
#include "structure/clocks/clock_inference.h"
#include "structure/clocks/clock_scan.h"
#include "structure/clocks/clock_ticks.h"

namespace mica::structure {

class ClockPartitions {
 public:
  explicit ClockPartitions(PassContext& context)
      : context_(context), model_(context.model), store_(context.store), exprs_(context.store.exprs), ticks_(context) {}

  // False: the model is wrong, and the sink knows why.
  bool Find();
  // By equation: the number of its clock, or kNoClock.
  std::uint32_t clock_of(EquationId id) const { return clock_of_[id.index()]; }
  // Equations that share unknowns have equal numbers.
  std::uint32_t part_of(EquationId id) { return static_cast<std::uint32_t>(parts_.Find(ElementOf(id))); }
  // The solver method of the partition of an equation, found from it and its neighbours; empty: none. `conflicting` is
  // a second one.
  struct Method {
    std::string name, conflicting;
  };
  Method MethodOf(EquationId id);
  ClockTicks& ticks() { return ticks_; }
  // Adds a note that says why the equation is a clocked one.
  void ExplainClocked(EquationId id, Diagnostic& diagnostic);
  // Warns of partitions that nothing gives a clock to.
  void WarnDefaults();
  std::size_t equation_count() const { return clock_of_.size(); }

 private:
  using Node = ClockInference::Node;
  struct Mark {
    EquationId equation;
    Expr because;
  };
  struct Edge {  // a conversion between clocks, for the inference of solver methods
    Node from, to;
  };

  graph::Index ElementOf(ScalarId id) const { return static_cast<graph::Index>(id.index()); }
  graph::Index ElementOf(EquationId id) const { return static_cast<graph::Index>(scalar_count_ + id.index()); }
  bool IsClockEquation(const ScalarEquation& equation) const;
  bool IsClocked(EquationId id) { return clocked_[static_cast<std::size_t>(wholes_.Find(ElementOf(id)))].has_value(); }

  void Partition();
  void MarkAll();
  void MarkElement(std::vector<std::optional<Mark>>& marks, graph::Index element, EquationId equation, Expr because);
  bool CheckMarks();
  void Infer();
  Node NodeOfPart(graph::Index element);
  Node NodeOfClock(Expr clock, EquationId site);
  Node NodeOfConstructor(Expr clock, EquationId site);
  void Convert(Expr conversion, Node from, Node to, EquationId site);
  void Equal(Node a, Node b, EquationId site);
  std::int64_t CountOf(Expr e, EquationId site);
  bool ReportConflicts();
  bool CheckTimings();
  void AssignClocks();
  Span SpanOf(EquationId id) const { return model_.origins[model_.equations[id].origin].span; }
  std::string Text(Expr e) const { return ExprText(e, store_, ScalarNames(model_.scalars), 120); }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  ClockTicks ticks_;
  std::size_t scalar_count_ = 0;
  std::vector<ClockScan> scans_;                          // by equation
  graph::UnionFind wholes_, parts_;                       // base-partitions, sub-partitions
  std::vector<std::optional<Mark>> clocked_, unclocked_;  // by root of wholes_
  ClockInference inference_;
  std::vector<EquationId> node_sites_;
  std::unordered_map<graph::Index, Node> node_of_part_;
  std::unordered_map<ScalarId, Node> node_of_variable_;
  std::unordered_map<std::uint32_t, Node> node_of_clause_;  // of a clocked when-clause
  graph::UnionFind same_method_;
  std::vector<std::pair<Node, std::string>> methods_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> clock_of_;
};

}  // namespace mica::structure
