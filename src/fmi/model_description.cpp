#include "fmi/model_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "base/unit.h"
#include "fmi/structured_name.h"
#include "plot/display_unit.h"

namespace mica::fmi {

namespace {

// What a reader takes back to the same bits.
std::string Number(double value) { return fmt::format("{}", value); }

class Writer {
 public:
  explicit Writer(const DescriptionRequest& request)
      : r_(request), t_(request.instance.table()), is_two_(request.version == 2) {}

  std::string Run() {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    Arrange();
    root_ = document_.append_child("fmiModelDescription");
    Head();
    if (r_.has_model_exchange) Interface("ModelExchange");
    if (r_.has_cosimulation) Interface("CoSimulation");
    Units();
    Enumerations();
    Categories();
    pugi::xml_node experiment = root_.append_child("DefaultExperiment");
    experiment.append_attribute("startTime") = Number(r_.plan.start).c_str();
    experiment.append_attribute("stopTime") = Number(r_.plan.stop).c_str();
    experiment.append_attribute("tolerance") = Number(r_.plan.tolerance).c_str();
    experiment.append_attribute("stepSize") =
        Number(r_.plan.method->has_fixed_step() ? r_.plan.step : r_.plan.interval).c_str();
    pugi::xml_node variables = root_.append_child("ModelVariables");
    if (!is_two_) Time(variables);
    for (const Placed& placed : placed_) Variable(variables, placed);
    if (!is_two_) Indicators(variables);
    Structure();
    std::ostringstream out;
    document_.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
    return out.str();
  }

 private:
  struct Placed {
    const FmuVariable* variable;
    std::uint32_t reference;
    std::vector<const FmuVariable*> aliases;  // FMI 3
  };

  const MicaScalar& ScalarOf(const FmuVariable& v) const { return t_.scalars[v.scalar]; }
  static bool Is(const char* a, std::string_view b) { return a && b == a; }

  // An alias shares the value reference of its owner where it is the same in every respect that the standards allow to
  // differ.
  bool Shares(const FmuVariable& v) const {
    const MicaScalar& scalar = ScalarOf(v);
    return run::IsAlias(t_, scalar) && scalar.sign == 1 && Is(v.causality, "local") && !Is(v.variability, "constant");
  }

  void Arrange() {
    for (const FmuVariable& v : r_.variables.list) {
      is_structured_ = is_structured_ && IsStructuredName(v.name);
      by_scalar_[v.scalar] = &v;
    }
    std::map<std::uint32_t, std::size_t> place;
    for (const FmuVariable& v : r_.variables.list)
      if (!Shares(v) || !HasOwner(v)) {
        place[v.scalar] = placed_.size();
        placed_.push_back({&v, v.scalar, {}});
      }
    for (const FmuVariable& v : r_.variables.list) {
      if (!Shares(v) || !HasOwner(v)) continue;
      std::uint32_t owner = ScalarOf(v).owner;
      if (is_two_)
        placed_.push_back({&v, owner, {}});
      else
        placed_[place.at(owner)].aliases.push_back(&v);
    }
    for (std::size_t i = 0; i < placed_.size(); ++i) index_.emplace(placed_[i].variable->scalar, i + 1);
  }
  bool HasOwner(const FmuVariable& v) const {
    auto owner = by_scalar_.find(ScalarOf(v).owner);
    if (owner == by_scalar_.end()) return false;
    const FmuVariable& o = *owner->second;
    return is_two_ || Is(o.causality, "local");
  }

  void Head() {
    root_.append_attribute("fmiVersion") = is_two_ ? "2.0" : "3.0";
    root_.append_attribute("modelName") = std::string(run::Text(t_, t_.name)).c_str();
    root_.append_attribute(is_two_ ? "guid" : "instantiationToken") = r_.token.c_str();
    if (!r_.description.empty()) root_.append_attribute("description") = r_.description.c_str();
    root_.append_attribute("generationTool") = r_.tool.c_str();
    root_.append_attribute("variableNamingConvention") = is_structured_ ? "structured" : "flat";
    if (is_two_) root_.append_attribute("numberOfEventIndicators") = r_.instance.code().crossing_count;
  }

