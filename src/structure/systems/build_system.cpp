#include "structure/systems/build_system.h"

#include <fmt/format.h>
#include <algorithm>
#include <limits>

#include "graph/strong_components.h"
#include "structure/codes.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/build_block.h"
#include "structure/systems/slim_system.h"
#include "structure/systems/system_jacobian.h"
#include "structure/values/generic_values.h"
#include "symbolic/algebra.h"

namespace mica::structure {

void SystemBuilder::Clear() {
  local_.clear();
  unknowns_.clear();
  discrete_.clear();
  rows_.clear();
  factors_.clear();
  must_tear_.clear();
  is_follower_.clear();
  is_linear_ = true;
  is_mixed_ = false;
}

bool SystemBuilder::ReadsUnknown(Expr e, const std::vector<bool>* among) {
  inner_occurrences_.Clear();
  inner_occurrences_.Add(e);
  return std::ranges::any_of(inner_occurrences_.found(), [&](const Occurrence& o) {
    if ((o.how & (kSolvable | kInCondition)) == 0) return false;
    auto at = local_.find(o.scalar);
    return at != local_.end() && (!among || (*among)[at->second]);
  });
}

void SystemBuilder::AddEquality(const BlockNode& node) {
  const ScalarEquation& equation = *node.equation;
  Row row{&node, {}, {}, {}, {}, {}};
  occurrences_.Clear();
  occurrences_.Add(equation.left);
  occurrences_.Add(equation.right);
  row.partials = partial_.All(symbolic::Algebra(context_.store).Sub(equation.left, equation.right),
                              [&](ScalarId id) { return IsUnknown(id) && !is_follower_[local_.at(id)]; });
  if (!row.partials) is_linear_ = false;
  // v = … is solved for v whatever stands on the right.
  auto is_alone = [&](ScalarId id) {
    Expr leaf = context_.model.Ref(id, context_.store);
    return (equation.left == leaf && !Reads(equation.right, id, context_.store)) ||
           (equation.right == leaf && !Reads(equation.left, id, context_.store));
  };
  for (const Occurrence& o : occurrences_.found()) {
    auto at = local_.find(o.scalar);
    if (at == local_.end()) continue;
    if ((o.how & kInHeld) != 0 && !IsStage()) is_mixed_ = true;
    if ((o.how & (kSolvable | kInCondition)) == 0) continue;
    auto solvability = graph::Solvability::kNo;
    if ((o.how & kInCondition) != 0 || is_follower_[at->second]) {
      is_linear_ = false;
      row.in_condition.push_back(at->second);
    } else if (is_alone(o.scalar)) {
      solvability = graph::Solvability::kAlways;
    } else if (row.partials) {
      auto term = std::ranges::find(*row.partials, o.scalar, &PartialTerm::scalar);
      if (term == row.partials->end()) continue;  // it drops out
      Expr derivative = term->derivative;
      Factor factor = partial_.ClassifyByValue(derivative, context_.model, values_);
      if (ReadsUnknown(derivative))
        is_linear_ = false;
      else
        solvability = factor == Factor::kVaries ? graph::Solvability::kFactorMayVanish : graph::Solvability::kAlways;
    }
    row.entries.push_back(at->second);
    row.solvability.push_back(solvability);
  }
  rows_.push_back(std::move(row));
}

void SystemBuilder::AddStep(const BlockNode& node) {
  occurrences_.Clear();
  occurrences_.Add(context_.model.steps[node.equation->step]);
  std::vector<Index> reads;
  bool is_algorithm = context_.model.steps[node.equation->step].kind == Step::Kind::kAlgorithm;
  for (const Occurrence& o : occurrences_.found()) {
    auto at = local_.find(o.scalar);
    if (at == local_.end()) continue;
    if (is_algorithm && std::ranges::find(node.outputs, o.scalar) != node.outputs.end()) continue;
    if ((o.how & kInHeld) != 0 && !IsStage()) is_mixed_ = true;
    if ((o.how & (kSolvable | kInCondition)) != 0) reads.push_back(at->second);
  }
  if (!reads.empty()) is_linear_ = false;
  for (ScalarId output : node.outputs) {
    Row row{&node, output, reads, std::vector<graph::Solvability>(reads.size(), graph::Solvability::kNo), {}, {}};
    if (auto at = local_.find(output); at != local_.end()) {
      auto found = std::ranges::find(row.entries, at->second);
      if (found == row.entries.end()) {
        row.entries.push_back(at->second);
        row.solvability.push_back(graph::Solvability::kAlways);
      }  // else it reads its own output: that one is iterated
    }
    rows_.push_back(std::move(row));
  }
}

void SystemBuilder::CollectRows(std::span<const BlockNode* const> block) {
  std::vector<const BlockNode*> continuous;
  for (const BlockNode* node : block) {
    bool is_continuous = std::ranges::any_of(node->unknowns, [&](ScalarId id) {
      return context_.model.is_continuous(id) ||
             (is_initial_ && context_.model.scalars[id].kind == ScalarKind::kParameter &&
              context_.store.types.kind(context_.model.scalars[id].type) == TypeKind::kReal);
    });
    // A discrete Real that follows from an equality in a loop is iterated with the continuous ones.
    if (node->equation->is_equality() &&
        context_.store.types.kind(context_.model.scalars[node->unknowns[0]].type) == TypeKind::kReal)
      is_continuous = true;
    if (!is_continuous) {
      discrete_.push_back(node);
      continue;
    }
    continuous.push_back(node);
    for (ScalarId id : node->unknowns) {
      local_.emplace(id, static_cast<Index>(unknowns_.size()));
      unknowns_.push_back(id);
      is_follower_.push_back(context_.store.types.kind(context_.model.scalars[id].type) != TypeKind::kReal);
    }
  }
  is_mixed_ = !discrete_.empty();
  for (const BlockNode* node : continuous) {
    if (node->equation->is_equality())
      AddEquality(*node);
    else
      AddStep(*node);
  }
  must_tear_.assign(unknowns_.size(), false);
}

bool SystemBuilder::IteratesFromStart(const Scalar& scalar) const {
  if (!is_initial_ || is_linear_ || !scalar.start) return false;
  switch (context_.options.initial_iteration) {
    case InitialIteration::kFewest:
      return false;
    case InitialIteration::kModelStarts:
      return !context_.store.exprs.number(scalar.start);
    case InitialIteration::kAllStarts:
      return true;
  }
  return false;
}

int SystemBuilder::TearingPreference(ScalarId id) const {
  constexpr int kNever = -1'000'000;  // graph/tearing.h
  if (is_follower_[local_.at(id)]) return kNever;
  const Scalar& scalar = context_.model.scalars[id];
  const ScalarFacts& facts = context_.model.facts[id];
  if (IteratesFromStart(scalar)) return graph::kTearAlways;
  if (facts.is_set_dummy) return 1000;  // the variables of a state set follow from it, and it from none of them alone
  int preference = 0;
  // A guess was given: a good one to start the iteration from. A formula is a guess for this model, a number often one
  // for all variables of a type.
  if (!is_linear_ && scalar.start) preference += context_.store.exprs.number(scalar.start) ? 60 : 120;
  if (!is_linear_ && scalar.fixed) preference += 20;
  if (facts.is_auxiliary && !facts.derivative_of) preference -= 40;
  return preference;
}

bool SystemBuilder::Build(std::span<const BlockNode* const> block, std::vector<Step>& out) {
  Clear();
  CollectRows(block);
  auto elimination = PlanElimination();
  std::size_t left = elimination ? elimination->FindOrder(gain_values_) : unknowns_.size();
  if (elimination && left <= context_.options.symbolic_limit) return BuildEliminated(*elimination, block, out);
  System system;
  graph::TearingProblem problem;
  std::size_t attempts = unknowns_.size() + 1;
  for (;; --attempts) {
    Check(attempts > 0, "tearing does not come to an end");
    system = {};
    problem.equations = graph::CompressedRows(static_cast<Index>(unknowns_.size()));
    problem.solvability.clear();
    problem.preference.clear();
    for (const Row& row : rows_) {
      problem.equations.AddRow(row.entries);
      problem.solvability.insert(problem.solvability.end(), row.solvability.begin(), row.solvability.end());
    }
    for (std::size_t i = 0; i < unknowns_.size(); ++i)
      problem.preference.push_back(must_tear_[i] ? graph::kTearAlways : TearingPreference(unknowns_[i]));
    graph::Tearing tearing = graph::TearBlock(problem);
    if (!CheckFollowers(tearing)) return false;
    TearWhatGrows(tearing);
    std::vector<SequencePart> sequence = Untear(tearing);
    if (!BuildTorn(tearing, sequence, system)) continue;
    is_linear_ = is_linear_ || IsLinear(tearing);
    break;
  }
  if (elimination && left < system.unknowns.size()) return BuildEliminated(*elimination, block, out);
  system.is_linear = is_linear_;
  system.size_before_tearing = static_cast<std::uint32_t>(unknowns_.size());
  if (!BuildDiscrete(system)) return false;
  FormJacobian(system, context_, partial_);
  bool is_solved = (IsStage() && system.unknowns.empty()) || SolveInFormulas(system);
  Count(system, is_solved);
  if (is_solved && !is_mixed_) {
    for (Step& step : system.inner) out.push_back(std::move(step));
    return true;
  }
  AddSystem(std::move(system), block, out);
  return true;
}

void SystemBuilder::AddSystem(System system, std::span<const BlockNode* const> block, std::vector<Step>& out) {
  std::vector<Step> after;
  SlimSystem(system, context_.store, out, after);
  MarkHeld(system);
  Step step;
  step.kind = Step::Kind::kSolve;
  step.origin = context_.model.origins[block[0]->equation->origin];
  // Everything that the system computes, so that later passes see what it determines.
  step.targets = system.unknowns;
  for (const Step& inner : system.inner)
    step.targets.insert(step.targets.end(), inner.targets.begin(), inner.targets.end());
  for (const BlockNode* node : discrete_)
    step.targets.insert(step.targets.end(), node->unknowns.begin(), node->unknowns.end());
  step.system = context_.blocks.systems.Add(std::move(system));
  out.push_back(std::move(step));
  for (Step& moved : after) out.push_back(std::move(moved));
}

void SystemBuilder::TearWhatGrows(graph::Tearing& tearing) {
  constexpr std::size_t kShortSequence = 16;  // multiplies no error by much
  if (tearing.sequence.size() < kShortSequence) return;
  for (const std::vector<FactorRow>& factors : FactorsAtStart())
    LimitGrowth(factors, static_cast<Index>(unknowns_.size()), tearing);
}

const std::vector<std::vector<FactorRow>>& SystemBuilder::FactorsAtStart() {
  if (!factors_.empty()) return factors_;
  // Of steps that one chooses, in seconds, down to those that an event cuts short: where the numbers of a model are
  // looked at, as in gain_values.h, not what decides.
  constexpr double kGains[] = {1e-8, 1e-5, 1e-4, 1e-3, 1e-2};
  for (double gain : std::span(kGains).first(IsStage() ? std::size(kGains) : 1)) {
    GenericValues at_start(context_.model, context_.store);
    if (IsStage()) at_start.Fix(context_.blocks.stage_gain, gain);
    std::vector<FactorRow>& rows = factors_.emplace_back();
    for (const Row& row : rows_) {
      FactorRow& made = rows.emplace_back(FactorRow{row.entries, {}});
      for (Index entry : row.entries) {
        double factor = std::numeric_limits<double>::quiet_NaN();
        if (row.partials) {
          auto term = std::ranges::find(*row.partials, unknowns_[entry], &PartialTerm::scalar);
          if (term != row.partials->end()) factor = at_start.AtStart(term->derivative).value_or(factor);
        }
        made.factors.push_back(factor);
      }
    }
  }
  return factors_;
}

bool SystemBuilder::BuildTorn(const graph::Tearing& tearing, std::span<SequencePart> sequence, System& system) {
  ScalarModel& model = context_.model;
  symbolic::Algebra algebra(context_.store);
  for (Index t : tearing.tearing_variables) system.unknowns.push_back(unknowns_[t]);
  std::vector<bool> is_residual(rows_.size(), false);
  for (Index row : tearing.residual_equations) is_residual[row] = true;
  // A step stands once, with its outputs that are residuals put aside.
  std::unordered_map<const BlockNode*, std::vector<std::pair<ScalarId, ScalarId>>> put_aside;  // output, auxiliary
  std::unordered_map<const BlockNode*, bool> is_emitted;
  auto emit = [&](const BlockNode& node) {
    if (is_emitted[&node]) return;
    is_emitted[&node] = true;
    Step step = StepOf(node, model);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r].node != &node || !is_residual[r]) continue;
      Scalar scalar;
      scalar.name = fmt::format("$returned.{}", model.scalars[rows_[r].output].name);
      scalar.type = context_.store.types.real();
      scalar.is_hidden = true;
      ScalarFacts facts;
      facts.is_auxiliary = true;
      facts.is_put_aside = true;
      ScalarId auxiliary = model.Add(std::move(scalar), facts);
      std::ranges::replace(step.targets, rows_[r].output, auxiliary);
      put_aside[&node].push_back({rows_[r].output, auxiliary});
    }
    if (step.kind == Step::Kind::kAlgorithm && put_aside.contains(&node)) {
      // Inside of the algorithm the output is what was assigned so far, not the unknown.
      Rewriter rename(context_.store, [&](Expr e) -> Expr {
        if (context_.store.exprs.op(e) != Op::kScalar) return {};
        for (auto [output, auxiliary] : put_aside[&node])
          if (context_.store.exprs.scalar(e) == output) return model.Ref(auxiliary, context_.store);
        return {};
      });
      rename.Apply(step);
    }
    system.inner.push_back(std::move(step));
  };
  for (SequencePart& part : sequence) {
    if (part.elimination) {
      std::vector<Step> after;
      part.elimination->Eliminate(system.inner, after);
      for (Step& step : after) system.inner.push_back(std::move(step));
      continue;
    }
    auto [row, variable] = part.steps[0];
    const BlockNode& node = *rows_[row].node;
    if (!node.equation->is_equality()) {
      emit(node);
      continue;
    }
    Step step;
    step.kind = Step::Kind::kAssign;
    step.targets = {unknowns_[variable]};
    step.value = solver_.Solve(node.equation->left, node.equation->right, unknowns_[variable]);
    if (!step.value) {
      must_tear_[variable] = true;
      return false;
    }
    step.origin = model.origins[node.equation->origin];
    system.inner.push_back(std::move(step));
  }
  for (Index r : tearing.residual_equations) {
    const Row& row = rows_[r];
    const ScalarEquation& equation = *row.node->equation;
    Expr residual;
    if (equation.is_equality()) {
      residual = algebra.Sub(equation.left, equation.right);
    } else {
      emit(*row.node);
      for (auto [output, auxiliary] : put_aside[row.node])
        if (output == row.output)
          residual = algebra.Sub(model.Ref(output, context_.store), model.Ref(auxiliary, context_.store));
    }
    Check(residual.valid(), "a residual equation has no residual");
    system.residuals.push_back(residual);
    system.origins.push_back(model.origins[equation.origin]);
    system.residual_text.push_back(EquationText(model, equation, context_.store));
  }
  return true;
}

