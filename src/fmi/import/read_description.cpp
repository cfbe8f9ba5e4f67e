// FMI: from the text of modelDescription.xml to its values (description.h).
#include <fmt/format.h>

#include <map>
#include <sstream>

#include "fmi/import/description.h"
#include "fmi/import/xml_schema.h"

namespace mica::fmi {

namespace {

std::vector<std::string> Words(const char* text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::optional<double> Number(const pugi::xml_node& node, const char* name) {
  pugi::xml_attribute a = node.attribute(name);
  return a ? std::optional(a.as_double()) : std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view text, std::vector<Problem>& problems) : text_(text), lines_(text), problems_(problems) {}

  Description Run() {
    pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      problems_.push_back({lines_.AtOffset(parsed.offset), fmt::format("this is not XML: {}", parsed.description())});
      return d_;
    }
    pugi::xml_node root = document_.child("fmiModelDescription");
    if (!root) {
      problems_.push_back({1, "the root of the file is not an element fmiModelDescription"});
      return d_;
    }
    d_.version_text = root.attribute("fmiVersion").as_string();
    d_.version = d_.version_text == "2.0" ? 2 : d_.version_text.starts_with("3.") ? 3 : 0;
    if (d_.version == 0) {
      problems_.push_back(
          {lines_.At(root), fmt::format("version '{}' of FMI is neither 2.0 nor 3.0", d_.version_text)});
      return d_;
    }
    CheckSchema(root, DescriptionSchema(d_.version), lines_, problems_);
    Head(root);
    for (const pugi::xml_node& unit : root.child("UnitDefinitions").children("Unit")) Unit(unit);
    for (const pugi::xml_node& type : root.child("TypeDefinitions").children()) Type(type);
    for (const pugi::xml_node& variable : root.child("ModelVariables").children())
      if (variable.type() == pugi::node_element) Variable(variable);
    FindDerivatives();
    Structure(root.child("ModelStructure"));
    return d_;
  }

 private:
  void Head(const pugi::xml_node& root) {
    d_.model_name = root.attribute("modelName").as_string();
    d_.token = root.attribute(d_.version == 2 ? "guid" : "instantiationToken").as_string();
    d_.description = root.attribute("description").as_string();
    d_.author = root.attribute("author").as_string();
    d_.tool = root.attribute("generationTool").as_string();
    d_.date = root.attribute("generationDateAndTime").as_string();
    d_.naming = root.attribute("variableNamingConvention").as_string("flat");
    d_.copyright = root.attribute("copyright").as_string();
    d_.license = root.attribute("license").as_string();
    d_.event_indicator_count = root.attribute("numberOfEventIndicators").as_uint();
    if (pugi::xml_node node = root.child("ModelExchange")) d_.model_exchange = Interface(node);
    if (pugi::xml_node node = root.child("CoSimulation")) d_.cosimulation = Interface(node);
    if (pugi::xml_node node = root.child("ScheduledExecution")) d_.scheduled = Interface(node);
    pugi::xml_node e = root.child("DefaultExperiment");
    d_.experiment = {Number(e, "startTime"), Number(e, "stopTime"), Number(e, "tolerance"), Number(e, "stepSize")};
  }

  DescribedInterface Interface(const pugi::xml_node& node) const {
    auto is = [&](const char* name) { return node.attribute(name).as_bool(); };
    DescribedInterface i;
    i.identifier = node.attribute("modelIdentifier").as_string();
    i.needs_tool = is("needsExecutionTool");
    i.can_save_state = is("canGetAndSetFMUstate") || is("canGetAndSetFMUState");
    i.can_serialize_state = is("canSerializeFMUstate") || is("canSerializeFMUState");
    i.has_directional = is("providesDirectionalDerivative") || is("providesDirectionalDerivatives");
    i.has_adjoint = is("providesAdjointDerivatives");
    i.needs_completed_step =
        d_.version == 2 ? !is("completedIntegratorStepNotNeeded") : is("needsCompletedIntegratorStep");
    i.has_variable_step = is("canHandleVariableCommunicationStepSize");
    i.has_event_mode = is("hasEventMode");
    i.may_return_early = is("mightReturnEarlyFromDoStep");
    i.is_only_once = is("canBeInstantiatedOnlyOncePerProcess");
    return i;
  }

  void Unit(const pugi::xml_node& node) {
    DescribedUnit unit{node.attribute("name").as_string(), {}};
    for (const pugi::xml_node& display : node.children("DisplayUnit"))
      unit.displays.push_back({display.attribute("name").as_string(), display.attribute("factor").as_double(1),
                               display.attribute("offset").as_double(0)});
    d_.units.push_back(std::move(unit));
  }

  void Type(const pugi::xml_node& node) {
    if (node.type() != pugi::node_element) return;
    pugi::xml_node inner = d_.version == 2 ? node.first_child() : node;
    DescribedType type{node.attribute("name").as_string(), inner.name(), inner.attribute("unit").as_string(), {}};
    for (const pugi::xml_node& item : inner.children("Item"))
      type.items.emplace_back(item.attribute("name").as_string(), item.attribute("value").as_llong());
    d_.types.push_back(std::move(type));
  }

