// State machines (specification chapter 17): transitions between components, and what they become. Every machine gets
// variables and clocked equations that say which of its states is active (17.3.4); the equations of a state stand under
// the condition that it is active, and its variables keep their values when it is not.
//
// A machine is a set of components connected by transition(); one of them is its initialState(). Machines inside of a
// state run while it is active and are reset with it. previous(x) of a variable of a state is its start value at a tick
// at which the state is reset. Variables that several states determine through `outer output` get one equation that
// chooses among theirs (17.3.5).
#pragma once

#include <unordered_map>
#include <vector>

#include "flat/model.h"
#include "instance/elaboration.h"

namespace mica::flat {

struct Transition {
  instance::Component* from = nullptr;
  instance::Component* to = nullptr;
  Expr condition;
  bool immediate = true, reset = true, synchronize = false;
  std::int64_t priority = 1;
  Origin origin;
};

class StateMachines {
 public:
  explicit StateMachines(instance::Elaboration& elaboration) : elaboration_(elaboration) {}

  void AddTransition(Transition transition) { transitions_.push_back(std::move(transition)); }
  void AddInitialState(instance::Component* state, Origin origin) { initials_.push_back({state, std::move(origin)}); }
  // The state whose own output this variable is, or part of; null if there is none.
  const instance::Component* StateOfOutput(const instance::Component* variable) const;
  bool empty() const { return transitions_.empty() && initials_.empty(); }
  // Once the model has all its variables and equations.
  void Apply(Model& model);

 private:
  struct Initial {
    instance::Component* state;
    Origin origin;
  };
  struct Machine {
    std::vector<instance::Component*> states;  // the initial one first
    std::vector<std::size_t> transitions;      // highest priority last
    int parent = -1;                           // the state around it, into states_
    Origin origin;
    Expr selected_ticks, ticks, time, in_final_state;
  };
  struct State {
    instance::Component* component;
    std::size_t machine, number;  // counts from 1 in its machine
    Path path;
    Expr is_active, is_reset;
  };

  bool FindMachines();
  void BuildMachine(std::size_t machine, Model& model);
  void PlaceEquations(Model& model);
  void MergeOuterOutputs(std::vector<Equation>& equations, Model& model);
  int StateAround(const Path& path, std::size_t longest) const;  // the innermost, or -1
  Expr Variable(std::string_view name, TypeId type, Expr start, Model& model, const Machine& machine,
                std::size_t number);
  void Define(Expr variable, Expr value, Model& model, const Machine& machine);
  // activeState(), ticksInState() and timeInState() replaced; `machine` is the one around, -1: none.
  Expr Resolve(Expr e, int machine, bool before_transition, Span span);
  Expr WithReset(Expr e, const State& state, const Model& model);
  Path PathOf(const instance::Component* component) const;

  ExprPool& exprs() { return elaboration_.store().exprs; }
  Types& types() { return elaboration_.store().types; }
  Expr Not(Expr e) { return exprs().Make(Op::kNot, types().boolean(), {e}); }
  Expr And(Expr a, Expr b);
  Expr Or(Expr a, Expr b);
  Expr Is(Expr integer, std::int64_t value) {
    return exprs().Make(Op::kEqual, types().boolean(), {integer, exprs().Integer(value)});
  }
  Expr If(Expr condition, Expr a, Expr b) { return exprs().Make(Op::kIf, exprs().type(a), {condition, a, b}); }
  Expr Previous(Expr e) { return exprs().Make(Op::kPrevious, exprs().type(e), {e}); }

  instance::Elaboration& elaboration_;
  std::vector<Transition> transitions_;
  std::vector<Initial> initials_;
  std::vector<Machine> machines_;
  std::vector<State> states_;
  std::unordered_map<const instance::Component*, std::size_t> state_of_;
};

}  // namespace mica::flat
