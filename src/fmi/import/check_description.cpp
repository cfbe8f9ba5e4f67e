// FMI: the rules of the standards for a description that its schema cannot express (description.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "fmi/import/description.h"
#include "fmi/structured_name.h"

namespace mica::fmi {

namespace {

using VariableSet = std::set<std::size_t>;

class Checker {
 public:
  Checker(const Description& d, std::vector<Problem>& problems) : d_(d), problems_(problems) {
    for (const DescribedUnit& unit : d.units)
      for (const DescribedUnit::Display& display : unit.displays) displays_[unit.name].insert(display.name);
    for (const DescribedUnit& unit : d.units) displays_.try_emplace(unit.name);
    for (const DescribedType& type : d.types) types_[type.name] = &type;
  }

  void Run() {
    if (!d_.model_exchange && !d_.cosimulation && !d_.scheduled)
      Say(0, "the FMU has no interface: neither ModelExchange nor CoSimulation is there");
    Names();
    for (const DescribedVariable& v : d_.variables) {
      Attributes(v);
      Start(v);
      Units(v);
    }
    if (d_.version == 3) Third();
    Structure();
  }

 private:
  void Say(int line, std::string text) { problems_.push_back({line, std::move(text)}); }

  void Names() {
    std::set<std::string> names;
    auto name = [&](const std::string& text, int line) {
      if (!names.insert(text).second) Say(line, fmt::format("there are two variables of the name '{}'", text));
      if (d_.naming == "structured" && !IsStructuredName(text))
        Say(line, fmt::format("'{}' is not a name of the structured naming convention", text));
      if (text.find_first_of("\r\n\t") != std::string::npos)
        Say(line, fmt::format("the name '{}' contains a line break or a tab", text));
    };
    for (const DescribedVariable& v : d_.variables) {
      name(v.name, v.line);
      for (const DescribedAlias& alias : v.aliases) name(alias.name, v.line);
    }
  }

  // Tables in section 2.2.7 of FMI 2 and 2.4.7.5 of FMI 3.
  void Attributes(const DescribedVariable& v) {
    auto is = [](const std::string& text, std::initializer_list<std::string_view> list) {
      return std::ranges::find(list, text) != list.end();
    };
    bool good = false;
    bool is_open = is(v.initial, {"calculated", "approx"});
    if (v.causality == "parameter" || v.causality == "structuralParameter")
      good = is(v.variability, {"fixed", "tunable"}) && v.initial == "exact";
    else if (v.causality == "calculatedParameter")
      good = is(v.variability, {"fixed", "tunable"}) && is_open;
    else if (v.causality == "input")
      good = is(v.variability, {"discrete", "continuous"}) && v.initial == "exact";
    else if (v.causality == "independent")
      good = v.variability == "continuous" && v.initial.empty();
    else if (v.variability == "constant")
      good = v.initial == "exact";
    else if (is(v.variability, {"fixed", "tunable"}))
      good = v.causality == "local" && is_open;
    else
      good = is(v.causality, {"output", "local"}) && (is_open || v.initial == "exact");
    if (!good)
      Say(v.line, fmt::format("{}: causality '{}', variability '{}' and initial '{}' do not go together", v.name,
                              v.causality, v.variability, v.initial));
    if (!v.is_float() && v.variability == "continuous")
      Say(v.line, fmt::format("{} is of the type {} and cannot be continuous", v.name, v.type));
    if (!v.declared_type.empty() && !types_.contains(v.declared_type))
      Say(v.line, fmt::format("the type '{}' of {} is not defined", v.declared_type, v.name));
  }

  void Start(const DescribedVariable& v) {
    bool needs = v.type != "Clock" && (v.initial == "exact" || v.initial == "approx" || v.causality == "input");
    bool is_empty = std::ranges::any_of(v.dimensions, [](const auto& d) { return d.size == std::uint64_t{0}; });
    if (needs && v.start.empty() && !is_empty) Say(v.line, fmt::format("{} has no start value", v.name));
    if (v.initial == "calculated" && !v.start.empty())
      Say(v.line, fmt::format("{} is calculated, and has a start value", v.name));
    if (v.causality == "independent" && !v.start.empty())
      Say(v.line, fmt::format("{} is the independent variable, and has a start value", v.name));
    std::uint64_t size = 1;
    for (const DescribedVariable::Dimension& dimension : v.dimensions) {
      if (!dimension.size) return;  // a structural parameter decides
      size *= *dimension.size;
    }
    if (v.start.size() > 1 && v.start.size() != size)
      Say(v.line, fmt::format("{} has {} elements and {} start values", v.name, size, v.start.size()));
  }

