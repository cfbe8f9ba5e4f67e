// The scalarised hybrid DAE: the value that the structure passes hand on to each other, between flat::Model and
// BlockModel. Every unknown is a scalar, every equation an equality of two scalar expressions or a step with fixed
// outputs (a function call with several outputs, an algorithm, a when-clause, a check).
//
// Invariants, from scalarize on
// - Expressions hold kScalar, never kVar; der(x) is a scalar of its own, linked by `derivative` and `derivative_of`.
// - `facts` runs parallel to `scalars`; `origins` is shared by the scalar equations of one flat equation.
// - An equation with an invalid `left` is the step number `step`; its unknown outputs are exactly the step's valid
// `targets`.
// - A scalar that became an alias or a constant occurs in no equation, held relation or start value any more (after
//   eliminate-aliases).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expression/store.h"
#include "expression/text.h"
#include "structure/block_model.h"

namespace mica::structure {

struct EquationTag;
using EquationId = Id<EquationTag>;

inline constexpr std::uint32_t kNoStep = UINT32_MAX;
inline constexpr std::uint32_t kNoClock = UINT32_MAX;

// What passes need to know of a scalar and the block model does not keep.
struct ScalarFacts {
  flat::Variability variability = flat::Variability::kContinuous;
  flat::StateSelect state_select = flat::StateSelect::kDefault;
  ScalarId derivative_of;         // this scalar is der(derivative_of)
  bool fixed_given = false;       // `fixed` was written
  bool is_when_assigned = false;  // an output of a when-clause or an algorithm with one: its equation is known
  bool is_auxiliary = false;      // made by a pass: no declaration
  bool is_put_aside = false;      // made by a system, for a value that it computes on its way: an unknown of no section
  bool is_flow = false;
  bool is_final = false;
  bool made_by_reduction = false;  // a derivative that index reduction made
  bool in_state_set = false;       // may be a state, by choice while running (state_sets.h)
  bool is_set_dummy = false;       // stands for a variable of a state set that is not a state at present
  std::uint32_t clock = kNoClock;  // into `clocks`: a clocked variable
  bool solved_initially = false;   // a parameter with fixed = false, or one that depends on such
};

struct ScalarEquation {
  Expr left, right;                  // as transformed by the passes so far
  Expr written_left, written_right;  // as scalarised: what messages show
  std::uint32_t step = kNoStep;      // into `steps`, when left is invalid
  std::uint32_t origin = 0;          // into `origins`
  EquationId differentiated;         // made by index reduction: the equation that this one is the derivative of
  bool is_removed = false;           // used up: an alias, a constant, 0 = 0
  bool is_choice = false;            // of a state set: the initialization problem has its inverse
  Expr when_clock;                   // of an equation in a clocked when-clause: the clock that is written there
  std::uint32_t when_clause = 0;     // and which clause it is: all of its equations are on one clock
  std::uint32_t clock = kNoClock;    // into `clocks`: a clocked equation (partition-clocks)
  Expr active;  // of an equation of a state of a state machine: it holds at ticks where this is true

  bool is_equality() const { return left.valid(); }
};

// A clock that equations tick with, as partition-clocks found it.
struct TickingClock {
  Expr ticks;                // true in the pass of an event in which it ticks
  std::uint32_t origin = 0;  // into `origins`: an equation that is on it
};

struct ScalarModel {
  IdVector<ScalarId, Scalar> scalars;
  IdVector<ScalarId, ScalarFacts> facts;
  std::vector<ScalarId> first_scalar;  // by VarId: the first of its scalars, row-major from there on
  std::vector<flat::Origin> origins;
  std::vector<Step> steps;
  IdVector<EquationId, ScalarEquation> equations;   // everything that holds always
  std::vector<ScalarEquation> initial_equations;    // hold at initialization only
  std::vector<ScalarEquation> parameter_equations;  // left is the scalar of a constant or parameter; or a call
  std::vector<Step> parameter_checks;               // assertions on parameters that translation has relied on
  IdVector<HeldId, Held> held;
  std::vector<Sampler> samplers;
  std::vector<Delay> delays;
  std::vector<Distribution> distributions;
  bool has_clocks = false;  // clocks or clocked operators stand in the flat model
  std::vector<TickingClock> clocks;
  std::vector<EquationId> redundant;  // equations that alias elimination found to say nothing new
  std::vector<std::string> notes;     // of index reduction, for the text form

  ScalarId Add(Scalar scalar, ScalarFacts facts);
  // A place that is set from outside the equations, and shown to no one.
  ScalarId AddHiddenInput(std::string name, TypeId type);
  // der(x), made if it is not there yet.
  ScalarId DerivativeOf(ScalarId x, Store& store);
  Expr Ref(ScalarId id, Store& store) const { return store.exprs.Scalar(id, scalars[id].type); }
  // der(x) stands in the model, and was not made by index reduction alone.
  bool was_differentiated(ScalarId x) const {
    return scalars[x].derivative && !facts[scalars[x].derivative].made_by_reduction;
  }
  bool is_known(
      ScalarId id) const;  // a constant, parameter, input, time flag or object: never an unknown of the dynamics
  bool is_continuous(ScalarId id) const;  // changes between events: Real and not discrete
};

// Names of scalars in expression texts.
class ScalarNames : public ReferenceNames {
 public:
  explicit ScalarNames(const IdVector<ScalarId, structure::Scalar>& scalars) : scalars_(scalars) {}
  std::string Scalar(ScalarId id) const override { return scalars_[id].name; }

 private:
  const IdVector<ScalarId, structure::Scalar>& scalars_;
};

// The equation as the user wrote it, as far as scalarising kept it: 'a.v = R*a.i', 'when-clause for x', at most `limit`
// characters.
std::string EquationText(const ScalarModel& model, const ScalarEquation& equation, const Store& store,
                         std::size_t limit = 200);
// 'component a.b' and the place in the source: 'a.b, Electrical.mo:42'.
std::string OriginText(const flat::Origin& origin, const Store& store, const SourceMap& sources);

}  // namespace mica::structure
