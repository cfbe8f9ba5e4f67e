// Distribute stage: where a scalar model comes apart. Two equations belong together when they share an unknown at one
// instant; what only delay(e, T) joins, with T > 0 of parameters, does not. So the parts are the connected components
// of unknowns and equations once the delays are left out, and each delay whose expression lies in one part and whose
// reader lies in another is a wave.
//
// In: the scalar model, right after scalarize. Out: the parts, each with its unknowns, its equations, and the
// parameters, constants, inputs and samplers that these need (copied where several parts do), and the waves.
//
// - Unknowns of e belong to one part. A delay whose time varies or is not positive joins as any operator does.
// - A parameter that initialization finds (fixed = false) belongs to the part of the unknowns that its initial
//   equations hold, or, without any, is copied with them.
// - A component without derivatives that no wave touches (an output that nobody reads, a constant) goes to the part
//   that has most of its name; a parameter that nobody needs likewise.
// Parts are in the order of their first scalar. Cost: near-linear in the nodes of the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structure/scalar/scalar_model.h"

namespace mica::distribute {

struct Part {
  std::string name;               // part_names.h
  std::vector<ScalarId> scalars;  // of the whole model, in order: unknowns and all that they need
  std::vector<structure::EquationId> equations;
  std::vector<std::uint32_t> initial_equations, parameter_equations, parameter_checks;
  std::vector<std::uint32_t> delays;  // those that its equations read, waves that it receives among them
  std::vector<std::uint32_t> sent;    // waves that it sends: numbers of delays
  std::size_t unknowns = 0;
};

// A delay between two parts.
struct Wave {
  std::uint32_t delay = 0;  // of the scalar model
  std::uint32_t from = 0;   // part
  std::vector<std::uint32_t> to;
  std::optional<double> seconds;  // as the bindings of parameters tell it
};

struct CutModel {
  std::vector<Part> parts;
  std::vector<Wave> waves;
  std::vector<std::uint32_t> part_of;   // by scalar: of an unknown its part; kNoPart for what is known
  std::vector<std::uint32_t> bypassed;  // delays whose ends hang together otherwise
};

inline constexpr std::uint32_t kNoPart = UINT32_MAX;

CutModel FindParts(const structure::ScalarModel& model, Store& store);

}  // namespace mica::distribute
