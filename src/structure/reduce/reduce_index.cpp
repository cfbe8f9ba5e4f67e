// Pass reduce-index: differentiates equations until the highest derivatives follow from the system (Pantelides 1988,
// graph/pantelides.h).
//
// Reads: equations, scalars. Changes: adds differentiated equations (`differentiated` names the one they come from) and
// the derivatives that occur in them as scalars. Keeps: every equation that was there; select-states decides next which
// derivatives are no states. A row of a call with several outputs is differentiated as the equality of that output and
// the item of the call. An algorithm, a when-clause or an equation between discrete variables cannot be differentiated:
// E5202 names it and the constraint behind.
#include <fmt/format.h>
#include <algorithm>
#include <deque>

#include "graph/pantelides.h"
#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/reduce/time_derivative.h"
#include "structure/scalar/call_outputs.h"
#include "structure/scalar/inline_calls.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/equation_graph.h"
#include "structure/values/binding_values.h"

namespace mica::structure {

namespace {

class IndexReducer {
 public:
  explicit IndexReducer(PassContext& context) : context_(context), model_(context.model), store_(context.store) {}

  // Differentiated equations may hold other derivatives than Pantelides assumes (a function with noDerivative
  // arguments), so the equations that are highest now are looked at again, as they are, until no more is
  // differentiated.
  bool Run() {
    constexpr int kMaxRounds = 20;
    for (int round = 0; round < kMaxRounds; ++round) {
      std::size_t before = model_.equations.size();
      if (!RunOnce()) return false;
      if (model_.equations.size() == before) return true;
    }
    context_.sink.Report(kStructurallySingular, context_.flat.span, "reducing the index does not come to an end");
    return false;
  }

 private:
  bool RunOnce() {
    columns_.clear();
    equation_ids_.clear();
    std::vector<bool> is_differentiated(model_.equations.size(), false);
    for (const ScalarEquation& equation : model_.equations)
      if (equation.differentiated) is_differentiated[equation.differentiated.index()] = true;
    std::vector<Index> column_of(model_.scalars.size(), graph::kNone);
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      if (model_.scalars[id].alias_of || model_.is_known(id)) continue;
      column_of[i] = static_cast<Index>(columns_.size());
      columns_.push_back(id);
    }
    std::vector<Index> derivative_of(columns_.size(), graph::kNone);
    bool any_derivative = false;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (ScalarId d = model_.scalars[columns_[c]].derivative; d && column_of[d.index()] != graph::kNone) {
        derivative_of[c] = column_of[d.index()];
        any_derivative = true;
      }
    if (!any_derivative) return true;
    std::vector<const ScalarEquation*> equations;
    for (std::size_t i = 0; i < model_.equations.size(); ++i)
      if (!model_.equations[EquationId(i)].is_removed && !is_differentiated[i]) {
        equations.push_back(&model_.equations[EquationId(i)]);
        equation_ids_.push_back(EquationId(i));
      }
    // Calls that are inlined later: what they depend on follows from what they compute.
    CallInliner inliner(context_);
    std::deque<ScalarEquation> inlined;
    for (const ScalarEquation*& equation : equations) {
      if (!equation->is_equality()) continue;
      Expr left = inliner(equation->left), right = inliner(equation->right);
      if (left == equation->left && right == equation->right) continue;
      inlined.push_back(*equation);
      inlined.back().left = left;
      inlined.back().right = right;
      equation = &inlined.back();
    }
    EquationGraph graph = BuildEquationGraph(model_, store_, equations, column_of, static_cast<Index>(columns_.size()));
    graph::IndexReduction reduction = graph::ReduceIndex(graph.solvable, derivative_of);
    if (reduction.status != graph::IndexReductionStatus::kReduced) return ReportSingular(graph, reduction);
    return Differentiate(graph, reduction);
  }

  std::string Describe(const ScalarEquation& equation) const {
    const flat::Origin& origin = model_.origins[equation.origin];
    std::string component =
        origin.component.empty() ? std::string() : " in " + flat::PathText(origin.component, store_.names);
    return EquationText(model_, equation, store_) + component;
  }

