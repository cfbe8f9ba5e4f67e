#include "flat/state_machine.h"

#include <fmt/format.h>
#include <algorithm>
#include <functional>

#include "flat/codes.h"
#include "flat/count.h"

namespace mica::flat {

using instance::Component;

namespace {

// Replaces nodes for which `replace` gives something, from the leaves up.
class Replacer {
 public:
  Replacer(ExprPool& exprs, std::function<Expr(Expr)> replace) : exprs_(exprs), replace_(std::move(replace)) {}

  Expr operator()(Expr e) {
    if (!e.valid()) return e;
    if (auto found = done_.find(e); found != done_.end()) return found->second;
    Expr result = replace_(e);
    if (!result.valid()) {
      std::vector<Expr> args = exprs_.ArgsCopy(e);
      bool changed = false;
      for (Expr& arg : args) {
        Expr old = arg;
        arg = (*this)(arg);
        changed = changed || arg != old;
      }
      result = changed ? exprs_.Make(exprs_.op(e), exprs_.type(e), args, exprs_.payload(e)) : e;
    }
    return done_[e] = result;
  }
  void Apply(Equation& equation) {
    equation.left = (*this)(equation.left);
    equation.right = (*this)(equation.right);
    for (Expr& target : equation.targets) target = (*this)(target);
    for (EquationBranch& branch : equation.branches) {
      branch.condition = (*this)(branch.condition);
      for (Equation& inner : branch.equations) Apply(inner);
    }
  }
  void Apply(std::vector<Statement>& statements) {
    for (Statement& statement : statements) {
      for (Expr& target : statement.targets) target = (*this)(target);
      statement.value = (*this)(statement.value);
      for (StatementBranch& branch : statement.branches) {
        branch.condition = (*this)(branch.condition);
        Apply(branch.body);
      }
    }
  }

 private:
  ExprPool& exprs_;
  std::function<Expr(Expr)> replace_;
  std::unordered_map<Expr, Expr> done_;
};

bool StartsWith(const Path& path, const Path& with) {
  if (path.size() < with.size()) return false;
  for (std::size_t i = 0; i < with.size(); ++i)
    if (path[i].name != with[i].name) return false;
  return true;
}

}  // namespace

Expr StateMachines::And(Expr a, Expr b) {
  if (exprs().op(a) == Op::kBoolean) return exprs().boolean(a) ? b : a;
  if (exprs().op(b) == Op::kBoolean) return exprs().boolean(b) ? a : b;
  return exprs().Make(Op::kAnd, types().boolean(), {a, b});
}

Expr StateMachines::Or(Expr a, Expr b) {
  if (exprs().op(a) == Op::kBoolean) return exprs().boolean(a) ? a : b;
  if (exprs().op(b) == Op::kBoolean) return exprs().boolean(b) ? b : a;
  return exprs().Make(Op::kOr, types().boolean(), {a, b});
}

Path StateMachines::PathOf(const Component* component) const {
  Path path;
  for (const Component* c = component; c && c->name.valid(); c = c->parent())
    path.push_back({c->name, static_cast<std::uint32_t>(c->sizes.size()), c->chosen});
  std::reverse(path.begin(), path.end());
  return path;
}

const Component* StateMachines::StateOfOutput(const Component* variable) const {
  if (empty()) return nullptr;
  // Through connectors and records up to the block.
  const Component* block = variable->parent();
  while (block && block->clause && block->causality == syntax::Causality::kOutput) block = block->parent();
  auto is_state = [&](const Component* c) {
    return std::ranges::any_of(transitions_, [&](const Transition& t) { return t.from == c || t.to == c; }) ||
           std::ranges::any_of(initials_, [&](const Initial& initial) { return initial.state == c; });
  };
  return block && is_state(block) ? block : nullptr;
}

int StateMachines::StateAround(const Path& path, std::size_t longest) const {
  int found = -1;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].path.size() > longest || !StartsWith(path, states_[i].path)) continue;
    if (found < 0 || states_[i].path.size() > states_[static_cast<std::size_t>(found)].path.size())
      found = static_cast<int>(i);
  }
  return found;
}

