// One model run in many ways: by every integration method, with structure passes left out, with code for each mode. The
// ways must agree: each within kTimes what it differs from itself at a tenth of its tolerance or step.
//
// What is compared are the values of all variables at the points of the output grid, relative to the largest value of
// each, against a run by the default method at a tight tolerance. Points that lie within a step of an event of that run
// are left out: there a variable that jumps has either value.
#pragma once

#include <string>
#include <vector>

namespace mica::fuzz {

struct Way {
  std::string name, method;
  std::vector<std::string> passes_off;
  bool is_by_mode = false;  // code for each mode
};

// All methods, and what else there is.
std::vector<Way> AllWays();

struct Disagreement {
  std::string way;
  std::string what;  // "fails", "refused", "differs"
  std::string variable;
  double time = 0, value = 0, expected = 0;
  double difference = 0, allowed = 0;  // relative to the largest value of the variable
  std::string message;
};

struct Comparison {
  bool is_valid = false;  // the model translates, and runs by the default method
  std::string message;    // if not, why
  std::size_t ways = 0, variables = 0, points = 0, events = 0;
  std::vector<Disagreement> disagreements;
};

struct ModelText {
  std::string text;
  double stop = 1;
  std::size_t share = 0, shares = 1;  // of the ways: those whose number is `share` modulo `shares`
};

Comparison CompareWays(const ModelText& model);

}  // namespace mica::fuzz
