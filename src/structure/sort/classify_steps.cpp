// Pass classify-steps: which steps the integrator needs, and when.
//
// Reads: blocks.dynamics, held relations, delays. Changes: the flags of the steps. Keeps: their order. Steps of `stage`
// that the states do not need are left out, and those whose result stays between events; those of the gain alone come
// first. Forwards over the sorted steps: a result changes with whatever is read that changes most often. Inputs of the
// model may be set at any time, and so may change always; what a system reads decides for all its unknowns. Backwards
// over the sorted steps: a step is needed for the derivatives if it computes one, or something that a later step reads
// that is needed for them. Likewise for crossing functions (and for the values that delays record, which are sampled
// with them). Discrete steps do not run between events, so what they read is not needed for their sake.
#include <algorithm>

#include "structure/passes.h"
#include "structure/sort/incidence.h"
#include "structure/values/gain_steps.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

class Classifier {
 public:
  explicit Classifier(PassContext& context)
      : context_(context),
        model_(context.model),
        occurrences_(context.store),
        for_derivatives_(model_.scalars.size(), false),
        for_crossings_(model_.scalars.size(), false) {}

  void Run() {
    for (const Scalar& scalar : model_.scalars)
      if (scalar.kind == ScalarKind::kState && !scalar.alias_of && scalar.derivative)
        Need(scalar.derivative, for_derivatives_);
    for (const Held& held : model_.held)
      for (Expr crossing : held.crossings) NeedAll(crossing, for_crossings_);
    for (const Delay& delay : model_.delays) NeedAll(delay.value, for_crossings_);
    for (const Distribution& distribution : model_.distributions)
      for (Expr e : {distribution.in0, distribution.in1, distribution.x, distribution.positive})
        NeedAll(e, for_crossings_);
    auto& steps = context_.blocks.dynamics;
    for (std::size_t i = steps.size(); i-- > 0;) Classify(steps[i]);
    FindChanges(steps);
    AddStepsTime(steps);
    MoveTerminal(steps);
  }

  // The stage computes the states and all that the dynamics need for the derivatives, and nothing that changes at
  // events only.
  void RunStage() {
    bool is_tangent = !context_.blocks.stage_slopes.empty();
    for (ScalarId slope : context_.blocks.stage_slopes) Need(slope, for_derivatives_);
    for (const Step& step : context_.blocks.dynamics)
      for (ScalarId target : step.targets)
        if (target && step.for_derivatives && !is_tangent) Need(target, for_derivatives_);
    for (std::size_t i = 0; i < model_.scalars.size(); ++i)
      if (model_.scalars[ScalarId(i)].kind == ScalarKind::kState && !is_tangent) Need(ScalarId(i), for_derivatives_);
    auto& steps = context_.blocks.stage;
    for (std::size_t i = steps.size(); i-- > 0;) Classify(steps[i]);
    FindChanges(steps);
    std::erase_if(steps, [&](const Step& step) {
      if (step.discrete_only || !step.for_derivatives) return true;
      // The dynamics have computed what stays, but for scalars that elimination made for the stage.
      return step.changes <= ChangesWith::kEvents &&
             std::ranges::none_of(step.targets, [&](ScalarId id) { return id && model_.facts[id].is_put_aside; });
    });
    BlockModel& blocks = context_.blocks;
    if (PutGainStepsFirst(steps, blocks.stage_gain, model_.scalars, context_.store))
      blocks.steps_gain = model_.AddHiddenInput("$steps_gain", context_.store.types.real());
  }

  // Linearised equations read variables of the point that the derivatives belong to.
  void NeedForStage() {
    for (const Step& step : context_.blocks.stage) {
      occurrences_.Clear();
      AddReads(step);
      for (const Occurrence& o : occurrences_.found())
        if ((o.how & (kSolvable | kInCondition)) != 0) Need(o.scalar, for_derivatives_);
    }
  }

 private:
  bool ReadsTerminal(Expr e) const {
    symbolic::Contains contains(context_.store.exprs,
                                [&](Expr node) { return context_.store.exprs.op(node) == Op::kTerminal; });
    return contains(e);
  }
  // Clauses that only terminal() fires form a section of their own; one that other conditions fire too stays, and the
  // section learns from an empty step that there is something to do at the end.
  void MoveTerminal(std::vector<Step>& steps) {
    bool stays = false;
    auto& terminal = context_.blocks.when_terminal;
    std::erase_if(steps, [&](Step& step) {
      if (step.kind != Step::Kind::kWhen) return false;
      bool any =
          std::ranges::any_of(step.branches, [&](const Step::Branch& branch) { return ReadsTerminal(branch.trigger); });
      bool all =
          std::ranges::all_of(step.branches, [&](const Step::Branch& branch) { return ReadsTerminal(branch.trigger); });
      stays = stays || (any && !all);
      if (any && all) terminal.push_back(std::move(step));
      return any && all;
    });
    if (!stays || !terminal.empty()) return;
    Step empty;
    empty.kind = Step::Kind::kWhen;
    terminal.push_back(std::move(empty));
  }
  void Need(ScalarId id, std::vector<bool>& set) {
    if (model_.scalars[id].alias_of) id = model_.scalars[id].alias_of;
    set[id.index()] = true;
  }
  void NeedAll(Expr e, std::vector<bool>& set) {
    occurrences_.Clear();
    occurrences_.Add(e);
    for (const Occurrence& o : occurrences_.found())
      if ((o.how & (kSolvable | kInCondition)) != 0) Need(o.scalar, set);
  }