// Components that transitions connect are one machine; it needs one initial state, and different priorities from each
// state.
bool StateMachines::FindMachines() {
  DiagnosticSink::Mark before = elaboration_.sink().mark();
  std::unordered_map<const Component*, std::size_t> machine_of;
  auto machine = [&](Component* state) {
    auto [at, is_new] = machine_of.try_emplace(state, machines_.size());
    if (is_new) machines_.push_back({{state}, {}, -1, {}, {}, {}, {}, {}});
    return at->second;
  };
  for (const Transition& t : transitions_) {
    std::size_t a = machine(t.from), b = machine(t.to);
    if (a == b) continue;
    for (Component* state : machines_[b].states) {
      machine_of[state] = a;
      machines_[a].states.push_back(state);
    }
    machines_[b].states.clear();
  }
  for (const Initial& initial : initials_) {
    Machine& m = machines_[machine(initial.state)];
    if (m.origin.span.valid()) {
      auto& d = elaboration_.sink().Report(kWrongInitialState, initial.origin.span,
                                           "a state machine has one initial state, but this is the second");
      d.notes.push_back({m.origin.span, "the first is here"});
      continue;
    }
    m.origin = initial.origin;
    std::iter_swap(m.states.begin(), std::ranges::find(m.states, initial.state));
  }
  for (std::size_t i = 0; i < transitions_.size(); ++i) {
    const Transition& t = transitions_[i];
    Machine& m = machines_[machine_of[t.from]];
    for (std::size_t other : m.transitions)
      if (transitions_[other].from == t.from && transitions_[other].priority == t.priority) {
        auto& d = elaboration_.sink().Report(kWrongPriority, t.origin.span,
                                             fmt::format("two transitions from {} have the priority {}",
                                                         elaboration_.instances().PathText(t.from), t.priority));
        d.notes.push_back({transitions_[other].origin.span, "the other one is here"});
        d.hint = "give each a priority = … of its own; the smallest goes first";
      }
    m.transitions.push_back(i);
  }
  std::erase_if(machines_, [](const Machine& m) { return m.states.empty(); });
  for (Machine& m : machines_) {
    std::ranges::stable_sort(m.transitions, [&](std::size_t a, std::size_t b) {
      return transitions_[a].priority > transitions_[b].priority;
    });
    if (m.origin.span.valid()) continue;
    auto& d = elaboration_.sink().Report(kWrongInitialState, transitions_[m.transitions[0]].origin.span,
                                         "this state machine has no initial state");
    d.hint = fmt::format("initialState({}) says where it begins", elaboration_.instances().PathText(m.states[0]));
  }
  for (std::size_t k = 0; k < machines_.size(); ++k)
    for (std::size_t i = 0; i < machines_[k].states.size(); ++i) {
      state_of_[machines_[k].states[i]] = states_.size();
      states_.push_back({machines_[k].states[i], k, i + 1, PathOf(machines_[k].states[i]), {}, {}});
    }
  for (Machine& m : machines_) {
    Path path = PathOf(m.states[0]);
    m.parent = StateAround(path, path.size() - 1);
  }
  return !elaboration_.sink().HasErrorsSince(before);
}

Expr StateMachines::Variable(std::string_view name, TypeId type, Expr start, Model& model, const Machine& machine,
                             std::size_t number) {
  flat::Variable variable;
  variable.path = PathOf(machine.states[0]->parent());
  variable.path.push_back({elaboration_.names().Intern(fmt::format("$machine{}", number + 1)), 0});
  variable.path.push_back({elaboration_.names().Intern(name), 0});
  variable.type = type;
  variable.variability = types().kind(type) == TypeKind::kReal ? Variability::kContinuous : Variability::kDiscrete;
  variable.start = start;
  variable.span = machine.origin.span;
  VarId id = model.variables.Add(std::move(variable));
  return exprs().Var(id, type);
}

