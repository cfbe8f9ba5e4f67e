// Expressions of the flat model as scalar expressions of the scalar model: elements of arrays (symbolic/element.h), and
// then what the block model does not know: der, edge, change, sample, delay, calls that return arrays, records or
// several results.
//
// - der(x) is the scalar that holds it; der of an expression gets an auxiliary variable for the expression. der of what
// is
//   constant is 0.
// - edge(b) is b and not pre(b), change(v) is v <> pre(v); pre stands at scalars, and pre of a parameter is the
// parameter.
// - sample(start, interval) is the flag of a sampler, delay(e, …) has the number of its buffer.
// - In equations a call with a result that is not one scalar becomes a call equation with auxiliary scalars, shared by
// all uses
//   of the same call; in a branch of an `if` it stays, so that it is evaluated only when the branch is.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "structure/pass.h"
#include "structure/scalar/rewrite.h"
#include "structure/values/structural_values.h"
#include "symbolic/element.h"
#include "symbolic/inline.h"

namespace mica::structure {

class ScalarExpressions {
 public:
  explicit ScalarExpressions(PassContext& context);

  // The equation being worked on, for messages and for what is made on its behalf.
  void SetOrigin(std::uint32_t origin) { origin_ = origin; }
  std::uint32_t origin() const { return origin_; }
  // Auxiliary scalars made from now on serve the initialization problem alone: they are parameters that it finds.
  void SetInitial(bool is_initial) { is_initial_ = is_initial; }
  bool is_initial() const { return is_initial_; }

  // Inside a branch of an if-equation calls are not extracted. Gives what held before.
  bool SetInBranch(bool in_branch) { return std::exchange(in_branch_, in_branch); }
  bool in_branch() const { return in_branch_; }

  // With calls replaced by what the functions compute, where annotations ask for it; all functions below do that first.
  Expr Inlined(Expr e) { return inliner_.Inline(structural_values_(e)); }
  // One expression per output of a call that is to be inlined; empty if it is not.
  std::optional<std::vector<Expr>> InlinedOutputs(Expr call);
  // Scalars of an expression of any type, in the order of call_outputs.h; calls extracted. Empty optional: reported.
  std::optional<std::vector<Expr>> Items(Expr e);
  // The same without extracting calls: for statements, start values, conditions of when-clauses.
  std::optional<std::vector<Expr>> PlainItems(Expr e);
  Expr Scalar(Expr e);  // invalid: reported
  Expr PlainScalar(Expr e);
  Expr Element(Expr e, std::size_t place);  // plain; a scalar expression serves for every place
  // Whole, with its sizes, over scalars; plain.
  Expr PlainWhole(Expr e);
  // A call whose outputs the caller has scalars for: other uses of it will use these.
  void RememberCall(Expr whole_call, std::vector<Expr> outputs) { calls_.emplace(whole_call, std::move(outputs)); }
  // Scalars that hold what the call returns: as remembered, or new auxiliary ones with a call equation.
  const std::vector<Expr>& CallOutputs(Expr whole_call);
  // A hidden scalar with an equation for its value.
  ScalarId Auxiliary(std::string name, Expr value);
  ScalarId NewAuxiliary(std::string name, TypeId type);

 private:
  Expr Finish(Expr e, bool extract);
  Expr Extract(Expr e);  // pre-order: an item of a call
  Expr Expand(Expr e);   // post-order: der, edge, …
  Expr Derivative(Expr e);
  Expr Distributed(Expr e);  // spatialDistribution
  Expr PushPre(Expr e);
  bool FlattenInto(Expr e, bool extract, std::vector<Expr>& out);
  Expr Fail(std::string_view why);

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Algebra algebra_;
  symbolic::Inliner inliner_;
  StructuralValues structural_;
  symbolic::Elements elements_;
  Rewriter structural_values_;  // Integer and Boolean parameters that the model was built with, as literals: sizes
                                // follow from them
  Rewriter plain_, extracting_;
  std::unordered_map<Expr, std::vector<Expr>> calls_;
  std::unordered_map<Expr, ScalarId> flags_;  // by sample(…)
  std::unordered_map<Expr, ScalarId> differentiated_;
  std::unordered_map<Expr, std::size_t> distributions_;  // by arguments: their numbers
  void Put(const ScalarEquation& equation);

  std::uint32_t origin_ = 0;
  bool is_initial_ = false;
  bool in_branch_ = false;
  std::size_t call_count_ = 0;
};

}  // namespace mica::structure
