/* The model table: what a runtime must know of a model besides its code (model_code.h). The compiler writes it
 * (src/table); the runtime in process, an FMU or a target reads it and needs nothing else of the compiler.
 *
 * A table is plain data: counts, and arrays of structures that are made of 32-bit and 64-bit numbers alone. A list is a
 * range of the array `indices`, unless its comment names another array. A text is a place in `texts`, where it ends
 * with a zero; place 0 is the empty text. What does not exist is MICA_NONE. Slots are places in MicaInstance.reals, but
 * for Strings (strings) and external objects (objects).
 *
 * As bytes a table is one block that may be moved, stored and sent: mica_model_table_size, mica_model_table_write,
 * mica_model_table_read.
 */
#ifndef MICA_MODEL_TABLE_H
#define MICA_MODEL_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_MODEL_TABLE_VERSION 2
#define MICA_NONE 0xFFFFFFFFu

typedef struct MicaRange {
  uint32_t first, count;
} MicaRange;

/* Where something comes from, for messages. */
typedef struct MicaOrigin {
  uint32_t file;       /* number of a file that the table's maker knows; MICA_NONE: nowhere in a text */
  uint32_t begin, end; /* bytes */
  uint32_t component;  /* text, "a.b"; empty: the top of the model */
} MicaOrigin;

enum {
  MICA_KIND_CONSTANT,
  MICA_KIND_PARAMETER,
  MICA_KIND_INPUT,
  MICA_KIND_STATE,
  MICA_KIND_DERIVATIVE,
  MICA_KIND_ALGEBRAIC,
  MICA_KIND_DISCRETE,
  MICA_KIND_TIME_FLAG,
  MICA_KIND_OBJECT
};

enum {
  MICA_TYPE_NONE /* made by the compiler, a Real */,
  MICA_TYPE_REAL,
  MICA_TYPE_INTEGER,
  MICA_TYPE_BOOLEAN,
  MICA_TYPE_ENUMERATION,
  MICA_TYPE_STRING,
  MICA_TYPE_OTHER
};

enum {
  MICA_SCALAR_HIDDEN = 1, /* made by the compiler: not in results */
  MICA_SCALAR_FIXED = 2,
  MICA_SCALAR_HAS_START = 4,
  MICA_SCALAR_HAS_BINDING = 8, /* a constant, or a parameter that may be set */
  MICA_SCALAR_HAS_VALUE = 16,  /* the binding is a literal: `value` or `text` */
  MICA_SCALAR_INITIAL = 32,    /* a step of the initialization computes it */
  MICA_SCALAR_DECLARED = 64,   /* the model declares it; the following hold of the declaration */
  MICA_SCALAR_DECLARED_CONSTANT = 128,
  MICA_SCALAR_DECLARED_PARAMETER = 256, /* or a constant */
  MICA_SCALAR_FINAL = 512,
  MICA_SCALAR_EVALUATED = 1024, /* its value was used to build the model */
  MICA_SCALAR_OUTPUT = 2048     /* of the top level */
};

typedef struct MicaScalar {
  double value; /* of the literal */
  uint32_t name;
  uint32_t slot;       /* of an alias: that of its owner */
  uint32_t owner;      /* the scalar that it is an alias of, else itself */
  int32_t sign;        /* value = sign * that of the owner */
  uint32_t derivative; /* of a state: a scalar */
  uint32_t kind, type, flags;
  uint32_t enumeration; /* of that type: a number in `enumerations` */
  uint32_t text;        /* of a literal String */
  uint32_t description, unit, display_unit;
  uint32_t spare;
} MicaScalar;

enum {
  MICA_SYSTEM_LINEAR = 1,
  MICA_SYSTEM_ANALYTIC = 2,     /* its code has the entries of the Jacobian */
  MICA_SYSTEM_IN_STAGE = 4,     /* the section `stage` solves it */
  MICA_SYSTEM_OF_COMPONENTS = 8 /* its equations are of components, or of connections */
};

/* When the Jacobian may become another one. */
enum { MICA_CHANGES_ALWAYS, MICA_CHANGES_AT_EVENTS, MICA_CHANGES_NEVER };

/* A simultaneous system after tearing. With `extended` > 0 that many inner variables are rows and columns of the
 * Jacobian too, numbered on from the unknowns. */