void StateMachines::Define(Expr variable, Expr value, Model& model, const Machine& machine) {
  Equation equation;
  equation.left = variable;
  equation.right = value;
  equation.origin = machine.origin;
  equation.origin.made_by = "state machine";
  model.equations.push_back(std::move(equation));
}

// The equations of StateMachineSemantics (17.3.4), with arrays over states written out.
void StateMachines::BuildMachine(std::size_t number, Model& model) {
  const Machine m = machines_[number];
  ExprPool& e = exprs();
  TypeId integer = types().integer(), boolean = types().boolean(), real = types().real();
  auto variable = [&](std::string_view name, TypeId type, Expr start) {
    return Variable(name, type, start, model, m, number);
  };
  auto define = [&](Expr v, Expr value) { Define(v, value, model, m); };
  bool is_top = m.parent < 0;
  Expr active = is_top ? e.Boolean(true) : states_[static_cast<std::size_t>(m.parent)].is_active;
  Expr reset = variable("reset", boolean, e.Boolean(false));
  Expr selected = variable("selectedState", integer, e.Integer(1)),
       selected_reset = variable("selectedReset", boolean, e.Boolean(false));
  Expr immediate = variable("immediate", integer, e.Integer(0)), delayed = variable("delayed", integer, e.Integer(0)),
       fired = variable("fired", integer, e.Integer(0));
  Expr active_state = variable("activeState", integer, e.Integer(1)),
       active_reset = variable("activeReset", boolean, e.Boolean(false));
  Expr next = variable("nextState", integer, e.Integer(1)),
       next_reset = variable("nextReset", boolean, e.Boolean(false));
  Expr ticks = variable("ticksInState", integer, e.Integer(0)), time = variable("timeInState", real, e.Real(0));

  define(reset, is_top ? e.Make(Op::kFirstTick, boolean, {active_state})
                       : states_[static_cast<std::size_t>(m.parent)].is_reset);
  define(selected, If(reset, e.Integer(1), Previous(next)));
  define(selected_reset, Or(reset, Previous(next_reset)));
  machines_[number].selected_ticks =
      If(reset, e.Integer(1), e.Make(Op::kAdd, integer, {Previous(ticks), e.Integer(1)}));
  machines_[number].ticks = ticks;
  machines_[number].time = time;

  Expr found = e.Integer(0), later = e.Integer(0), to = selected, resets = selected_reset;
  for (std::size_t k = 0; k < m.transitions.size(); ++k) {
    const Transition& t = transitions_[m.transitions[k]];
    Expr condition = Resolve(t.condition, static_cast<int>(number), t.immediate, t.origin.span);
    if (t.synchronize)  // all machines of the state that is left have come to an end
      for (const Machine& inner : machines_)
        if (inner.parent == static_cast<int>(state_of_[t.from]))
          condition = And(condition, t.immediate ? Previous(inner.in_final_state) : inner.in_final_state);
    auto place = static_cast<std::int64_t>(k + 1), from = static_cast<std::int64_t>(states_[state_of_[t.from]].number);
    if (t.immediate)
      found = If(And(Is(selected, from), condition), e.Integer(place), found);
    else
      later = If(And(Is(next, from), condition), e.Integer(place), later);
    to = If(Is(fired, place), e.Integer(static_cast<std::int64_t>(states_[state_of_[t.to]].number)), to);
    resets = If(Is(fired, place), e.Boolean(t.reset), resets);
  }
  define(immediate, found);
  define(delayed, later);
  define(fired, If(reset, e.Integer(0), e.Make(Op::kMax, integer, {Previous(delayed), immediate})));
  define(active_state, If(reset, e.Integer(1), to));
  define(active_reset, Or(reset, resets));
  define(next, If(active, active_state, Previous(next)));
  define(next_reset, And(Not(active), Previous(next_reset)));
  Expr restarts = Or(reset, e.Make(Op::kGreater, boolean, {fired, e.Integer(0)}));
  define(ticks, If(active, If(restarts, e.Integer(1), e.Make(Op::kAdd, integer, {Previous(ticks), e.Integer(1)})),
                   Previous(ticks)));
  Expr interval = e.Make(Op::kInterval, real, {});
  define(time, If(active, If(restarts, e.Real(0), e.Make(Op::kAdd, real, {Previous(time), interval})), Previous(time)));

  Expr in_final = e.Boolean(false);
  for (Component* component : m.states) {
    State& state = states_[state_of_[component]];
    auto place = static_cast<std::int64_t>(state.number);
    Expr resets_here = variable(fmt::format("activeResetStates{}", place), boolean, e.Boolean(false));
    Expr resets_next = variable(fmt::format("nextResetStates{}", place), boolean, e.Boolean(false));
    define(resets_here, Or(reset, Previous(resets_next)));
    define(resets_next, If(active, And(Not(Is(active_state, place)), resets_here), Previous(resets_next)));
    Expr is_active = variable(fmt::format("active{}", place), boolean, e.Boolean(false)),
         is_reset = variable(fmt::format("reset{}", place), boolean, e.Boolean(false));
    define(is_active, And(active, Is(active_state, place)));
    define(is_reset, And(is_active, Or(active_reset, resets_here)));
    state.is_active = is_active;
    state.is_reset = is_reset;
    bool is_final =
        std::ranges::none_of(m.transitions, [&](std::size_t i) { return transitions_[i].from == component; });
    if (is_final) in_final = Or(in_final, Is(active_state, place));
  }
  define(m.in_final_state, in_final);
}