  void Variable(const pugi::xml_node& node) {
    DescribedVariable v;
    pugi::xml_node inner = node;
    if (d_.version == 2)
      for (const char* type : {"Real", "Integer", "Boolean", "String", "Enumeration"})
        if (pugi::xml_node found = node.child(type)) inner = found;
    v.type = d_.version == 2 && inner == node ? "" : inner.name();
    v.name = node.attribute("name").as_string();
    v.description = node.attribute("description").as_string();
    v.reference = node.attribute("valueReference").as_uint();
    v.declared_type = inner.attribute("declaredType").as_string();
    v.causality = node.attribute("causality").as_string("local");
    v.variability = node.attribute("variability").as_string(DefaultVariability(v));
    v.initial = node.attribute("initial").as_string(DefaultInitial(v));
    v.unit = inner.attribute("unit").as_string();
    v.display_unit = inner.attribute("displayUnit").as_string();
    v.is_clocked = static_cast<bool>(node.attribute("clocks"));
    v.line = lines_.At(node);
    if (pugi::xml_attribute start = inner.attribute("start"))
      v.start = v.type == "String" ? std::vector<std::string>{start.as_string()} : Words(start.as_string());
    for (const pugi::xml_node& start : inner.children("Start"))
      v.start.emplace_back(start.attribute("value").as_string());
    if (pugi::xml_attribute derivative = inner.attribute("derivative")) v.derivative = derivative.as_uint();
    for (const pugi::xml_node& dimension : node.children("Dimension")) {
      DescribedVariable::Dimension one;
      if (pugi::xml_attribute size = dimension.attribute("start")) one.size = size.as_ullong();
      one.reference = dimension.attribute("valueReference").as_uint();
      v.dimensions.push_back(one);
    }
    for (const pugi::xml_node& alias : node.children("Alias"))
      v.aliases.push_back({alias.attribute("name").as_string(), alias.attribute("displayUnit").as_string()});
    v.is_alias = d_.version == 2 && seen_.contains({v.type, v.reference});
    seen_.try_emplace({v.type, v.reference}, d_.variables.size());
    by_reference_.try_emplace(v.reference, d_.variables.size());
    d_.variables.push_back(std::move(v));
  }

  const char* DefaultVariability(const DescribedVariable& v) const {
    if (d_.version == 2) return "continuous";
    if (v.causality == "parameter" || v.causality == "structuralParameter" || v.causality == "calculatedParameter")
      return "fixed";
    return v.is_float() ? "continuous" : "discrete";
  }

  // Tables in section 2.2.7 of FMI 2 and 2.4.7.5 of FMI 3.
  static const char* DefaultInitial(const DescribedVariable& v) {
    if (v.causality == "independent") return "";
    if (v.causality == "parameter" || v.causality == "structuralParameter" || v.causality == "input" ||
        v.variability == "constant")
      return "exact";
    return "calculated";
  }

  // From an index (FMI 2, from 1) or a value reference to the number in the list.
  void FindDerivatives() {
    for (DescribedVariable& v : d_.variables) {
      if (!v.derivative) continue;
      std::optional<std::size_t> state = Find(*v.derivative);
      if (!state)
        problems_.push_back({v.line, fmt::format("{} is the derivative of a variable that is not there", v.name)});
      v.derivative = state ? std::optional(static_cast<std::uint32_t>(*state)) : std::nullopt;
    }
  }
  std::optional<std::size_t> Find(std::uint32_t number) const {
    if (d_.version == 2)
      return number >= 1 && number <= d_.variables.size() ? std::optional<std::size_t>(number - 1) : std::nullopt;
    auto found = by_reference_.find(number);
    return found == by_reference_.end() ? std::nullopt : std::optional(found->second);
  }

  void Structure(const pugi::xml_node& node) {
    bool is_two = d_.version == 2;
    auto list = [&](const char* two, const char* three, std::vector<DescribedUnknown>& unknowns) {
      for (const pugi::xml_node& unknown : is_two ? node.child(two).children("Unknown") : node.children(three))
        Unknown(unknown, unknowns);
    };
    list("Outputs", "Output", d_.outputs);
    list("Derivatives", "ContinuousStateDerivative", d_.derivatives);
    list("InitialUnknowns", "InitialUnknown", d_.initial_unknowns);
    if (is_two) return;
    list("", "ClockedState", d_.clocked_states);
    list("", "EventIndicator", d_.event_indicators);
    d_.event_indicator_count = d_.event_indicators.size();
  }

  void Unknown(const pugi::xml_node& node, std::vector<DescribedUnknown>& unknowns) {
    DescribedUnknown u;
    u.line = lines_.At(node);
    std::uint32_t number = node.attribute(d_.version == 2 ? "index" : "valueReference").as_uint();
    std::optional<std::size_t> variable = Find(number);
    if (!variable) {
      problems_.push_back(
          {u.line, fmt::format("an entry of the model structure refers to variable {}, which is not there", number)});
      return;
    }
    u.variable = *variable;
    if (pugi::xml_attribute dependencies = node.attribute("dependencies")) {
      u.dependencies.emplace();
      for (const std::string& word : Words(dependencies.as_string())) {
        auto one = static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 10));
        if (!Find(one))
          problems_.push_back({u.line, fmt::format("a dependency refers to variable {}, which is not there", one)});
        u.dependencies->push_back(one);
      }
    }
    if (pugi::xml_attribute kinds = node.attribute("dependenciesKind")) u.kinds = Words(kinds.as_string());
    unknowns.push_back(std::move(u));
  }

  std::string_view text_;
  XmlLines lines_;
  std::vector<Problem>& problems_;
  pugi::xml_document document_;
  Description d_;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> seen_;
  std::map<std::uint32_t, std::size_t> by_reference_;
};

}  // namespace

Description ReadDescription(std::string_view xml, std::vector<Problem>& problems) {
  return Reader(xml, problems).Run();
}

}  // namespace mica::fmi