  bool ReportSingular(const EquationGraph& graph, const graph::IndexReduction& reduction) {
    std::size_t limit = context_.options.message_limit;
    for (const graph::Explanation& why : reduction.too_many_equations) {
      const ScalarEquation& first = model_.equations[equation_ids_[graph.rows[why.rows.front()].equation]];
      Diagnostic& diagnostic = context_.sink.Report(
          kStructurallySingular, model_.origins[first.origin].span,
          reduction.status == graph::IndexReductionStatus::kSingular
              ? fmt::format("{} equations hold only {} unknowns, and differentiating them does not help",
                            why.rows.size(), why.columns.size())
              : fmt::format(
                    "the index of these {} equations is absurdly high: they were differentiated a hundred times",
                    why.rows.size()));
      for (std::size_t i = 0; i < why.rows.size() && i < limit; ++i) {
        const ScalarEquation& equation = model_.equations[equation_ids_[graph.rows[why.rows[i]].equation]];
        diagnostic.notes.push_back({model_.origins[equation.origin].span, Describe(equation)});
      }
    }
    if (reduction.too_many_equations.empty())
      context_.sink.Report(kStructurallySingular, context_.flat.span, "the equations are structurally singular");
    return false;
  }

  // An equality to differentiate, for a row of the given system; false if there is none.
  bool EqualityOf(const EquationRow& row, Expr& left, Expr& right) const {
    const ScalarEquation& equation = model_.equations[equation_ids_[row.equation]];
    if (equation.is_equality()) {
      left = equation.left;
      right = equation.right;
      TypeKind kind = store_.types.kind(store_.exprs.type(left));
      return kind == TypeKind::kReal || kind == TypeKind::kInteger;
    }
    const Step& step = model_.steps[equation.step];
    if (step.kind != Step::Kind::kCall) return false;
    left = model_.Ref(row.output, store_);
    right = CallOutput(step, row.output, store_);
    return right.valid();
  }

  bool Differentiate(const EquationGraph& graph, const graph::IndexReduction& reduction) {
    std::size_t given = graph.rows.size();
    std::vector<EquationId> id_of(reduction.antiderivative_of_equation.size());
    for (std::size_t r = 0; r < given; ++r) id_of[r] = equation_ids_[graph.rows[r].equation];
    bool ok = true;
    TimeDerivative derive(context_);
    for (std::size_t r = given; r < id_of.size(); ++r) {
      Index before = reduction.antiderivative_of_equation[r];
      Expr left, right;
      bool differentiable;
      if (static_cast<std::size_t>(before) < given) {
        differentiable = EqualityOf(graph.rows[before], left, right);
      } else {
        differentiable = id_of[before].valid();
        if (differentiable) left = model_.equations[id_of[before]].left, right = model_.equations[id_of[before]].right;
      }
      if (!differentiable) {
        ok = false;
        if (static_cast<std::size_t>(before) >= given) continue;  // said already
        const ScalarEquation& equation = model_.equations[id_of[before]];
        Diagnostic& diagnostic = context_.sink.Report(
            kCannotDifferentiate, model_.origins[equation.origin].span,
            fmt::format("reducing the index needs the derivative of something that cannot be differentiated: {}",
                        Describe(equation)));
        diagnostic.hint =
            "variables that are differentiated must follow from equations, not from algorithms or when-clauses";
        continue;
      }
      ScalarEquation made;
      const ScalarEquation origin_of = model_.equations[id_of[before]];
      made.left = derive(left);
      made.right = made.left ? derive(right) : Expr();
      if (!made.right) {  // perhaps what has no derivative stands in a branch that parameters rule out
        DecidedConditions decide(context_, [](Expr) { return true; });
        left = decide(left);
        right = decide(right);
        made.left = derive(left);
        made.right = made.left ? derive(right) : Expr();
      }
      if (!made.left || !made.right) {
        ok = false;
        Diagnostic& diagnostic =
            context_.sink.Report(kNoDerivative, model_.origins[origin_of.origin].span,
                                 fmt::format("reducing the index needs the derivative of {}, but {}",
                                             Describe(origin_of), derive.failure()));
        diagnostic.hint = "give the function an annotation(derivative = …), or the input a derivative of its own";
        continue;
      }
      made.written_left = origin_of.written_left ? origin_of.written_left : left;
      made.written_right = origin_of.written_right ? origin_of.written_right : right;
      made.origin = origin_of.origin;
      made.differentiated = id_of[before];
      id_of[r] = model_.equations.Add(made);
    }
    return ok;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  std::vector<ScalarId> columns_;
  std::vector<EquationId> equation_ids_;
};

}  // namespace

bool ReduceIndex(PassContext& context) { return IndexReducer(context).Run(); }

}  // namespace mica::structure