Expr StateMachines::Resolve(Expr e, int machine, bool before_transition, Span span) {
  return Replacer(exprs(), [&](Expr node) -> Expr {
    switch (exprs().op(node)) {
      case Op::kActiveState: {
        auto state = state_of_.find(elaboration_.state(exprs().payload(node)));
        if (state != state_of_.end()) return states_[state->second].is_active;
        elaboration_.sink().Report(
            kNotAMachineState, span,
            fmt::format("{} is not a state of a state machine",
                        elaboration_.instances().PathText(elaboration_.state(exprs().payload(node)))));
        return exprs().Boolean(false);
      }
      case Op::kTicksInState:
      case Op::kTimeInState: {
        bool is_ticks = exprs().op(node) == Op::kTicksInState;
        if (machine >= 0) {
          const Machine& m = machines_[static_cast<std::size_t>(machine)];
          if (is_ticks) return before_transition ? m.selected_ticks : m.ticks;
          return before_transition ? exprs().Make(Op::kAdd, types().real(),
                                                  {Previous(m.time), exprs().Make(Op::kInterval, types().real(), {})})
                                   : m.time;
        }
        elaboration_.sink().Report(kNotAMachineState, span,
                                   fmt::format("{}() is used outside a state machine", OpName(exprs().op(node))));
        return is_ticks ? exprs().Integer(0) : exprs().Real(0);
      }
      default:
        return {};
    }
  })(e);
}

// previous(x) of a variable of the state starts anew when the state does.
Expr StateMachines::WithReset(Expr e, const State& state, const Model& model) {
  return Replacer(exprs(), [&](Expr node) -> Expr {
    if (exprs().op(node) != Op::kPrevious) return {};
    Expr base = exprs().arg(node, 0);
    while (exprs().op(base) == Op::kIndex) base = exprs().arg(base, 0);
    if (exprs().op(base) != Op::kVar) return node;
    const flat::Variable& variable = model.variables[exprs().var(base)];
    if (!StartsWith(variable.path, state.path)) return node;
    Expr start = variable.start;
    TypeId type = exprs().type(node);
    if (!start.valid() || !types().is_scalar(type) || !types().is_scalar(exprs().type(start))) {
      if (start.valid() || !types().is_scalar(type)) return node;
      switch (types().kind(type)) {
        case TypeKind::kReal:
          start = exprs().Real(0);
          break;
        case TypeKind::kInteger:
          start = exprs().Integer(0);
          break;
        case TypeKind::kBoolean:
          start = exprs().Boolean(false);
          break;
        default:
          return node;
      }
    }
    return If(state.is_reset, start, node);
  })(e);
}

