#include "structure/modes/specialize.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "structure/pass.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"
#include "structure/sort/sort_blocks.h"
#include "structure/values/gain_steps.h"
#include "structure/verify.h"

namespace mica::structure {

namespace {

class Specializer {
 public:
  Specializer(const BlockModel& general, Store& store, std::span<const ModeValue> mode, const ParameterValue& parameter)
      : general_(general),
        store_(store),
        parameter_(parameter),
        context_{flat_, store, sources_, sink_, options_, {}, {}, symbolic::FunctionDerivatives(store)},
        occurrences_(store),
        fold_(store, [this](Expr e) { return Fold(e); }) {
    for (const ModeValue& value : mode) {
      if (value.variable.held.valid())
        held_values_[value.variable.held.index()] = value.value != 0;
      else
        scalar_values_[value.variable.scalar.index()] = value.value;
    }
    context_.model.scalars = general.scalars;
    for (const Scalar& scalar : general.scalars) {
      ScalarFacts facts;
      if (scalar.kind == ScalarKind::kDiscrete) facts.variability = flat::Variability::kDiscrete;
      context_.model.facts.Add(facts);
    }
    for (std::size_t i = 0; i < general.scalars.size(); ++i)
      if (ScalarId derivative = general.scalars[ScalarId(i)].derivative; derivative.valid())
        context_.model.facts[derivative].derivative_of = ScalarId(i);
    context_.model.held = general.held;
  }

  std::optional<BlockModel> Run() {
    is_kept_.assign(general_.scalars.size(), false);
    for (ScalarId state : general_.states) {
      is_kept_[state.index()] = true;
      is_kept_[Storage(general_.scalars[state].derivative).index()] = true;
    }
    std::vector<Step> dynamics, stage;
    std::vector<Expr> crossings;
    for (const Held& held : general_.held)
      crossings.insert(crossings.end(), held.crossings.begin(), held.crossings.end());
    if (!Sort(general_.dynamics, dynamics, crossings)) return std::nullopt;
    KeepNeeded(dynamics, crossings);
    if (!general_.stage.empty()) {
      // What the crossing functions read of the stage's values must be there.
      is_kept_.resize(context_.model.scalars.size(), false);
      occurrences_.Clear();
      for (Expr crossing : crossings) occurrences_.Add(crossing);
      for (const Step& step : dynamics)
        if (!step.for_derivatives) AddReads(step);
      for (const Occurrence& o : occurrences_.found()) is_kept_[o.scalar.index()] = true;
      context_.blocks.counts = {};  // of a step
      std::vector<Expr> none;
      if (!Sort(general_.stage, stage, none)) return std::nullopt;
      KeepForStage(stage);
    }
    return Finish(std::move(dynamics), std::move(stage), crossings);
  }

 private:
  ScalarId Storage(ScalarId id) const {
    return general_.scalars[id].alias_of.valid() ? general_.scalars[id].alias_of : id;
  }

  Expr Literal(double value, TypeId type) {
    switch (store_.types.kind(type)) {
      case TypeKind::kReal:
        return std::isfinite(value) ? store_.exprs.Real(value) : Expr();
      case TypeKind::kInteger:
        return store_.exprs.Integer(std::llround(value));
      case TypeKind::kBoolean:
        return store_.exprs.Boolean(value != 0);
      case TypeKind::kEnumeration:
        return store_.exprs.EnumLiteral(type, std::llround(value));
      default:
        return {};
    }
  }

  Expr Fold(Expr e) {
    Op op = store_.exprs.op(e);
    if (op == Op::kHeld) {
      auto value = held_values_.find(store_.exprs.payload(e));
      // Others are read as they stand; what is inside of them is computed at events only.
      return value == held_values_.end() ? e : store_.exprs.Boolean(value->second);
    }
    if (op != Op::kScalar) return {};
    ScalarId id = store_.exprs.scalar(e);
    if (auto value = scalar_values_.find(id.index()); value != scalar_values_.end())
      return Literal(value->second, store_.exprs.type(e));
    if (auto value = literals_.find(id.index()); value != literals_.end()) return value->second;
    ScalarKind kind = general_.scalars[id].kind;
    if (kind != ScalarKind::kParameter && kind != ScalarKind::kConstant) return {};
    std::optional<double> value = parameter_(id);
    return value ? Literal(*value, store_.exprs.type(e)) : Expr();
  }