bool SystemBuilder::CheckFollowers(const graph::Tearing& tearing) {
  auto torn = std::ranges::find_if(tearing.tearing_variables, [&](Index t) { return is_follower_[t]; });
  if (torn == tearing.tearing_variables.end()) return true;
  const std::string& name = context_.model.scalars[unknowns_[*torn]].name;
  auto row = std::ranges::find(rows_, unknowns_[*torn], &Row::output);
  Check(row != rows_.end(), "a variable that is not Real follows from a step");
  Diagnostic& error = context_.sink.Report(
      kNonRealLoop, context_.model.origins[row->node->equation->origin].span,
      fmt::format("{} depends on itself at the same instant, through no Real variable that could be iterated on",
                  name));
  error.hint = fmt::format("use pre({}) where its value from before the event is meant", name);
  return false;
}

bool SystemBuilder::IsLinear(const graph::Tearing& tearing) {
  std::vector<bool> is_influenced(unknowns_.size(), false);
  for (Index t : tearing.tearing_variables) is_influenced[t] = true;
  for (bool changes = true; changes;) {  // once, but for linear groups in the sequence
    changes = false;
    for (auto [row, variable] : tearing.sequence) {
      if (is_influenced[variable] ||
          std::ranges::none_of(rows_[row].entries, [&](Index entry) { return is_influenced[entry]; }))
        continue;
      is_influenced[variable] = changes = true;
    }
  }
  // What only discrete steps read may depend on the iteration variables as it likes.
  std::vector<bool> is_read(unknowns_.size(), false), is_row_read(rows_.size(), false);
  auto read = [&](Index row) {
    is_row_read[row] = true;
    for (Index entry : rows_[row].entries) is_read[entry] = true;
  };
  for (Index row : tearing.residual_equations) read(row);
  for (bool changes = true; changes;) {
    changes = false;
    for (auto step = tearing.sequence.rbegin(); step != tearing.sequence.rend(); ++step) {
      if (!is_read[step->variable] || is_row_read[step->equation]) continue;
      read(step->equation);
      changes = true;
    }
  }
  return std::ranges::all_of(rows_, [&](const Row& row) {
    if (!is_row_read[static_cast<std::size_t>(&row - rows_.data())]) return true;
    auto influenced = [&](Index entry) { return static_cast<bool>(is_influenced[entry]); };
    if (std::ranges::none_of(row.entries, influenced)) return true;
    if (!row.node->equation->is_equality() || std::ranges::any_of(row.in_condition, influenced)) return false;
    // Where not all derivatives can be formed, those by what is influenced may.
    const ScalarEquation& equation = *row.node->equation;
    auto partials =
        row.partials
            ? row.partials
            : partial_.All(symbolic::Algebra(context_.store).Sub(equation.left, equation.right), [&](ScalarId id) {
                return IsUnknown(id) && is_influenced[local_.at(id)] && !is_follower_[local_.at(id)];
              });
    if (!partials) return false;
    return std::ranges::all_of(*partials, [&](const PartialTerm& term) {
      return !is_influenced[local_.at(term.scalar)] || !ReadsUnknown(term.derivative, &is_influenced);
    });
  });
}