  void Interface(const char* kind) {
    bool is_exchange = std::string_view(kind) == "ModelExchange";
    pugi::xml_node node = root_.append_child(kind);
    auto add = [&](const char* name, const char* value) { node.append_attribute(name) = value; };
    add("modelIdentifier", r_.identifier.c_str());
    add(is_two_ ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", r_.has_foreign_state ? "false" : "true");
    add(is_two_ ? "canSerializeFMUstate" : "canSerializeFMUState", r_.has_foreign_state ? "false" : "true");
    if (is_exchange) {
      if (!is_two_) add("needsCompletedIntegratorStep", "true");
      return;
    }
    add("canHandleVariableCommunicationStepSize", "true");
    if (is_two_) return;
    bool is_fixed = r_.plan.method->has_fixed_step();
    if (is_fixed) add("fixedInternalStepSize", Number(r_.plan.step).c_str());
    add("hasEventMode", is_fixed ? "false" : "true");
    add("mightReturnEarlyFromDoStep", is_fixed ? "false" : "true");
  }

  void Units() {
    std::map<std::string, std::vector<std::string>> units;
    for (const FmuVariable& v : r_.variables.list) {
      std::string unit(run::Text(t_, ScalarOf(v).unit)), shown(run::Text(t_, ScalarOf(v).display_unit));
      if (unit.empty() || !run::IsReal(ScalarOf(v))) continue;
      std::vector<std::string>& list = units[unit];
      if (!shown.empty() && shown != unit && ConvertUnit(unit, shown) && std::ranges::find(list, shown) == list.end())
        list.push_back(shown);
    }
    if (units.empty()) return;
    pugi::xml_node definitions = root_.append_child("UnitDefinitions");
    for (const auto& [name, shown] : units) {
      pugi::xml_node unit = definitions.append_child("Unit");
      unit.append_attribute("name") = name.c_str();
      if (std::optional<Unit> parsed = ParseUnit(name)) BaseUnit(unit, *parsed);
      for (const std::string& display : shown) {
        pugi::xml_node node = unit.append_child("DisplayUnit");
        UnitConversion conversion = *ConvertUnit(name, display);
        node.append_attribute("name") = display.c_str();
        if (conversion.scale != 1) node.append_attribute("factor") = Number(conversion.scale).c_str();
        if (conversion.offset != 0) node.append_attribute("offset") = Number(conversion.offset).c_str();
      }
      known_units_[name] = shown;
    }
  }

  // Exponents are Integers there.
  static void BaseUnit(pugi::xml_node& unit, const Unit& parsed) {
    constexpr const char* kNames[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    for (double power : parsed.powers)
      if (power != std::round(power)) return;
    pugi::xml_node base = unit.append_child("BaseUnit");
    for (std::size_t i = 0; i < parsed.powers.size(); ++i)
      if (parsed.powers[i] != 0) base.append_attribute(kNames[i]) = static_cast<int>(parsed.powers[i]);
    if (parsed.factor != 1) base.append_attribute("factor") = Number(parsed.factor).c_str();
    if (parsed.offset != 0) base.append_attribute("offset") = Number(parsed.offset).c_str();
  }

  static std::string EnumerationName(std::uint32_t number) { return fmt::format("Enumeration{}", number + 1); }

  void Enumerations() {
    std::map<std::uint32_t, bool> used;
    for (const FmuVariable& v : r_.variables.list)
      if (ScalarOf(v).type == MICA_TYPE_ENUMERATION) used[ScalarOf(v).enumeration] = true;
    if (used.empty()) return;
    pugi::xml_node definitions = root_.append_child("TypeDefinitions");
    for (const auto& [number, is_used] : used) {
      pugi::xml_node type = definitions.append_child(is_two_ ? "SimpleType" : "EnumerationType");
      type.append_attribute("name") = EnumerationName(number).c_str();
      pugi::xml_node items = is_two_ ? type.append_child("Enumeration") : type;
      int value = 0;
      for (std::uint32_t literal : run::List(t_, t_.enumerations[number])) {
        pugi::xml_node item = items.append_child("Item");
        item.append_attribute("name") = std::string(run::Text(t_, literal)).c_str();
        item.append_attribute("value") = ++value;
      }
    }
  }

  void Categories() {
    pugi::xml_node categories = root_.append_child("LogCategories");
    for (const auto& [name, description] :
         std::initializer_list<std::pair<const char*, const char*>>{{"logStatusError", "what failed"},
                                                                    {"logStatusWarning", "warnings of the model"},
                                                                    {"logEvents", "events"},
                                                                    {"logMessages", "messages of functions"}}) {
      pugi::xml_node node = categories.append_child("Category");
      node.append_attribute("name") = name;
      node.append_attribute("description") = description;
    }
  }

  std::uint32_t time_reference() const { return t_.scalars_count + r_.instance.code().crossing_count; }

  void Time(pugi::xml_node& variables) {
    pugi::xml_node node = variables.append_child("Float64");
    node.append_attribute("name") = by_name_time().c_str();
    node.append_attribute("valueReference") = time_reference();
    node.append_attribute("causality") = "independent";
    node.append_attribute("variability") = "continuous";
    node.append_attribute("description") = "Simulation time";
  }
  std::string by_name_time() const {
    bool taken = std::ranges::any_of(r_.variables.list, [](const FmuVariable& v) { return v.name == "time"; });
    return taken ? "'independent time'" : "time";
  }

  void Indicators(pugi::xml_node& variables) {
    for (std::uint32_t i = 0; i < r_.instance.code().crossing_count; ++i) {
      pugi::xml_node node = variables.append_child("Float64");
      node.append_attribute("name") = fmt::format("'event indicator {}'", i + 1).c_str();
      node.append_attribute("valueReference") = t_.scalars_count + i;
      node.append_attribute("causality") = "local";
      node.append_attribute("variability") = "continuous";
      node.append_attribute("initial") = "calculated";
    }
  }

  const char* TypeName(const MicaScalar& scalar) const {
    switch (scalar.type) {
      case MICA_TYPE_INTEGER:
        return is_two_ ? "Integer" : "Int64";
      case MICA_TYPE_BOOLEAN:
        return "Boolean";
      case MICA_TYPE_ENUMERATION:
        return "Enumeration";
      case MICA_TYPE_STRING:
        return "String";
      default:
        return is_two_ ? "Real" : "Float64";
    }
  }

  void Variable(pugi::xml_node& variables, const Placed& placed) {
    const FmuVariable& v = *placed.variable;
    const MicaScalar& scalar = ScalarOf(v);
    const char* type = TypeName(scalar);
    pugi::xml_node node = variables.append_child(is_two_ ? "ScalarVariable" : type);
    node.append_attribute("name") = v.name.c_str();
    node.append_attribute("valueReference") = placed.reference;
    if (std::string text(run::Text(t_, scalar.description)); !text.empty())
      node.append_attribute("description") = text.c_str();
    node.append_attribute("causality") = v.causality;
    node.append_attribute("variability") = v.variability;
    if (v.initial) node.append_attribute("initial") = v.initial;
    pugi::xml_node value = is_two_ ? node.append_child(type) : node;
    if (scalar.type == MICA_TYPE_ENUMERATION)
      value.append_attribute("declaredType") = EnumerationName(scalar.enumeration).c_str();
    if (run::IsReal(scalar)) RealAttributes(value, v, scalar);
    if (v.has_start) Start(value, scalar);
    for (const FmuVariable* alias : placed.aliases) {
      pugi::xml_node other = node.append_child("Alias");
      other.append_attribute("name") = alias->name.c_str();
      if (std::string text(run::Text(t_, ScalarOf(*alias).description)); !text.empty())
        other.append_attribute("description") = text.c_str();
    }
  }

  void RealAttributes(pugi::xml_node& value, const FmuVariable& v, const MicaScalar& scalar) {
    const std::string& quantity = r_.quantities[v.scalar];
    if (!quantity.empty()) value.append_attribute("quantity") = quantity.c_str();
    std::string unit(run::Text(t_, scalar.unit)), shown(run::Text(t_, scalar.display_unit));
    if (!unit.empty()) {
      value.append_attribute("unit") = unit.c_str();
      const std::vector<std::string>& list = known_units_[unit];
      if (std::ranges::find(list, shown) != list.end()) value.append_attribute("displayUnit") = shown.c_str();
    }
    // Bounds and sizes are those of the owner, merged with those of all its aliases.
    if (scalar.sign == 1 && !run::IsAlias(t_, scalar)) {
      double low = r_.instance.min()[scalar.slot], high = r_.instance.max()[scalar.slot];
      double nominal = std::abs(r_.instance.nominal()[scalar.slot]);
      if (std::isfinite(low) && low <= high) value.append_attribute("min") = Number(low).c_str();
      if (std::isfinite(high) && low <= high) value.append_attribute("max") = Number(high).c_str();
      if (std::isfinite(nominal) && nominal > 0 && nominal != 1 && scalar.kind != MICA_KIND_DERIVATIVE)
        value.append_attribute("nominal") = Number(nominal).c_str();
    }
    if (auto state = state_of_.find(v.scalar); state != state_of_.end())
      value.append_attribute("derivative") = is_two_ ? static_cast<unsigned>(index_.at(state->second)) : state->second;
  }

  void Start(pugi::xml_node& value, const MicaScalar& scalar) {
    if (run::IsString(scalar)) {
      const std::string& text = r_.strings[scalar.slot];
      if (is_two_)
        value.append_attribute("start") = text.c_str();
      else
        value.append_child("Start").append_attribute("value") = text.c_str();
      return;
    }
    double number = scalar.sign * r_.reals[scalar.slot];
    if (scalar.type == MICA_TYPE_BOOLEAN)
      value.append_attribute("start") = number != 0 ? "true" : "false";
    else if (scalar.type == MICA_TYPE_REAL || scalar.type == MICA_TYPE_NONE)
      value.append_attribute("start") = Number(number).c_str();
    else
      value.append_attribute("start") = fmt::format("{}", static_cast<long long>(number)).c_str();
  }

  void Unknown(pugi::xml_node& list, const char* element, std::uint32_t scalar) {
    pugi::xml_node node = list.append_child(is_two_ ? "Unknown" : element);
    if (is_two_)
      node.append_attribute("index") = static_cast<unsigned>(index_.at(scalar));
    else
      node.append_attribute("valueReference") = scalar;
  }

  void Structure() {
    pugi::xml_node structure = root_.append_child("ModelStructure");
    auto part = [&](const char* name) { return is_two_ ? structure.append_child(name) : structure; };
    std::vector<std::uint32_t> outputs, initial;
    for (const Placed& placed : placed_)
      if (Is(placed.variable->causality, "output")) outputs.push_back(placed.variable->scalar);
    std::vector<std::uint32_t> dynamic;
    for (std::uint32_t state : run::List(t_, t_.states)) {
      dynamic.push_back(state);
      dynamic.push_back(t_.scalars[state].derivative);
    }
    for (const Placed& placed : placed_) {
      const FmuVariable& v = *placed.variable;
      bool is_open = Is(v.initial, "calculated") || Is(v.initial, "approx");
      bool counts = Is(v.causality, "output") || Is(v.causality, "calculatedParameter") ||
                    std::ranges::find(dynamic, v.scalar) != dynamic.end();
      if (is_open && counts) initial.push_back(v.scalar);
    }
    if (!outputs.empty()) {
      pugi::xml_node list = part("Outputs");
      for (std::uint32_t scalar : outputs) Unknown(list, "Output", scalar);
    }
    if (t_.states.count > 0) {
      pugi::xml_node list = part("Derivatives");
      for (std::uint32_t state : run::List(t_, t_.states))
        Unknown(list, "ContinuousStateDerivative", t_.scalars[state].derivative);
    }
    if (!initial.empty()) {
      pugi::xml_node list = part("InitialUnknowns");
      for (std::uint32_t scalar : initial) Unknown(list, "InitialUnknown", scalar);
    }
    for (std::uint32_t i = 0; i < r_.instance.code().crossing_count && !is_two_; ++i)
      structure.append_child("EventIndicator").append_attribute("valueReference") = t_.scalars_count + i;
  }

 public:
  // Which state each derivative is of; before Run.
  void FindDerivatives() {
    for (std::uint32_t state : run::List(t_, t_.states)) state_of_[t_.scalars[state].derivative] = state;
  }

 private:
  const DescriptionRequest& r_;
  const MicaModelTable& t_;
  bool is_two_, is_structured_ = true;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::vector<Placed> placed_;
  std::map<std::uint32_t, const FmuVariable*> by_scalar_;
  std::map<std::uint32_t, std::size_t> index_;
  std::map<std::uint32_t, std::uint32_t> state_of_;
  std::map<std::string, std::vector<std::string>> known_units_;
};

}  // namespace

std::string DescribeModel(const DescriptionRequest& request) {
  Writer writer(request);
  writer.FindDerivatives();
  return writer.Run();
}

}  // namespace mica::fmi