  void AddEquation(Expr left, Expr right, const flat::Origin& origin) {
    ScalarEquation& equation = equations_.emplace_back();
    equation.left = equation.written_left = left;
    equation.right = equation.written_right = right;
    equation.origin = static_cast<std::uint32_t>(context_.model.origins.size());
    context_.model.origins.push_back(origin);
  }
  void AddUnknown(ScalarId id) {
    if (is_unknown_[id.index()]) return;
    is_unknown_[id.index()] = true;
    unknowns_.push_back(id);
  }

  bool AddStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAssign:
        AddUnknown(step.targets[0]);
        AddEquation(context_.model.Ref(step.targets[0], store_), fold_(step.value), step.origin);
        return true;
      case Step::Kind::kCall:
      case Step::Kind::kAlgorithm: {
        Step folded = step;
        fold_.Apply(folded);
        for (ScalarId target : step.targets)
          if (target.valid()) AddUnknown(target);
        AddEquation({}, {}, step.origin);
        equations_.back().step = static_cast<std::uint32_t>(context_.model.steps.size());
        context_.model.steps.push_back(std::move(folded));
        return true;
      }
      case Step::Kind::kSolve: {
        const System& system = general_.systems[step.system];
        for (ScalarId unknown : system.unknowns) AddUnknown(unknown);
        for (const Step& inner : system.inner)
          if (!AddStep(inner)) return false;
        static const flat::Origin kNowhere;
        for (std::size_t i = 0; i < system.residuals.size(); ++i)
          AddEquation(fold_(system.residuals[i]), store_.exprs.Real(0),
                      i < system.origins.size() ? system.origins[i] : kNowhere);
        return true;
      }
      default:
        return false;
    }
  }

  // Computed at events: known here, a literal if the mode tells it.
  bool AddConstant(const Step& step) {
    if (step.kind != Step::Kind::kAssign) return true;
    Expr value = fold_(step.value);
    if (store_.exprs.is_literal(value)) literals_[step.targets[0].index()] = value;
    return true;
  }

  // v = c, v = w or v = -w, for a v that may be put in elsewhere; invalid if the equation is not one of these.
  struct Known {
    ScalarId scalar;
    Expr value;
  };
  Known FindKnown(const ScalarEquation& equation) const {
    if (!equation.is_equality()) return {};
    for (auto [side, other] : {std::pair{equation.left, equation.right}, std::pair{equation.right, equation.left}}) {
      if (store_.exprs.op(side) != Op::kScalar) continue;
      ScalarId id = store_.exprs.scalar(side);
      if (!is_unknown_[id.index()] || known_.contains(id.index())) continue;
      if (store_.exprs.is_literal(other)) return {id, other};
      Expr leaf = store_.exprs.op(other) == Op::kNeg ? store_.exprs.arg(other, 0) : other;
      // One that must be stored keeps its equation: nothing is won by putting another one in its place.
      if (store_.exprs.op(leaf) == Op::kScalar && leaf != side && !is_kept_[id.index()] &&
          store_.exprs.type(leaf) == store_.exprs.type(side))
        return {id, other};
    }
    return {};
  }