// An Integer, Boolean, enumeration or String that a when-clause computes from itself: there is no value before or after
// in an equation, so either no value fulfils it (n = n + 1) or it does not say which (b = b or c).
bool SystemBuilder::CheckOwnValue(const Step& step) {
  if (step.kind != Step::Kind::kWhen) return true;
  for (const Step::Branch& branch : step.branches)
    for (const Step& inner : branch.steps) {
      if (inner.kind != Step::Kind::kAssign ||
          context_.store.types.kind(context_.model.scalars[inner.targets[0]].type) == TypeKind::kReal)
        continue;
      occurrences_.Clear();
      occurrences_.Add(inner.value);
      ScalarId target = inner.targets[0];
      if (std::ranges::none_of(occurrences_.found(),
                               [&](const Occurrence& o) { return o.is_needed() && o.scalar == target; }))
        continue;
      const std::string& name = context_.model.scalars[target].name;
      std::string value = ExprText(inner.value, context_.store, ScalarNames(context_.model.scalars), 200);
      Span span = inner.origin.span.valid() ? inner.origin.span : step.origin.span;
      Diagnostic& error = context_.sink.Report(
          kOwnNewValue, span, fmt::format("{} is computed from its own new value: {} = {}", name, name, value));
      error.hint = fmt::format(
          "both sides of an equation hold at the same instant; write pre({}) for the value before the event", name);
      return false;
    }
  return true;
}