typedef struct MicaSystem {
  uint32_t flags, changes, extended, size_before_tearing;
  MicaRange unknowns;        /* slots */
  MicaRange unknown_scalars; /* scalars, parallel */
  MicaRange rows,
      columns;    /* of the entries of the Jacobian, parallel; all that may depend, where there is no analytic one */
  MicaRange held; /* relations that make up its mode, increasing */
  MicaRange discrete;         /* slots of its discrete unknowns but Strings, likewise */
  MicaRange discrete_scalars; /* scalars, parallel */
  MicaRange inner;            /* slots that inner assignments compute, in order; of a system without unknowns */
  MicaRange named;            /* scalars that a message names; of a system without unknowns */
  MicaRange switch_held;      /* relations in its equations whose opposite is another mode… */
  MicaRange switch_slots;     /* …and Boolean variables */
  MicaRange slopes;  /* pairs: an unknown that is a derivative, the slot of its state; of a system of the stage */
  MicaRange texts;   /* by equation, for messages */
  MicaRange origins; /* by equation; may be shorter */
} MicaSystem;

enum {
  MICA_RELATION_IN_SYSTEM = 1,
  MICA_RELATION_TIME_EVENT = 2,     /* its code gives the time of its event */
  MICA_RELATION_OTHER_AT_START = 8, /* its value at the start is another than that at an event at the start */
  MICA_RELATION_LITERAL_LEFT = 16,
  MICA_RELATION_LITERAL_RIGHT = 32
};

/* A relation, or an event function, whose value is held between events. */
typedef struct MicaRelation {
  uint32_t flags;
  uint32_t text, origin;
  MicaRange crossings;  /* numbers of crossing functions */
  int32_t true_side;    /* 1: it holds where its one crossing function is positive, -1: negative, 0: not known */
  uint32_t left, right; /* nodes: the sides as formulas of present values; MICA_NONE: not a formula */
  uint32_t scale;       /* node: how large the terms are that the sides are computed from; MICA_NONE: not known */
  MicaRange conditions; /* slots: conditions of clauses that reinitialize a state and depend on it */
} MicaRelation;

/* sample(start, interval), a clock: ticks at start + interval*(first + k*step)/denominator. */
typedef struct MicaSampler {
  int64_t first, step, denominator;
  uint32_t flag, origin; /* slot */
} MicaSampler;

/* A formula is a node; its arguments are nodes before it. */
enum {
  MICA_NODE_NUMBER,
  MICA_NODE_TIME,
  MICA_NODE_STATE /* place in the list of states */,
  MICA_NODE_SLOT,
  MICA_NODE_HELD,
  MICA_NODE_NEG,
  MICA_NODE_NOT,
  MICA_NODE_SIN,
  MICA_NODE_COS,
  MICA_NODE_TAN,
  MICA_NODE_ASIN,
  MICA_NODE_ACOS,
  MICA_NODE_ATAN,
  MICA_NODE_SINH,
  MICA_NODE_COSH,
  MICA_NODE_TANH,
  MICA_NODE_EXP,
  MICA_NODE_LOG,
  MICA_NODE_LOG10,
  MICA_NODE_SQRT,
  MICA_NODE_ABS,
  MICA_NODE_SIGN,
  MICA_NODE_ADD,
  MICA_NODE_SUB,
  MICA_NODE_MUL,
  MICA_NODE_DIV,
  MICA_NODE_POW,
  MICA_NODE_MIN,
  MICA_NODE_MAX,
  MICA_NODE_ATAN2,
  MICA_NODE_AND,
  MICA_NODE_OR,
  MICA_NODE_LESS,
  MICA_NODE_LESS_EQUAL,
  MICA_NODE_GREATER,
  MICA_NODE_GREATER_EQUAL,
  MICA_NODE_EQUAL,
  MICA_NODE_NOT_EQUAL,
  MICA_NODE_IF
};

typedef struct MicaNode {
  double number;
  uint32_t op;
  uint32_t place; /* state, slot or relation */
  uint32_t args[3];
  uint32_t spare;
} MicaNode;

/* Variables of which some are states, chosen while running (structure/reduce/state_sets.h). */
typedef struct MicaStateSet {
  MicaRange variables;               /* scalars */
  MicaRange wish;                    /* by variable: those with the same number may change places */
  MicaRange starts_as_state;         /* by variable: 0 or 1 */
  MicaRange places, states;          /* scalars */
  MicaRange choice;                  /* scalars, N x N by variable; MICA_NONE where wishes differ */
  MicaRange eliminated, constraints; /* rows, in `set_rows` */
  uint32_t forced, spare;
} MicaStateSet;

typedef struct MicaTerm {
  double number; /* where there is no factor */
  uint32_t column;
  uint32_t factor; /* scalar */
} MicaTerm;

/* What selects branches between events: a relation or a scalar, the other is MICA_NONE. */
typedef struct MicaModeVariable {
  uint32_t held, scalar, text;
} MicaModeVariable;

/* A place in the model that its code reports by number. */
typedef struct MicaSite {
  uint32_t text, origin;
} MicaSite;

/* homotopy() in the initialization: nowhere; outside what is iterated; where which solution is found depends on the way
 * to it. */
enum { MICA_HOMOTOPY_NONE, MICA_HOMOTOPY_OUTSIDE, MICA_HOMOTOPY_ITERATED };

