// Solves a sparse linear system in formulas that do not grow: elimination with an auxiliary scalar for each factor and
// right side that it changes.
//
// In: rows Σ a(r, k) x(k) + b(r) = 0, where a and b hold nothing that the system determines. The pivots come from
// elimination_order.h. Out: steps before (the auxiliaries), the rows that are left over with their unknowns, and steps
// after (x of each pivot, from those left over and from those eliminated later). For a band that is the algorithm of
// Thomas: a number of short assignments proportional to the rows. Equal expressions share one auxiliary. Literals are
// folded, and a scalar or its negative needs none.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "structure/pass.h"
#include "structure/systems/elimination_order.h"
#include "symbolic/algebra.h"

namespace mica::structure {

class LinearElimination {
 public:
  struct Term {
    graph::Index unknown;
    Expr factor;
  };
  struct Row {
    std::vector<Term> terms;
    Expr rest;
    flat::Origin origin;
    std::string text;  // of the equation, for reports
  };

  LinearElimination(PassContext& context, std::span<const ScalarId> unknowns, std::vector<Row> rows)
      : context_(context),
        algebra_(context.store),
        unknowns_(unknowns.begin(), unknowns.end()),
        rows_(std::move(rows)) {}

  // Pivots to begin with, whatever their size.
  void Begin(EliminationPivot pivot) { first_.push_back(pivot); }
  // Finds the other pivots; makes no formula. How many unknowns are left over.
  std::size_t FindOrder(GainValues& values);
  // Makes the formulas: appends the steps before to `before`, those after to `after`, and gives the system that is
  // left, without unknowns if none is.
  System Eliminate(std::vector<Step>& before, std::vector<Step>& after);

 private:
  using Factors = std::vector<Term>;  // sorted by unknown

  // A scalar that holds the value, computed before.
  Expr Named(Expr value, const flat::Origin& origin, std::vector<Step>& before);
  void Subtract(const Row& from, graph::Index unknown, Row& row, std::vector<Step>& before);
  Expr Sum(const Row& row, graph::Index without);

  PassContext& context_;
  symbolic::Algebra algebra_;
  std::vector<ScalarId> unknowns_;
  std::vector<Row> rows_;
  std::vector<EliminationPivot> first_, pivots_;
  std::unordered_map<Expr, Expr> named_;
};

}  // namespace mica::structure
