// Distribute stage: one part as a scalar model of its own, for the structure passes that follow scalarize.
//
// A wave that the part receives stays a delay, of a hidden input that nobody reads but initialization: its history
// comes from outside (run/history/delay_buffer.h). A wave that it sends becomes a hidden variable with the delay as its
// equation, so that the expression is recorded like any other delayed one. So parts interpolate and find events at wave
// fronts by the same code as the whole model does.
//
// Scalars keep their names and their order. Delays are numbered: those that it reads, then those that it sends.
#pragma once

#include "distribute/cut/cut_model.h"
#include "expression/store.h"
#include "structure/scalar/scalar_model.h"

namespace mica::distribute {

// Delays of a part, in the order of their numbers there.
struct PartDelays {
  struct Local {
    std::uint32_t delay = 0;  // of the whole model
    bool is_received = false, is_sent = false;
  };
  std::vector<Local> numbers;
};
PartDelays DelaysOf(const CutModel& cut, std::uint32_t part);

// The name of the hidden input that stands for wave `number` of the part, with the value that it has at the start.
std::string WaveInputName(std::size_t number);

structure::ScalarModel ExtractPart(const structure::ScalarModel& whole, const CutModel& cut, std::uint32_t part,
                                   Store& store);

}  // namespace mica::distribute