  bool IsDiscrete(const Step& step) const {
    switch (step.kind) {
      case Step::Kind::kWhen:
      case Step::Kind::kReinit:
      case Step::Kind::kTerminate:
      case Step::Kind::kEffect:
        return true;
      case Step::Kind::kAssert:
        return false;
      case Step::Kind::kSolve: {
        const System& system = context_.blocks.systems[step.system];
        return system.unknowns.empty() && system.inner.empty();
      }
      default:
        return std::ranges::none_of(step.targets, [&](ScalarId id) { return id && model_.is_continuous(id); });
    }
  }

  void AddReads(const Step& step) {
    occurrences_.Add(step);
    if (step.kind == Step::Kind::kSolve) occurrences_.Add(context_.blocks.systems[step.system]);
  }

  void FindChanges(std::vector<Step>& steps) {
    std::vector<ChangesWith> changes(model_.scalars.size(), ChangesWith::kAlways);
    for (std::size_t i = 0; i < changes.size(); ++i) {
      switch (model_.scalars[ScalarId(i)].kind) {
        case ScalarKind::kConstant:
        case ScalarKind::kParameter:
        case ScalarKind::kObject:
          changes[i] = ChangesWith::kNever;
          break;
        case ScalarKind::kDiscrete:
        case ScalarKind::kTimeFlag:
          changes[i] = ChangesWith::kEvents;
          break;
        default:
          break;
      }
    }
    for (Step& step : steps) {
      occurrences_.Clear();
      AddReads(step);
      std::vector<ScalarId> targets = step.targets;
      if (step.kind == Step::Kind::kSolve) {
        const System& system = context_.blocks.systems[step.system];
        targets.insert(targets.end(), system.unknowns.begin(), system.unknowns.end());
        for (const Step& inner : system.inner)
          targets.insert(targets.end(), inner.targets.begin(), inner.targets.end());
      }
      // Within a system, what it computes itself does not count.
      for (ScalarId target : targets)
        if (target && model_.is_continuous(target)) changes[target.index()] = ChangesWith::kNever;
      step.changes = occurrences_.reads_beyond_events() ? ChangesWith::kAlways
                     : occurrences_.reads_time()        ? ChangesWith::kTime
                                                        : ChangesWith::kEvents;
      for (const Occurrence& o : occurrences_.found()) {
        if ((o.how & (kSolvable | kInCondition)) == 0) continue;
        ScalarId owner = model_.scalars[o.scalar].alias_of ? model_.scalars[o.scalar].alias_of : o.scalar;
        step.changes = std::max(step.changes, changes[owner.index()]);
      }
      for (ScalarId target : targets)
        if (target && model_.is_continuous(target)) changes[target.index()] = step.changes;
    }
  }

  // A place to remember the time for which they were computed.
  void AddStepsTime(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (step.changes != ChangesWith::kTime || !step.for_derivatives || step.discrete_only) continue;
      context_.blocks.steps_time = model_.AddHiddenInput("$steps_time", context_.store.types.real());
      return;
    }
  }

  void Classify(Step& step) {
    step.discrete_only = IsDiscrete(step);
    for (ScalarId target : step.targets) {
      if (!target) continue;
      step.for_derivatives = step.for_derivatives || for_derivatives_[target.index()];
      step.for_crossings = step.for_crossings || for_crossings_[target.index()];
    }
    if (step.discrete_only || (!step.for_derivatives && !step.for_crossings)) return;
    occurrences_.Clear();
    AddReads(step);
    for (const Occurrence& o : occurrences_.found()) {
      if ((o.how & (kSolvable | kInCondition)) == 0) continue;
      if (step.for_derivatives) Need(o.scalar, for_derivatives_);
      if (step.for_crossings) Need(o.scalar, for_crossings_);
    }
  }

  PassContext& context_;
  ScalarModel& model_;
  OccurrenceCollector occurrences_;
  std::vector<bool> for_derivatives_, for_crossings_;
};

}  // namespace

bool ClassifySteps(PassContext& context) {
  bool is_tangent = !context.blocks.stage_slopes.empty();
  if (is_tangent) Classifier(context).RunStage();
  Classifier dynamics(context);
  if (is_tangent) dynamics.NeedForStage();
  dynamics.Run();
  if (!context.blocks.stage.empty() && !is_tangent) Classifier(context).RunStage();
  return true;
}

}  // namespace mica::structure