void StateMachines::Apply(Model& model) {
  if (!FindMachines()) return;
  std::vector<std::size_t> order(machines_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t k = 0; k < machines_.size(); ++k)  // transitions of outer machines may wait for it
    machines_[k].in_final_state =
        Variable("inFinalState", types().boolean(), exprs().Boolean(false), model, machines_[k], k);
  // Outer machines first: inner ones run while their states are active.
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return PathOf(machines_[k].states[0]).size(); });
  for (std::size_t k : order) BuildMachine(k, model);
  PlaceEquations(model);
}

void StateMachines::PlaceEquations(Model& model) {
  std::vector<Equation> placed;
  auto place = [&](Equation equation) {
    int at = StateAround(equation.origin.component, equation.origin.component.size());
    int machine = at < 0 ? -1 : static_cast<int>(states_[static_cast<std::size_t>(at)].machine);
    Span span = equation.origin.span;
    Replacer all(exprs(), [&](Expr e) -> Expr {
      Op op = exprs().op(e);
      return op == Op::kActiveState || op == Op::kTicksInState || op == Op::kTimeInState
                 ? Resolve(e, machine, false, span)
                 : Expr();
    });
    all.Apply(equation);
    if (at < 0 || equation.origin.made_by == "state machine") {
      placed.push_back(std::move(equation));
      return;
    }
    const State& state = states_[static_cast<std::size_t>(at)];
    Replacer resets(exprs(),
                    [&](Expr e) { return exprs().op(e) == Op::kPrevious ? WithReset(e, state, model) : Expr(); });
    resets.Apply(equation);
    Equation under;
    under.kind = Equation::Kind::kState;
    under.origin = equation.origin;
    under.branches.push_back({state.is_active, {}});
    under.branches[0].equations.push_back(std::move(equation));
    placed.push_back(std::move(under));
  };
  // Values that declarations give are equations too.
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    flat::Variable& variable = model.variables[VarId(v)];
    if (!variable.type.valid() || !variable.binding.valid() || variable.variability <= Variability::kParameter)
      continue;
    if (StateAround(variable.path, variable.path.size() - 1) < 0) {
      variable.binding = Resolve(variable.binding, -1, false, variable.binding_span);
      continue;
    }
    Equation equation;
    equation.left = exprs().Var(VarId(v), variable.type);
    equation.right = variable.binding;
    equation.origin = {{variable.path.begin(), variable.path.end() - 1},
                       variable.binding_span.valid() ? variable.binding_span : variable.span,
                       "binding"};
    variable.binding = {};
    place(std::move(equation));
  }
  for (Equation& equation : model.equations) place(std::move(equation));
  MergeOuterOutputs(placed, model);
  model.equations = std::move(placed);
  // What an algorithm does not assign stays as it is, so a condition around it is enough.
  for (Algorithm& algorithm : model.algorithms) {
    int at = StateAround(algorithm.origin.component, algorithm.origin.component.size());
    Span span = algorithm.origin.span;
    Replacer all(exprs(), [&](Expr e) -> Expr {
      Op op = exprs().op(e);
      if (op == Op::kPrevious && at >= 0) return WithReset(e, states_[static_cast<std::size_t>(at)], model);
      if (op != Op::kActiveState && op != Op::kTicksInState && op != Op::kTimeInState) return {};
      return Resolve(e, at < 0 ? -1 : static_cast<int>(states_[static_cast<std::size_t>(at)].machine), false, span);
    });
    all.Apply(algorithm.statements);
    if (at < 0) continue;
    Statement under;
    under.kind = Statement::Kind::kIf;
    under.span = span;
    under.branches.push_back({states_[static_cast<std::size_t>(at)].is_active, std::move(algorithm.statements)});
    algorithm.statements.clear();
    algorithm.statements.push_back(std::move(under));
  }
}

