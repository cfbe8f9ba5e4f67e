// The fields of everything that a kept model (kept_model.h) consists of, each named once for writing and reading alike:
// `a` is an archive, called with references to fields. Structured bindings name every field, so that one more of them
// does not compile until it is dealt with here.
#pragma once

#include "base/diagnostic.h"
#include "flat/model.h"
#include "session/values/evaluated_parameters.h"
#include "structure/block_model.h"

namespace mica {

template <class A>
void Fields(A& a, Span& x) {
  auto& [file, begin, end] = x;
  a(file, begin, end);
}
template <class A>
void Fields(A& a, DiagnosticNote& x) {
  auto& [span, message] = x;
  a(span, message);
}
template <class A>
void Fields(A& a, DiagnosticCode& x) {
  auto& [characters, severity, blame, page] = x;
  for (char& each : characters) a(each);
  a(severity, blame, page);
}
template <class A>
void Fields(A& a, Diagnostic& x) {
  auto& [code, span, message, notes, hint] = x;
  a(code, span, message, notes, hint);
}
template <class A>
void Fields(A& a, EvaluatedParameter& x) {
  auto& [name, value, why, where] = x;
  a(name, value, why, where);
}

// expression/function.h
template <class A>
void Fields(A& a, StatementBranch& x) {
  auto& [condition, body] = x;
  a(condition, body);
}
template <class A>
void Fields(A& a, Statement& x) {
  auto& [kind, targets, value, iterator, branches, span] = x;
  a(kind, targets, value, iterator, branches, span);
}
template <class A>
void Fields(A& a, FunctionVariable& x) {
  auto& [name, role, type, sizes, binding, is_constant, span] = x;
  a(name, role, type, sizes, binding, is_constant, span);
}
template <class A>
void Fields(A& a, ExternalCall& x) {
  auto& [language, name, result, arguments, libraries, includes, include_directories, library_directories,
         resource_directory] = x;
  a(language, name, result, arguments, libraries, includes, include_directories, library_directories,
    resource_directory);
}
template <class A>
void Fields(A& a, FunctionDerivative& x) {
  auto& [function, order, zero_derivative, no_derivative] = x;
  a(function, order, zero_derivative, no_derivative);
}
template <class A>
void Fields(A& a, FunctionInverse& x) {
  auto& [function, input, arguments] = x;
  a(function, input, arguments);
}
template <class A>
void Fields(A& a, Function& x) {
  auto& [name, variables, input_count, output_count, body, is_external, external, is_impure, is_record_constructor,
         inlining, smooth_order, derivatives, inverses, span] = x;
  a(name, variables, input_count, output_count, body, is_external, external, is_impure, is_record_constructor, inlining,
    smooth_order, derivatives, inverses, span);
}

// flat/model.h: variables only; nobody asks for the equations once they are sorted.
template <class A>
void Fields(A& a, flat::PathPart& x) {
  auto& [name, rank, chosen] = x;
  a(name, rank, chosen);
}
template <class A>
void Fields(A& a, flat::Variable& x) {
  auto& [path, type, variability, causality, is_protected, is_final, is_evaluated, is_flow, is_discrete_declared,
         binding, binding_is_start, start, fixed, nominal, min, max, unit, display_unit, quantity, state_select,
         comment, span, binding_span, start_span] = x;
  a(path, type, variability, causality, is_protected, is_final, is_evaluated, is_flow, is_discrete_declared, binding,
    binding_is_start, start, fixed, nominal, min, max, unit, display_unit, quantity, state_select, comment, span,
    binding_span, start_span);
}
template <class A>
void Fields(A& a, flat::Origin& x) {
  auto& [component, span, made_by] = x;
  a(component, span, made_by);
}
template <class A>
void Fields(A& a, flat::Experiment& x) {
  auto& [start_time, stop_time, tolerance, interval, has_stop_time] = x;
  a(start_time, stop_time, tolerance, interval, has_stop_time);
}
template <class A>
void Fields(A& a, flat::Model& x) {
  auto& [name, comment, variables, equations, initial_equations, algorithms, initial_algorithms, experiment, span] = x;
  a(name, comment, variables, experiment, span);
}

namespace structure {

template <class A>
void Fields(A& a, Scalar& x) {
  auto& [source, element, name, type, kind, alias_of, alias_sign, derivative, value, start, nominal, min, max, fixed,
         is_hidden, slot] = x;
  a(source, element, name, type, kind, alias_of, alias_sign, derivative, value, start, nominal, min, max, fixed,
    is_hidden, slot);
}
template <class A>
void Fields(A& a, Step::Branch& x) {
  auto& [trigger, steps] = x;
  a(trigger, steps);
}
template <class A>
void Fields(A& a, Step& x) {
  auto& [kind, targets, value, statements, system, branches, condition, message, level, reads, origin, for_derivatives,
         for_crossings, discrete_only, keeps_if_open, changes] = x;
  a(kind, targets, value, statements, system, branches, condition, message, level, reads, origin, for_derivatives,
    for_crossings, discrete_only, keeps_if_open, changes);
}
template <class A>
void Fields(A& a, JacobianEntry& x) {
  auto& [row, column, value] = x;
  a(row, column, value);
}
template <class A>
void Fields(A& a, System& x) {
  auto& [unknowns, inner, residuals, slopes, jacobian, is_linear, jacobian_changes, discrete, size_before_tearing,
         origins, residual_text] = x;
  a(unknowns, inner, residuals, slopes, jacobian, is_linear, jacobian_changes, discrete, size_before_tearing, origins,
    residual_text);
}
template <class A>
void Fields(A& a, Held& x) {
  auto& [value, crossings, time_event, in_system, origin] = x;
  a(value, crossings, time_event, in_system, origin);
}
template <class A>
void Fields(A& a, Sampler& x) {
  auto& [start, interval, flag, origin, first, step, denominator] = x;
  a(start, interval, flag, origin, first, step, denominator);
}
template <class A>
void Fields(A& a, Delay& x) {
  auto& [value, delay_time, delay_max, origin] = x;
  a(value, delay_time, delay_max, origin);
}
template <class A>
void Fields(A& a, Distribution& x) {
  auto& [in0, in1, position, positive, points, values, origin] = x;
  a(in0, in1, position, positive, points, values, origin);
}
template <class A>
void Fields(A& a, InitializationReport& x) {
  auto& [activated_starts, notes] = x;
  a(activated_starts, notes);
}
template <class A>
void Fields(A& a, Counts& x) {
  auto& [unknowns, equations, states, aliases, mixed, linear, nonlinear, initial_linear, initial_nonlinear] = x;
  a(unknowns, equations, states, aliases, mixed, linear, nonlinear, initial_linear, initial_nonlinear);
}
template <class A>
void Fields(A& a, StateSet::Term& x) {
  auto& [column, factor, number] = x;
  a(column, factor, number);
}
template <class A>
void Fields(A& a, StateSet::Row& x) {
  auto& [terms] = x;
  a(terms);
}
template <class A>
void Fields(A& a, StateSet& x) {
  auto& [variables, derivatives, wish, starts_as_state, places, states, choice, forced, eliminated, constraints,
         origin] = x;
  a(variables, derivatives, wish, starts_as_state, places, states, choice, forced, eliminated, constraints, origin);
}
template <class A>
void Fields(A& a, StateMethod& x) {
  auto& [state, is_implicit, why, rate, frequency] = x;
  a(state, is_implicit, why, rate, frequency);
}
template <class A>
void Fields(A& a, StepPartition& x) {
  auto& [step, states] = x;
  a(step, states);
}
template <class A>
void Fields(A& a, BlockModel& x) {
  auto& [name, scalars, real_slots, string_slots, object_slots, states, parameters, initial, dynamics, stage,
         stage_gain, stage_bases, steps_gain, stage_slopes, partition, inlined, steps_time, when_terminal, systems,
         held, samplers, delays, distributions, state_sets, decided_by, initialization, counts, experiment] = x;
  a(name, scalars, real_slots, string_slots, object_slots, states, parameters, initial, dynamics, stage, stage_gain,
    stage_bases, steps_gain, stage_slopes, partition, inlined, steps_time, when_terminal, systems, held, samplers,
    delays, distributions, state_sets, decided_by, initialization, counts, experiment);
}

}  // namespace structure

}  // namespace mica