  void Units(const DescribedVariable& v) {
    std::string unit = v.unit;
    if (auto type = types_.find(v.declared_type); unit.empty() && type != types_.end()) unit = type->second->unit;
    auto known = displays_.find(unit);
    if (!unit.empty() && known == displays_.end())
      Say(v.line, fmt::format("the unit '{}' of {} is not defined", unit, v.name));
    auto display = [&](const std::string& name, const std::string& of) {
      if (!name.empty() && (known == displays_.end() || !known->second.contains(name)))
        Say(v.line, fmt::format("the display unit '{}' of {} is not defined", name, of));
    };
    display(v.display_unit, v.name);
    for (const DescribedAlias& alias : v.aliases) display(alias.display_unit, alias.name);
  }

  void Third() {
    std::map<std::uint32_t, const DescribedVariable*> seen;
    std::size_t independent = 0;
    for (const DescribedVariable& v : d_.variables) {
      independent += v.causality == "independent" ? 1 : 0;
      auto [other, is_new] = seen.try_emplace(v.reference, &v);
      if (!is_new) Say(v.line, fmt::format("{} has the value reference of {}", v.name, other->second->name));
    }
    for (const DescribedVariable& v : d_.variables)
      for (const DescribedVariable::Dimension& dimension : v.dimensions) {
        auto found = seen.find(dimension.reference);
        if (!dimension.size && (found == seen.end() || found->second->causality != "structuralParameter"))
          Say(v.line, fmt::format("a dimension of {} is neither a number nor a structural parameter", v.name));
      }
    if (independent != 1) Say(0, fmt::format("there must be one independent variable, and there are {}", independent));
  }

  void Dependencies(const std::vector<DescribedUnknown>& unknowns) {
    for (const DescribedUnknown& u : unknowns) {
      if (!u.kinds) continue;
      const std::string& name = d_.variables[u.variable].name;
      if (!u.dependencies)
        Say(u.line, fmt::format("the dependencies of {} have kinds and are not there", name));
      else if (u.dependencies->size() != u.kinds->size())
        Say(u.line, fmt::format("{} has {} dependencies and {} kinds", name, u.dependencies->size(), u.kinds->size()));
    }
  }

  void Same(const char* list, const VariableSet& wanted, const std::vector<DescribedUnknown>& unknowns) {
    VariableSet there;
    for (const DescribedUnknown& u : unknowns)
      if (!there.insert(u.variable).second)
        Say(u.line, fmt::format("{} stands twice in {}", d_.variables[u.variable].name, list));
    for (std::size_t v : wanted)
      if (!there.contains(v)) Say(d_.variables[v].line, fmt::format("{} is not in {}", d_.variables[v].name, list));
    for (const DescribedUnknown& u : unknowns)
      if (!wanted.contains(u.variable))
        Say(u.line, fmt::format("{} must not be in {}", d_.variables[u.variable].name, list));
  }

  void Structure() {
    for (const auto* list :
         {&d_.outputs, &d_.derivatives, &d_.clocked_states, &d_.initial_unknowns, &d_.event_indicators})
      Dependencies(*list);
    VariableSet outputs, initial;
    for (std::size_t i = 0; i < d_.variables.size(); ++i) {
      const DescribedVariable& v = d_.variables[i];
      bool is_open = v.initial == "approx" || v.initial == "calculated";
      if (v.causality == "output" && !v.is_alias) outputs.insert(i);
      if ((v.causality == "output" && is_open && !v.is_clocked) || v.causality == "calculatedParameter")
        initial.insert(i);
    }
    Same("the outputs of the model structure", outputs, d_.outputs);
    for (const DescribedUnknown& u : d_.derivatives) {
      const DescribedVariable& v = d_.variables[u.variable];
      if (!v.derivative) {
        Say(u.line, fmt::format("{} is a derivative of the model structure, and does not say of which state", v.name));
        continue;
      }
      for (std::size_t each : {u.variable, static_cast<std::size_t>(*v.derivative)})
        if (d_.variables[each].initial == "approx" || d_.variables[each].initial == "calculated") initial.insert(each);
    }
    Same("the initial unknowns of the model structure", initial, d_.initial_unknowns);
  }

  const Description& d_;
  std::vector<Problem>& problems_;
  std::map<std::string, std::set<std::string>> displays_;
  std::map<std::string, const DescribedType*> types_;
};

}  // namespace

void CheckDescription(const Description& description, std::vector<Problem>& problems) {
  if (description.version != 0) Checker(description, problems).Run();
}

}  // namespace mica::fmi