// v = e in several states, where v belongs to none of them: one equation that chooses, and keeps v when none is active.
void StateMachines::MergeOuterOutputs(std::vector<Equation>& equations, Model& model) {
  for (std::size_t longest = 0;; ++longest) {  // from the innermost machines outwards it must be done again
    std::unordered_map<VarId, std::vector<std::size_t>> by_variable;
    std::vector<VarId> order;
    for (std::size_t i = 0; i < equations.size(); ++i) {
      if (equations[i].kind != Equation::Kind::kState || equations[i].branches[0].equations.size() != 1) continue;
      Equation& inner = equations[i].branches[0].equations[0];
      if (inner.kind != Equation::Kind::kEqual) continue;
      if (exprs().op(inner.left) != Op::kVar && exprs().op(inner.right) == Op::kVar) std::swap(inner.left, inner.right);
      if (exprs().op(inner.left) != Op::kVar) continue;
      VarId id = exprs().var(inner.left);
      int at = StateAround(inner.origin.component, inner.origin.component.size());
      if (at < 0 || StartsWith(model.variables[id].path, states_[static_cast<std::size_t>(at)].path)) continue;
      if (by_variable[id].empty()) order.push_back(id);
      by_variable[id].push_back(i);
    }
    if (order.empty() || longest > 100) return;
    std::vector<bool> gone(equations.size(), false);
    std::vector<Equation> made;
    for (VarId id : order) {
      // Those of the innermost machine first.
      std::size_t deepest = 0;
      for (std::size_t i : by_variable[id])
        deepest = std::max(deepest, states_[static_cast<std::size_t>(StateAround(
                                                equations[i].branches[0].equations[0].origin.component, SIZE_MAX))]
                                        .path.size());
      int machine = -1;
      Expr value = Previous(exprs().Var(id, model.variables[id].type));
      Equation merged;
      int parent = -1;
      for (std::size_t k = by_variable[id].size(); k-- > 0;) {
        std::size_t i = by_variable[id][k];
        const Equation& inner = equations[i].branches[0].equations[0];
        const State& state = states_[static_cast<std::size_t>(StateAround(inner.origin.component, SIZE_MAX))];
        if (state.path.size() != deepest || (machine >= 0 && machine != static_cast<int>(state.machine))) continue;
        machine = static_cast<int>(state.machine);
        parent = machines_[state.machine].parent;
        value = If(state.is_active, inner.right, value);
        merged.left = inner.left;
        merged.origin = inner.origin;
        gone[i] = true;
      }
      merged.right = value;
      merged.origin.component = parent < 0 ? Path(states_[0].path.begin(), states_[0].path.begin())
                                           : states_[static_cast<std::size_t>(parent)].path;
      if (parent < 0) {
        made.push_back(std::move(merged));
        continue;
      }
      Equation under;
      under.kind = Equation::Kind::kState;
      under.origin = merged.origin;
      under.branches.push_back({states_[static_cast<std::size_t>(parent)].is_active, {}});
      under.branches[0].equations.push_back(std::move(merged));
      made.push_back(std::move(under));
    }
    std::vector<Equation> rest;
    for (std::size_t i = 0; i < equations.size(); ++i)
      if (!gone[i]) rest.push_back(std::move(equations[i]));
    std::move(made.begin(), made.end(), std::back_inserter(rest));
    equations = std::move(rest);
  }
}

}  // namespace mica::flat