bool SystemBuilder::BuildDiscrete(System& system) {
  std::unordered_map<ScalarId, Index> node_of;
  for (std::size_t i = 0; i < discrete_.size(); ++i)
    for (ScalarId id : discrete_[i]->unknowns) node_of.emplace(id, static_cast<Index>(i));
  graph::CompressedRows needs(static_cast<Index>(discrete_.size()));
  std::vector<Step> steps;
  for (const BlockNode* node : discrete_) {
    Step step;
    if (node->equation->is_equality()) {
      step.kind = Step::Kind::kAssign;
      step.targets = {node->unknowns[0]};
      step.value = SolveDiscrete(node->equation->left, node->equation->right, node->unknowns[0], context_.store);
      step.origin = context_.model.origins[node->equation->origin];
      if (!step.value) {
        context_.sink.Report(
            kCannotAssign, step.origin.span,
            fmt::format("{} must follow from {}, but this equation cannot be turned into an assignment to it",
                        context_.model.scalars[node->unknowns[0]].name,
                        EquationText(context_.model, *node->equation, context_.store)));
        return false;
      }
    } else {
      step = StepOf(*node, context_.model);
    }
    occurrences_.Clear();
    occurrences_.Add(step);
    std::vector<Index> entries;
    for (const Occurrence& o : occurrences_.found())
      if (auto at = node_of.find(o.scalar); o.is_needed() && at != node_of.end()) entries.push_back(at->second);
    needs.AddRow(entries);
    steps.push_back(std::move(step));
  }
  graph::StrongComponents order = graph::FindStrongComponents(needs);
  for (Index k = 0; k < order.size(); ++k) {
    auto members = order.members.row(k);
    bool is_loop =
        members.size() > 1 || std::ranges::find(needs.row(members[0]), members[0]) != needs.row(members[0]).end();
    if (is_loop && members.size() == 1 && !CheckOwnValue(steps[members[0]])) return false;
    if (is_loop && steps[members[0]].kind != Step::Kind::kAlgorithm) {
      std::string names;
      for (Index m : members)
        for (ScalarId id : discrete_[m]->unknowns)
          names += (names.empty() ? "" : ", ") + context_.model.scalars[id].name;
      Diagnostic& diagnostic =
          context_.sink.Report(kDiscreteLoop, steps[members[0]].origin.span,
                               fmt::format("discrete variables depend on each other at one instant: {}", names));
      diagnostic.hint =
          "use pre() where the value from before the event is meant; as it stands, the loop is iterated until nothing "
          "changes";
    }
    for (Index m : members) system.discrete.push_back(std::move(steps[m]));
  }
  return true;
}

