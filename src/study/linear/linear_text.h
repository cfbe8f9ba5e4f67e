// Study stage: a linear system as a table for people and as JSON for programs.
#pragma once

#include <string>

#include "study/linear/linear_system.h"

namespace mica::study {

// Modes with damping, frequency and the states that take part; zeros, of one input and one output its transfer
// function.
std::string LinearText(const LinearSystem& system);
// {"model", "time", "A", "B", "C", "D", "states", "inputs", "outputs", "units": {…}, "point": {…}, "eigenvalues": [[re,
// im], …], "modes": […], "zeros": […], "transfer": {…} of one input and one output}. Matrices by rows.
std::string LinearJson(const LinearSystem& system);

}  // namespace mica::study