  // Puts in what is known until nothing new turns up. Chains of equal variables are followed: each round works on what
  // the last one left.
  void PutIn(std::vector<Expr>& also) {
    constexpr int kMostRounds = 20;
    std::unordered_set<const ScalarEquation*> defining;  // of those that are kept
    for (int round = 0; round < kMostRounds; ++round) {
      std::unordered_map<std::size_t, Expr> fresh;
      for (ScalarEquation& equation : equations_) {
        if (equation.is_removed) continue;
        Known found = FindKnown(equation);
        if (!found.scalar.valid()) continue;
        Expr leaf = store_.exprs.op(found.value) == Op::kNeg ? store_.exprs.arg(found.value, 0) : found.value;
        // Two equations of one round must not put each other's variable in.
        if (store_.exprs.op(leaf) == Op::kScalar && fresh.contains(store_.exprs.scalar(leaf).index())) continue;
        if (!fresh.emplace(found.scalar.index(), found.value).second) continue;
        known_.emplace(found.scalar.index(), found.value);
        if (is_kept_[found.scalar.index()]) {
          equation.left = context_.model.Ref(found.scalar, store_);
          equation.right = found.value;
          defining.insert(&equation);
          continue;
        }
        equation.is_removed = true;
        is_unknown_[found.scalar.index()] = false;
      }
      if (fresh.empty()) return;
      Rewriter rewrite(store_, [&](Expr e) -> Expr {
        if (store_.exprs.op(e) == Op::kHeld) return e;
        if (store_.exprs.op(e) != Op::kScalar) return {};
        // Followed to the end: what is put in may itself be put in.
        Expr value;
        bool negative = false;
        for (Expr at = e;;) {
          auto found = fresh.find(store_.exprs.scalar(at).index());
          if (found == fresh.end()) break;
          value = found->second;
          if (store_.exprs.is_literal(value)) break;
          if (store_.exprs.op(value) == Op::kNeg) negative = !negative;
          at = store_.exprs.op(value) == Op::kNeg ? store_.exprs.arg(value, 0) : value;
          value = at;
        }
        if (!value.valid()) return {};
        return negative ? symbolic::Algebra(store_).Neg(value) : value;
      });
      for (ScalarEquation& equation : equations_) {
        if (equation.is_removed) continue;
        if (!equation.is_equality()) {
          rewrite.Apply(context_.model.steps[equation.step]);
          continue;
        }
        if (defining.contains(&equation)) continue;
        rewrite.Apply(equation.left);
        rewrite.Apply(equation.right);
      }
      for (Expr& e : also) rewrite.Apply(e);
    }
  }

  bool Sort(const std::vector<Step>& steps, std::vector<Step>& out, std::vector<Expr>& also) {
    equations_.clear();
    unknowns_.clear();
    known_.clear();
    is_unknown_.assign(context_.model.scalars.size(), false);
    for (const Step& step : steps) {
      if (step.discrete_only || !(step.for_derivatives || step.for_crossings)) continue;
      // What changes at events only is computed there, but for the stage, which nobody computes there.
      bool is_constant =
          &steps != &general_.stage && (step.changes == ChangesWith::kNever || step.changes == ChangesWith::kEvents);
      if (is_constant ? !AddConstant(step) : !AddStep(step)) return false;
    }
    for (Expr& e : also) fold_.Apply(e);
    PutIn(also);
    SortProblem problem;
    for (ScalarId id : unknowns_)
      if (is_unknown_[id.index()]) problem.AddUnknown(id, context_.model.scalars.size());
    problem.column_of.resize(context_.model.scalars.size(), graph::kNone);
    for (const ScalarEquation& equation : equations_)
      if (!equation.is_removed) problem.equations.push_back(&equation);
    problem.graph = BuildEquationGraph(context_.model, store_, problem.equations, problem.column_of,
                                       static_cast<Index>(problem.unknowns.size()));
    // Steps determine their outputs.
    graph::Matching matching(static_cast<Index>(problem.graph.rows.size()),
                             static_cast<Index>(problem.unknowns.size()));
    for (std::size_t r = 0; r < problem.graph.rows.size(); ++r) {
      ScalarId output = problem.graph.rows[r].output;
      if (!output || problem.column_of[output.index()] == graph::kNone) continue;
      if (matching.row_of_column[problem.column_of[output.index()]] == graph::kNone)
        matching.Match(static_cast<Index>(r), problem.column_of[output.index()]);
    }
    problem.matching = graph::MaximumMatching(problem.graph.solvable, std::move(matching));
    if (!problem.matching.UnmatchedRows().empty() || !problem.matching.UnmatchedColumns().empty()) return false;
    return SortBlocks(context_, problem, out) && !sink_.has_errors();
  }

  void AddReads(const Step& step) {
    occurrences_.Add(step);
    if (step.kind == Step::Kind::kSolve) occurrences_.Add(context_.blocks.systems[step.system]);
  }