Expr SystemBuilder::FactorOf(const ScalarEquation& equation, ScalarId unknown) {
  Expr leaf = context_.model.Ref(unknown, context_.store);
  if (equation.left == leaf || equation.right == leaf) return {};
  return partial_.OfEquation(equation.left, equation.right, unknown);
}

bool SystemBuilder::SolveInFormulas(System& system) {
  // At the initial instant a larger system stays with its solver, which finds a solution of equations that repeat each
  // other.
  if (is_initial_ && (is_mixed_ || system.unknowns.size() > 1)) return false;
  return reducer_.Reduce(system, context_.options.symbolic_limit) == LinearReducer::Outcome::kSolved;
}

void SystemBuilder::MarkHeld(const System& system) {
  // Every held relation that the system reads and that depends on what the system computes is iterated with it.
  std::vector<Expr> stack;
  std::unordered_map<Expr, bool> seen;
  auto push = [&](Expr e) {
    if (e && seen.emplace(e, true).second) stack.push_back(e);
  };
  auto push_step = [&](auto& self, const Step& step) -> void {
    push(step.value);
    push(step.condition);
    for (const Step::Branch& branch : step.branches) {
      push(branch.trigger);
      for (const Step& inner : branch.steps) self(self, inner);
    }
  };
  for (const Step& step : system.inner) push_step(push_step, step);
  for (const Step& step : system.discrete) push_step(push_step, step);
  for (Expr residual : system.residuals) push(residual);
  std::unordered_map<ScalarId, bool> computed;
  for (ScalarId id : unknowns_) computed[id] = true;
  for (const BlockNode* node : discrete_)
    for (ScalarId id : node->unknowns) computed[id] = true;
  const ExprPool& exprs = context_.store.exprs;
  while (!stack.empty()) {
    Expr e = stack.back();
    stack.pop_back();
    if (exprs.op(e) == Op::kHeld) {
      occurrences_.Clear();
      occurrences_.Add(exprs.arg(e, 0));
      if (std::ranges::any_of(occurrences_.found(),
                              [&](const Occurrence& o) { return o.is_needed() && computed.contains(o.scalar); }))
        context_.model.held[HeldId(exprs.payload(e))].in_system = true;
    }
    for (Expr arg : exprs.args(e)) push(arg);
  }
}

void SystemBuilder::Count(const System& system, bool is_symbolic) {
  Counts& counts = context_.blocks.counts;
  auto size = static_cast<std::int64_t>(is_symbolic ? 0 : system.unknowns.size());
  auto& linear = is_initial_ ? counts.initial_linear : counts.linear;
  auto& nonlinear = is_initial_ ? counts.initial_nonlinear : counts.nonlinear;
  if (is_mixed_ && !is_initial_) ++counts.mixed;
  if (system.unknowns.empty() && !is_symbolic) return;
  (system.is_linear ? linear : nonlinear).push_back(size);
}

}  // namespace mica::structure