enum {
  MICA_MODEL_HAS_TERMINAL = 1, /* steps that depend on terminal() */
  MICA_MODEL_HAS_STAGE = 2,
  MICA_MODEL_HAS_PATTERN = 4, /* pattern_starts and pattern_columns say which derivative depends on which state */
  MICA_MODEL_FREE_INPUTS =
      8, /* crossing functions that are no formulas read what may do anything: tables of time, delays, data */
  MICA_MODEL_FORMULAS_OF_STATES = 16,
  MICA_MODEL_HAS_STOP_TIME = 32 /* in the experiment */
};

/* X(type, name): the arrays of a table; name_count is the length of each. */
#define MICA_TABLE_ARRAYS(X)                                                                                        \
  X(uint32_t, indices)                                                                                              \
  X(char, texts)                                                                                                    \
  X(MicaOrigin, origins)                                                                                            \
  X(MicaScalar, scalars)                                                                                            \
  X(MicaRange, enumerations) /* texts of the literals */                                                            \
  X(MicaSystem, systems)                                                                                            \
  X(MicaRelation, relations)                                                                                        \
  X(MicaSampler, samplers)                                                                                          \
  X(MicaNode, nodes)                                                                                                \
  X(MicaRange, crossing_formulas) /* by crossing function: nodes in order, the result last; empty: not a formula */ \
  X(MicaStateSet, state_sets)                                                                                       \
  X(MicaRange, set_rows) /* in `terms` */                                                                           \
  X(MicaTerm, terms)                                                                                                \
  X(MicaModeVariable, mode_variables)                                                                               \
  X(MicaSite, sites)

typedef struct MicaModelTable {
  uint32_t version, flags;
  uint32_t name;
  uint32_t real_count, string_count, object_count, delay_count;
  uint32_t homotopy;
  uint32_t linearisation; /* the system whose Jacobian has the linearised steps (descriptor methods) and that nobody
                             solves */
  uint32_t
      gain_slot; /* of a stage: set from outside; of the steps that were computed for a gain or a time: for which */
  uint32_t steps_gain_slot, steps_time_slot;
  double start_time, stop_time, tolerance, interval; /* the experiment of the model */
  MicaRange states;                                  /* scalars; of the following lists by state, in the same order */
  MicaRange state_slots, derivative_slots;
  MicaRange base_slots;          /* of a stage; the state itself where it is explicit */
  MicaRange slope_slots;         /* of linearised equations: increments of derivatives */
  MicaRange inlined;             /* scalars: states whose integrator stands in the dynamics too */
  MicaRange implicit_states;     /* by state 0 or 1, of a mixed method */
  MicaRange discrete_scalars;    /* what changes at events only, aliases left out */
  MicaRange computed;            /* scalars in the order in which the dynamics compute them… */
  MicaRange computed_parameters; /* …and in that of the parameters; a scalar may come more than once */
  MicaRange objects;             /* scalars: external objects in the order of construction */
  MicaRange initial_unknowns;    /* slots that the initialization iterates on */
  MicaRange used_starts;         /* scalars whose start values serve though they are not fixed */
  MicaRange solved_systems;      /* systems that the dynamics solve, in order */
  MicaRange delay_bounds;        /* by delay 0 or 1: derivatives or relations read it, steps are no longer than it */
  MicaRange distribution_points; /* by spatialDistribution(): how many initial points it has */
  MicaRange input_nodes;         /* formulas that go into crossing functions, but are not crossing functions… */
  MicaRange input_formula;       /* …and all nodes that these need, in order */
  MicaRange pattern_starts, pattern_columns; /* states that each derivative depends on: compressed rows */
#define MICA_TABLE_COUNT(type, name) uint32_t name##_count;
  MICA_TABLE_ARRAYS(MICA_TABLE_COUNT)
#undef MICA_TABLE_COUNT
#define MICA_TABLE_POINTER(type, name) const type* name;
  MICA_TABLE_ARRAYS(MICA_TABLE_POINTER)
#undef MICA_TABLE_POINTER
} MicaModelTable;

/* The bytes that a table takes. */
size_t mica_model_table_size(const MicaModelTable* table);
/* Writes mica_model_table_size bytes. */
void mica_model_table_write(const MicaModelTable* table, void* bytes);
/* The arrays of `table` are then those of `bytes`, which must be aligned as a double and stay. Returns 0 where the
 * bytes are not a table of this version and machine, or are damaged. */
int mica_model_table_read(MicaModelTable* table, const void* bytes, size_t size);

/* The value of a formula at the present point of an instance; nodes of states are not for that. O(nodes as a tree). */
double mica_formula_value(const MicaModelTable* table, uint32_t node, const MicaInstance* m);

#ifdef __cplusplus
}
#endif
#endif