  // Backwards: which steps derivatives need, and which crossing functions need beside them.
  void KeepNeeded(std::vector<Step>& steps, const std::vector<Expr>& crossings) {
    std::vector<bool> for_derivatives(context_.model.scalars.size(), false),
        for_crossings(context_.model.scalars.size(), false);
    for (ScalarId state : general_.states) for_derivatives[Storage(general_.scalars[state].derivative).index()] = true;
    occurrences_.Clear();
    for (Expr crossing : crossings) occurrences_.Add(crossing);
    for (const Occurrence& o : occurrences_.found()) for_crossings[o.scalar.index()] = true;
    Mark(steps, for_derivatives, &Step::for_derivatives);
    Mark(steps, for_crossings, &Step::for_crossings);
    std::erase_if(steps, [](const Step& step) { return !step.for_derivatives && !step.for_crossings; });
  }
  void KeepForStage(std::vector<Step>& steps) {
    std::vector<bool> needed = is_kept_;
    needed.resize(context_.model.scalars.size(), false);
    Mark(steps, needed, &Step::for_derivatives);
    std::erase_if(steps, [](const Step& step) { return !step.for_derivatives; });
  }
  void Mark(std::vector<Step>& steps, std::vector<bool>& needed, bool Step::* flag) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      (*step).*flag =
          std::ranges::any_of(step->targets, [&](ScalarId target) { return target.valid() && needed[target.index()]; });
      if (!((*step).*flag)) continue;
      occurrences_.Clear();
      AddReads(*step);
      for (const Occurrence& o : occurrences_.found()) needed[o.scalar.index()] = true;
    }
  }

  BlockModel Finish(std::vector<Step> dynamics, std::vector<Step> stage, const std::vector<Expr>& crossings) {
    BlockModel made = std::move(context_.blocks);
    made.name = general_.name;
    made.scalars = std::move(context_.model.scalars);
    made.real_slots = general_.real_slots;
    made.string_slots = general_.string_slots;
    made.object_slots = general_.object_slots;
    for (std::size_t i = general_.scalars.size(); i < made.scalars.size(); ++i)
      made.scalars[ScalarId(i)].slot = made.real_slots++;
    made.states = general_.states;
    made.dynamics = std::move(dynamics);
    made.stage = std::move(stage);
    made.stage_gain = general_.stage_gain;
    if (general_.steps_gain && PutGainStepsFirst(made.stage, made.stage_gain, made.scalars, store_))
      made.steps_gain = general_.steps_gain;
    // Steps of time alone are remembered at the same place: what the one code computed is forgotten where the other
    // begins to serve (Instance::UseMode).
    made.steps_time = general_.steps_time;
    if (!made.steps_time)
      for (Step& step : made.dynamics)
        if (step.changes == ChangesWith::kTime) step.changes = ChangesWith::kAlways;
    made.stage_bases = general_.stage_bases;
    made.held = general_.held;
    std::size_t next = 0;
    for (Held& held : made.held)
      for (Expr& crossing : held.crossings) crossing = crossings[next++];
    made.counts.states = general_.counts.states;
    VerifyMode(made, store_);
    return made;
  }

  const BlockModel& general_;
  Store& store_;
  const ParameterValue& parameter_;
  flat::Model flat_;
  SourceMap sources_;
  DiagnosticSink sink_;
  Options options_;
  PassContext context_;
  OccurrenceCollector occurrences_;
  std::unordered_map<std::uint64_t, bool> held_values_;
  std::unordered_map<std::size_t, double> scalar_values_;
  std::unordered_map<std::size_t, Expr> literals_;  // by scalar: computed at events, and given by the mode
  Rewriter fold_;
  std::vector<bool> is_kept_;  // must be stored: states, derivatives, what crossing functions read of a stage
  std::vector<ScalarEquation> equations_;  // of the section at hand
  std::vector<ScalarId> unknowns_;
  std::vector<bool> is_unknown_;
  std::unordered_map<std::size_t, Expr> known_;  // by scalar: put in elsewhere
};

}  // namespace

std::optional<BlockModel> Specialize(const BlockModel& model, Store& store, std::span<const ModeValue> mode,
                                     const ParameterValue& parameter) {
  return Specializer(model, store, mode, parameter).Run();
}

}  // namespace mica::structure
