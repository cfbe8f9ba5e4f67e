// FMI: what the description of an FMU says (modelDescription.xml of FMI 2.0 and 3.0), as values. Defaults of the
// standards are filled in; places are lines of the file.
//
// References: FMI 2.0.5, section 2.2; FMI 3.0.2, section 2.4.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mica::fmi {

struct Problem {
  int line = 0;  // 0: none
  std::string text;
};

struct DescribedAlias {
  std::string name, display_unit;
};

struct DescribedVariable {
  std::string name, description, type, declared_type, causality, variability, initial, unit, display_unit;
  std::uint32_t reference = 0;
  std::vector<std::string> start;           // an element for each of an array; empty: none is given
  std::optional<std::uint32_t> derivative;  // of which variable, its number in the list
  struct Dimension {
    std::optional<std::uint64_t> size;
    std::uint32_t reference = 0;  // where there is no size: of the structural parameter that has it
  };
  std::vector<Dimension> dimensions;
  std::vector<DescribedAlias> aliases;
  bool is_clocked = false, is_alias = false;  // alias: of FMI 2, a later variable with the same reference
  int line = 0;

  bool is_float() const { return type == "Real" || type == "Float64" || type == "Float32"; }
};

// An entry of ModelStructure.
struct DescribedUnknown {
  std::size_t variable = 0;  // its number in the list
  std::optional<std::vector<std::uint32_t>> dependencies;
  std::optional<std::vector<std::string>> kinds;
  int line = 0;
};

struct DescribedUnit {
  std::string name;
  struct Display {
    std::string name;
    double factor = 1, offset = 0;
  };
  std::vector<Display> displays;
};

struct DescribedType {
  std::string name, kind, unit;
  std::vector<std::pair<std::string, long long>> items;
};

// Model Exchange or Co-Simulation: a name of the shared object, and what is offered.
struct DescribedInterface {
  std::string identifier;
  bool needs_tool = false, can_save_state = false, can_serialize_state = false, has_directional = false,
       has_adjoint = false, needs_completed_step = true, has_variable_step = false, has_event_mode = false,
       may_return_early = false, is_only_once = false;
};

struct Description {
  int version = 0;  // 2 or 3
  std::string version_text, model_name, token, description, author, tool, date, naming = "flat", copyright, license;
  std::optional<DescribedInterface> model_exchange, cosimulation, scheduled;
  std::vector<DescribedUnit> units;
  std::vector<DescribedType> types;
  std::vector<DescribedVariable> variables;
  std::vector<DescribedUnknown> outputs, derivatives, clocked_states, initial_unknowns, event_indicators;
  std::size_t event_indicator_count = 0;
  struct Experiment {
    std::optional<double> start, stop, tolerance, step;
  } experiment;
};

// What cannot be read is a problem, and the rest is there all the same. With the structure of the file checked against
// the schema of its version.
Description ReadDescription(std::string_view xml, std::vector<Problem>& problems);

// What else the standards ask for: names, start values, combinations of attributes, units, ModelStructure.
void CheckDescription(const Description& description, std::vector<Problem>& problems);

}  // namespace mica::fmi
