// The block model: what the structure passes make of a flat model, and all that code generation and the runtime see of
// it. Scalars with their storage, and sections of steps in an order in which each step needs only what was computed
// before.
//
// Invariants
// - Expressions contain kScalar, kTime, literals, operators, kCall with kArray/kRecord arguments over scalars, kHeld,
// kPre(kScalar),
//   kInitial, kTerminal, kDelay, kSpatialDistribution, kHomotopy; no kVar, kIterator outside comprehension bodies,
//   kSample, kEdge, kChange, kDer.
// - The derivative of a state is a scalar of its own (`derivative`), and so is every dummy derivative.
// - An alias has no storage of its own: its value is sign * the value of `alias_of`, which is not an alias itself.
#pragma once

#include <string>
#include <vector>

#include "flat/model.h"
#include "structure/stage/step_partition.h"

namespace mica::structure {

struct HeldTag;
using HeldId = Id<HeldTag>;
struct SystemTag;
using SystemId = Id<SystemTag>;

enum class ScalarKind : std::uint8_t {
  kConstant,   // value known at translation: `value` is a literal
  kParameter,  // computed once, by the section `parameters` (or `initial`, if fixed = false)
  kInput,      // of the top level: set from outside
  kState,
  kDerivative,  // of a state
  kAlgebraic,   // continuous, dummy states and dummy derivatives included
  kDiscrete,    // changes at events only; has a pre value
  kTimeFlag,    // Boolean, set by the runtime while a sample() ticks
  kObject,      // an external object
};

struct Scalar {
  VarId source;               // the flat variable; invalid: made by a pass (a derivative, a condition of a when-clause)
  std::uint32_t element = 0;  // which element of it, row-major
  std::string name;           // "a.b[2].c", "der(x)", "$when1"
  TypeId type;
  ScalarKind kind = ScalarKind::kAlgebraic;
  ScalarId alias_of;  // invalid: not an alias
  int alias_sign = 1;
  ScalarId derivative;            // of a state: the scalar that holds der(x)
  Expr value;                     // of a constant; of a parameter with a literal binding (what --set may override)
  Expr start, nominal, min, max;  // over constants and parameters; invalid: not given
  bool fixed = false;             // of the merged attributes; a state's start value then is an initial equation
  bool is_hidden = false;         // made by a pass: not in result files
  // Place in the storage: `reals` for Real, Integer, Boolean and enumerations alike (a double each), `strings`,
  // `objects`.
  std::uint32_t slot = 0;
};

enum class ChangesWith : std::uint8_t { kNever /* parameters only */, kEvents, kTime /* and events */, kAlways };

struct Step {
  enum class Kind : std::uint8_t {
    kAssign,  // targets[0] := value
    kCall,    // targets := outputs of value, a kCall: the scalars of all outputs in order, arrays row-major, records by
              // field; an invalid target is not wanted
    kAlgorithm,  // statements over kScalar (as targets too; kIndex(kArray of kScalar, subscripts) for a variable
                 // subscript). Outputs that it assigns conditionally start from pre (discrete) or start (others):
                 // `targets` lists all outputs.
    kSolve,      // the simultaneous system `system`
    kWhen,       // triggers: `branches`; discrete targets keep their pre value unless a branch fires
    kReinit,     // targets[0], a state, takes `value` at the end of this event iteration
    kAssert,     // condition, message, level (1 warning, 2 error); `value`, where valid, is the level instead
    kTerminate,  // message
    kEffect,     // value, a kCall without outputs
  };
  struct Branch {
    Expr trigger;  // Boolean: the branch fires (edge already expanded, pre(c) inside)
    std::vector<Step> steps;
  };
  Kind kind = Kind::kAssign;
  std::vector<ScalarId> targets;
  Expr value;  // also the message of kTerminate
  std::vector<Statement> statements;
  SystemId system;
  std::vector<Branch> branches;
  Expr condition, message;
  int level = 2;
  std::vector<ScalarId> reads;  // of a kSolve under a trigger: what its system reads from outside
  flat::Origin origin;
  // Which runs need the step. A step that is only discrete is skipped between events.
  bool for_derivatives = false;  // needed for the derivatives of the states
  bool for_crossings = false;    // needed for the crossing functions of relations
  bool discrete_only = false;    // computes discrete variables only
  bool keeps_if_open = false;  // of a kAssign of a quotient or its negative, by a factor that varies: where it says 0 =
                               // 0*target, that keeps its value
  ChangesWith changes = ChangesWith::kAlways;  // when its result may become another one: it is computed no more often
};

struct JacobianEntry {
  std::uint32_t row, column;
  Expr value;
};

// Simultaneous equations after tearing: residuals(unknowns) = 0, where `inner` computes the torn-out variables from the
// unknowns in order. Entries are total derivatives, through the inner steps. In a mixed system the discrete steps are
// iterated around the continuous solution until they change no more.
struct System {
  std::vector<ScalarId> unknowns;  // iteration (tearing) variables
  std::vector<Step> inner;         // kAssign, kCall, kAlgorithm: torn-out continuous variables
  std::vector<Expr> residuals;     // as many as unknowns
  std::vector<Step> slopes;  // kAssign, before the entries of the Jacobian: derivatives of torn-out variables in a
                             // large nonlinear system
  std::vector<JacobianEntry> jacobian;
  bool is_linear = false;
  ChangesWith jacobian_changes = ChangesWith::kAlways;
  std::vector<Step> discrete;  // steps for the discrete unknowns of a mixed system; empty otherwise
  std::uint32_t size_before_tearing = 0;
  std::vector<flat::Origin> origins;       // of the residuals
  std::vector<std::string> residual_text;  // the equation as the user wrote it, for reports
};

// A relation (or event function) whose value is held between events. The integrator watches the crossing functions.
struct Held {
  Expr value;                   // the relation itself
  std::vector<Expr> crossings;  // Real: a change of sign is an event. Empty: watched by time alone.
  Expr time_event;  // for `time >= e` and the like, e of parameters and discrete variables: the time of the event; else
                    // invalid
  bool in_system = false;  // inside a simultaneous system: iterated with it
  flat::Origin origin;
};

// sample(start, interval): `flag` is set during the event at start + k*interval. A periodic clock likewise, at start +
// interval*(first + k*step)/denominator: fractions, so that the ticks of clocks that are sampled from each other
// coincide exactly.
struct Sampler {
  Expr start, interval;
  ScalarId flag;
  flat::Origin origin;
  std::int64_t first = 0, step = 1, denominator = 1;
};

struct Delay {
  Expr value, delay_time, delay_max;  // delay_max: of parameters; equal to delay_time where it is not given
  flat::Origin origin;
};

// spatialDistribution(in0, in1, x, positiveVelocity, points, values): a kSpatialDistribution is of output 0 or 1 of one
// of these, with the payload 2 + 2*number + output and the arguments in0, in1, x, positiveVelocity, the first and the
// last initial value.
struct Distribution {
  Expr in0, in1, x, positive;
  std::vector<Expr> points, values;  // of parameters
  flat::Origin origin;
};

// What initialization decided, for the user.
struct InitializationReport {
  std::vector<ScalarId> activated_starts;  // start values made initial equations though not fixed
  std::vector<std::string> notes;          // redundant or removed initial equations, in terms of the model
};

struct Counts {
  std::int64_t unknowns = 0, equations = 0, states = 0, aliases = 0, mixed = 0;
  std::vector<std::int64_t> linear, nonlinear;  // sizes after tearing; systems solved symbolically count 0
  std::vector<std::int64_t> initial_linear, initial_nonlinear;
};

// Variables of which some are states, chosen while running (state_sets.h): variables = choice · places, where `choice`
// is a permutation and the places are states and dummies. Whether a choice is good follows from the constraints, linear
// in columns: the variables (by what they contribute), then `forced` others that are never states, then those
// eliminated.
struct StateSet {
  struct Term {
    std::uint32_t column = 0;
    ScalarId factor;  // invalid: `number`
    double number = 0;
  };
  struct Row {
    std::vector<Term> terms;
  };
  std::vector<ScalarId> variables, derivatives;  // N
  std::vector<int> wish;                         // N: variables with the same number may change places
  std::vector<bool> starts_as_state;             // N: the choice to begin with, in which variable i has place i
  std::vector<ScalarId> places;                  // N: states and dummies
  std::vector<ScalarId> states;                  // those of the places that are states
  std::vector<ScalarId> choice;                  // N × N, row-major by variable; invalid where wishes differ
  std::uint32_t forced = 0;
  std::vector<Row> eliminated;   // number k gives column N + forced + k from columns before it
  std::vector<Row> constraints;  // as many as dummies and forced columns
  flat::Origin origin;           // of the first constraint
};

struct BlockModel {
  std::string name;
  IdVector<ScalarId, Scalar> scalars;
  std::uint32_t real_slots = 0, string_slots = 0, object_slots = 0;
  std::vector<ScalarId> states;
  std::vector<Step> parameters;  // constants and parameters, external objects
  std::vector<Step> initial;     // the initialization problem; initial() holds in it
  std::vector<Step> dynamics;    // everything else, in one order: for derivatives, crossings, outputs, events
  // Of a model for an implicit inlined method: x = base + gain*der(x) among the equations, and states and derivatives
  // computed together; discrete variables keep their values. Empty otherwise.
  std::vector<Step> stage;
  ScalarId stage_gain;                // set from outside before the section runs, not 0
  std::vector<ScalarId> stage_bases;  // likewise; parallel to the states
  // The gain for which the first steps of the stage were computed, those that change with nothing else; invalid: there
  // are none.
  ScalarId steps_gain;
  // Of a model for a Rosenbrock method, whose stage has the linearised equations (sort_tangent.h): increments of
  // derivatives, parallel to the states, for the directions in stage_bases. Empty otherwise.
  std::vector<ScalarId> stage_slopes;
  StepPartition partition;  // of mixed-mode integration: the base of an explicit state is the state itself, and its
                            // value in the stage
  // States whose step formula stands in the dynamics too, since a switch fixes them (inline_switches.h): computed
  // there, from their base and the gain. Not empty only with a stage.
  std::vector<ScalarId> inlined;
  ScalarId steps_time;  // the time for which the steps that change with time were computed; invalid: there are none
  std::vector<Step> when_terminal;  // steps that depend on terminal()
  IdVector<SystemId, System> systems;
  IdVector<HeldId, Held> held;
  std::vector<Sampler> samplers;
  std::vector<Delay> delays;
  std::vector<Distribution> distributions;
  std::vector<StateSet> state_sets;
  std::vector<ScalarId>
      decided_by;  // parameters whose values translation relied on: set otherwise, the model is translated again
  InitializationReport initialization;
  Counts counts;
  flat::Experiment experiment;
};

}  // namespace mica::structure
